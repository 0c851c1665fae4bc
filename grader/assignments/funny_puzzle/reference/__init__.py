"""The reference of `funny_puzzle`."""
