"""Names and classes: which class a name means, and what a class has once its bases are merged in."""
