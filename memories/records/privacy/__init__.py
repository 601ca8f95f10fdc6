"""The privacy policy of a pack, applied to what is saved into it, changed in it or moved to it."""
