"""What ``lowbit judge`` answers: the answers of each contest, and how they become text."""
