// Whoever imports Statecharts has all of it: programs need no other import.
@_exported public import StatechartsCore
