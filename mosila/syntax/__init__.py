"""Text to tree and back: source file -> syntax tree with spans and comments -> text in one layout."""
