// # A step, for who reads this folder for the first time
//
// A step (SCXML: macrostep) takes one event to its end: the states are asked, a microstep is planned and performed, and what follows from it
// is settled the same way until nothing is left. A microstep is decided before it is done: when its first exit is called, what it leaves, does and
// enters is known, and nothing that the actions do has a say in it.
//
// ## Words
//
// - Leaves: the innermost active vertices in document order, `Engine.leaves`. They say everything about what is active.
// - Selection: asking the leaves and their superiors, in the one order that there is, until each has an answer or nobody has one.
// - Domain: the part of the tree that a transition changes, SCXML's transition domain.
// - Plan: the exits, effects and entries of a microstep, as lists of numbers in the `Workspace`.
// - Exchange: the plan of one transition that depends on nothing but the shape of the chart and the leaves it replaces. It is worked out when
//   it is first taken and kept with the topology, for all machines of a shape (`ExchangeTable`). Simple: one leaf for one, by nothing but calls.
// - Settling: what follows a microstep, in the order of `Engine.settle`.
// - Plain: nothing can follow a step but by what its own actions do (`Engine.isPlainNow`); then its end is one test.
// - Direct: taken with exchanges instead of a plan made in place. The result is the same: random charts go both ways, with and without the table.
// - Note: what a plain step did, as numbers, of which a record can be made later (`PlainStep`).
//
// ## Where each ruling is decided
//
// The article *Semantics* has them in words. Where two functions are named, the second is the same for an exchange.
//
//     who is asked, in which order               Engine.select(_:upTo:nearest:above:_:); of one leaf Interpreter.offer
//     what belongs to a state is asked of it     Engine.selectTransitions
//     what a reaction leads to                   Engine.enable
//     the region that is the domain              Engine.domain(of:_:), findDomains
//     conflicts                                  Engine.removeConflictingTransitions, isApart
//     what is left, in which order               Engine.listExits
//     what is entered, in which order            Engine.descend
//     what a history remembers                   Engine.recordHistory, standIn
//     what a history leads to                    Engine.recordedChild and recordedLeaves, resumed
//     what is active during a step               Engine.isActive
//     calling exits and entries                  Engine.callExit, callEntry
//     an error ends its action only              Engine.attempt, offerFailure
//     what follows, in which order               Engine.settle, goOnDirectly
//     when a state is complete                   Engine.isFinished
//     deferring, and taking again                Engine.keep and closeMacrostep, Engine+Deferral.swift
//     what a step would do                       Engine.preview
//
// ## The walk of an event
//
// From `post` to the last entry, in a machine that is at rest, with one leaf and a transition that is known:
//
//     Machine.post            puts the event into the mailbox
//     Courier.call            has a task look into it
//     Machine.deal            takes letters out
//     Machine.takeAtOnce      goes through them
//     Engine.firstHandler     says whom to ask, and closes the gate
//     Interpreter.dispatch    is specialised for the chart
//     Interpreter.offer       goes up from the leaf
//     Interpreter.ask         calls handle(_:)
//     Engine.take             finds the exchange
//     Engine.callSimply       performs it: all exits, the effect, all entries
//     Engine.callExit         calls exit()
//     Engine.passOver         runs the effect and replaces the leaf
//     Engine.callEntry        calls entry()
//     Engine.endSimply        opens the gate
