"""May alice turn her Willbender up under split second, and why can't she suspend Rift Bolt?"""

from pathlib import Path

from pyadapter import GameState

state = GameState.load(Path(__file__).parent / "states" / "willbender_under_split_second.json")

for verdict in state.legal_actions():
    print(f"{verdict.player} may {verdict.label}")

print()
print(state.why("suspend Rift Bolt"))

calm = state.replace(stack=())
print()
print("with an empty stack:", ", ".join(verdict.label for verdict in calm.legal_actions()))
