"""Figures for Prometheus: requests of this process, and the state of the installation."""
