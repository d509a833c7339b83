"""What a sentence is: its words, names, quantities, acronyms, marks and parts."""
