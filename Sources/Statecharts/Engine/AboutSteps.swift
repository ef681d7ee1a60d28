// # One way through a step
//
// This folder is to take the steps of all charts. Until then `Interpreter/Engine` does; both are compared with the
// reference of the tests, which says the same rulings with sets of vertices.
//
// ## Reading order
//
//     StepEngine.swift              what is there between two calls, and what is pending
//     StepEngine+Step.swift         how a step begins, runs, suspends
//     StepEngine+Settling.swift     what follows a microstep, and how a step ends
//     the others                    each part of a microstep, in the order of the table below
//
// ## Words
//
// - Step (SCXML: macrostep): everything that one input sets off. Microstep: the transitions that are taken together.
// - Leaves: the innermost active vertices in document order. They say all about what is active.
// - Selection: asking the leaves and their superiors. Answer: what one of them wants, with its plan.
// - Resolution: following a reaction through junctions, forks, joins, entry and exit points to its targets.
// - Domain: the part of the tree that a transition changes.
// - Plan: what one answer leaves and enters, and the leaves that it replaces. It is decided before anything is done. One
//   that was named by one vertex is kept with the leaves that it replaces and the histories that it has read, and found
//   again as long as those are the same.
// - Pending: what is to be looked at before a step is over. A step with nothing pending is over when its actions have
//   run; that is the only short cut, and it decides nothing.
//
// ## Where each ruling is decided
//
//     whether a step can begin                   StepEngine.open
//     who is asked, in which order               StepEngine.select
//     what is listed of an answer                StepEngine.list
//     reactions that cannot be taken             StepEngine.listRefused
//     conflicts                                  StepEngine.removeConflicts
//     what a reaction leads to                   StepEngine.resolve
//     the region that is the domain              StepEngine.domain
//     what is left, in which order               StepEngine.listExits
//     what is entered, in which order            StepEngine.enterInside
//     initial vertices                           StepEngine.enterByDefault
//     what a history remembers                   StepEngine.remember
//     what a history leads to                    StepEngine.recordedLeaves
//     the order of exits, effects and entries    StepEngine.perform
//     what is active during a step               StepEngine.isActive
//     the configuration while effects run        StepEngine.configuration
//     an error ends its action only              StepEngine.attempt
//     who is offered an error                    StepEngine.offerFailure
//     mistakes of the chart's code               StepEngine.noteMistake
//     what follows, in which order               StepEngine.settlePending
//     choices, when they are reached             StepEngine.takeChoice
//     when a state is complete                   StepEngine.isFinished
//     in which order states complete             StepEngine.orderCompletions
//     deferring                                  StepEngine.keep
//     taking again what was deferred             StepEngine.recall
//     an event that nobody takes                 StepEngine.tellUnhandled
//     what crosses the boundary of a submachine  StepEngine.mayBeNamed
//     scoped data                                StepEngine.fill
//     the end of the chart                       StepEngine.end
//     what a step would do                       StepEngine.preview
