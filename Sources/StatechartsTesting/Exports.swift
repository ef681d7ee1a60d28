// Who tests with this module needs the clock, the explorer and what they answer as well.
// Not while documentation is made: everything of that module would have two pages.
#if !DOCUMENTATION
    @_exported public import StatechartsSimulation
#endif
