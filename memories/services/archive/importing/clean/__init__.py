"""What an import changes in the lines of an archive, as a save would."""
