"""Games on the disk: what was acknowledged is there after a power cut."""
