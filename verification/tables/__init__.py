"""Claims meet the cells of tables."""
