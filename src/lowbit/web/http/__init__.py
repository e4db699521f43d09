"""The layers between the network and the application."""
