"""Says in words what a draft does well and what it lacks, for this message and no other."""
