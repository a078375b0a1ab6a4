"""The screens: they draw what the gateway tells and turn keys into intents."""
