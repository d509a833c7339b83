"""What was answered becomes figures, tables, plots and pages."""
