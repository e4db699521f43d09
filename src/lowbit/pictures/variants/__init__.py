"""Pictures of constraints, as setters' pages draw them."""
