"""Text and model: the grammar, the parser with its messages, and the writer."""
