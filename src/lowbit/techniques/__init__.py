"""The human side: techniques, the steps that they find, and rule books that order them."""
