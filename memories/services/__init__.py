"""What one can do with memories; every interface calls these and nothing else."""
