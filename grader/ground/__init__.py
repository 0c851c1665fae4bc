"""What all rooms may use."""
