"""Manuscripts: their sentences that cite, what they cite, and the papers that this is."""
