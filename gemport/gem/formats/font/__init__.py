"""GEM fonts: the .FNT file, and the text that a person draws."""
