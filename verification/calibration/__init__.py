"""What is measured of a claim and a passage becomes probabilities."""
