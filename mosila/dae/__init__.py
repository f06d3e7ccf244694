"""From equations to an order of solution: flat model -> differential-algebraic system -> sorted system."""
