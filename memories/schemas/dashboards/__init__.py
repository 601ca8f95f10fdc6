"""Inputs and outputs of the dashboards, the same for browser and REST."""
