// # A step, for who reads this folder for the first time
//
// A step (SCXML: macrostep) takes one event to its end: the states are asked, a microstep is decided and performed, and what follows from it
// is settled the same way until nothing is left. A microstep is decided before it is done: when its first exit is called, what it leaves, does
// and enters is known, and nothing that the actions do has a say in it.
//
// ## Words
//
// - Leaves: the innermost active vertices in document order, `Engine.leaves`. They say everything about what is active.
// - Selection: asking the leaves and their superiors, in the one order that there is, until each has an answer or nobody has one.
// - Domain: the part of the tree that a transition changes, SCXML's transition domain.
// - Plan: what a microstep leaves and enters, and the leaves that it replaces by others. If that depends on nothing but the shape of the chart and
//   those leaves, it is worked out once, for all machines with charts of a shape, and kept with the topology (`Plan`, `PlanTable`). If not,
//   because a history, a final state, a junction or a conflict has a say in it, it is made in place, in the `Workspace`.
// - Part: the plan of one of several answers that are taken together.
// - Short: of a plan, that it replaces one leaf by one, and that there is nothing to do but to call synchronous actions. Most are.
// - Plain: of a machine, that nothing can follow a step but by what its own actions do (`Engine.isPlainNow`); then its end is one test.
// - Settling: what follows a microstep, in the order of `Engine.settle`.
// - Note: what a plain step did, as numbers, of which a record can be made later (`PlainStep`).
//
// ## Where each ruling is decided
//
// The article *Semantics* has them in words.
//
//     who is asked, in which order               Engine.select; of one leaf, where only going up is left, Interpreter.offer
//     what belongs to a state is asked of it     Engine.selectTransitions
//     what a reaction leads to                   Engine.enable, of a known plan once: Engine.content
//     the region that is the domain              Engine.domain(of:_:), findDomains
//     conflicts                                  Engine.removeConflictingTransitions; parts that are apart have none: isApart
//     what is left, in which order               Engine.listExits
//     what is entered, in which order            Engine.descend
//     what a history remembers                   Engine.recordHistory, standIn
//     what a history leads to                    Engine.recordedChild and recordedLeaves, resumed
//     calling exits, effects and entries         Performing.swift
//     what is active during a step               Engine.isActive
//     an error ends its action only              Engine.attempt, offerFailure
//     what follows, in which order               Engine.settle
//     when a state is complete                   Engine.isFinished
//     deferring, and taking again                Engine.keep and closeMacrostep, Engine+Deferral.swift
//     what a step would do                       Engine.preview
//
// ## The walk of an event
//
// From `post` to the last entry, in a machine that is at rest, with one leaf and a transition whose plan is known and short:
//
//     Machine.post            puts the event into the mailbox
//     Courier.call            has a task look into it
//     Machine.deal            takes letters out
//     Machine.takeAtOnce      goes through them
//     Engine.firstHandler     says whom to ask, and closes the gate
//     Interpreter.dispatch    is specialised for the chart
//     Interpreter.offer       goes up from the leaf
//     Interpreter.ask         calls handle(_:)
//     Engine.take             finds the plan
//     Engine.performShort     performs it: all exits, the effect, the leaf, all entries
//     Engine.callExit         calls exit()
//     Engine.runEffect        runs the effect
//     Engine.callEntry        calls entry()
//     Engine.endShort         opens the gate
//
// Where there is more to it (several answers, a suspending action, a history, something that follows):
//
//     Engine.add              lists an answer, with its plan if that is known
//     Engine.planMicrostep    decides in place, if one is not
//     Engine.perform          performs what is listed, and pauses where an action suspends
//     Engine.settle           finds what follows
//     Engine.closeMacrostep   tells who records, goes on with a deferred event, or opens the gate
