// Who tests with this module needs the clock, the explorer and what they answer as well.
@_exported public import StatechartsSimulation
