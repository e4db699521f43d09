"""Steps that combine constraints with houses and with each other."""
