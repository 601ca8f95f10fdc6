"""Write the configuration files of assistants: one entry of ours, everything else as it is."""
