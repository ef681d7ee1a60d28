// # A step, for who reads this folder for the first time
//
// A step (SCXML: macrostep) takes one event to its end: the states are asked, a microstep is decided and performed, and
// what follows from it is settled the same way until nothing is left. A microstep is decided before it is done: when
// its first exit is called, what it leaves, does and enters is known, and nothing that the actions do has a say in it.
//
// ## Words
//
// - Leaves: the innermost active vertices in document order, `Engine.leaves`. They say all about what is active.
// - Selection: asking the leaves and their superiors, in the one order that there is, until each has an answer.
// - Domain: the part of the tree that a transition changes, SCXML's transition domain.
// - Plan: what one answer leaves and enters, and the leaves that it replaces. One that depends on nothing but the shape
//   of the chart and those leaves is kept with the topology, for all machines (`PlanTable`); any other one, because a
//   recorded history or several targets have a say in it, is a record of the same kind in the workspace (`PlanStock`).
// - Answer: what a vertex reacted, with its plan. A microstep is the list of answers that are taken together.
// - Short: of a plan, that it replaces one leaf by one, with nothing to do but to call synchronous actions. Most are.
// - Plain: of a machine, that nothing can follow a step but by what its own actions do (`Engine.isPlainNow`).
// - Settling: what follows a microstep, in the order of `Engine.settle`.
// - Note: what a plain step did, as numbers, of which a record can be made later (`PlainStep`).
//
// ## Where each ruling is decided
//
// The article *Semantics* has them in words.
//
//     who is asked, in which order               Engine.select
//     what belongs to a state is asked of it     Engine.selectTransitions
//     what a reaction leads to                   Engine.resolve
//     the region that is the domain              Engine.findDomains
//     conflicts                                  Engine.removeConflictingTransitions
//     what is left, in which order               Engine.listExits
//     what is entered, in which order            Engine.descend
//     initial vertices                           Engine.enterByDefault
//     what a history remembers                   Engine.remember
//     what a history leads to                    Engine.recordedLeaves
//     the order of exits, effects and entries    Engine.perform
//     what is active during a step               Engine.isActive
//     the configuration while effects run        Engine.configuration
//     an error ends its action only              Engine.attempt
//     who is offered an error                    Engine.offerFailure
//     mistakes of the chart's code               Engine.noteMistake
//     reactions that cannot be taken             Engine.refuse
//     choices, when they are reached             Engine.takePassing
//     what follows, in which order               Engine.settle
//     when a state is complete                   Engine.isFinished
//     in which order states complete             Engine.orderCompletions
//     deferring                                  Engine.keep
//     taking again what was deferred             Engine.closeMacrostep
//     an event that nobody takes                 Engine.failUnhandled
//     what crosses the boundary of a submachine  Engine.mayBeNamed
//     the end of the chart                       Engine.finishNow
//     scoped data                                Engine.fill
//     what a step would do                       Engine.preview
//
// ## The walk of an event
//
// From `post` to the last entry, in a machine that is at rest, with one leaf and a transition whose plan is short:
//
//     Machine.post            takes it from anybody
//     Mailbox.put             keeps it in the order of arrival
//     Courier.call            has a task look into the mailbox
//     Machine.attend          gets its turn in that task
//     Machine.deal            takes letters out
//     Machine.takeAtOnce      goes through them
//     Engine.firstHandler     says whom to ask, and closes the gate
//     Interpreter.dispatch    is specialised for the chart
//     Interpreter.offer       goes up from the leaf
//     Interpreter.ask         calls handle(_:)
//     Engine.take             looks at the answer
//     PlanTable.find          knows the plan
//     Engine.perform          goes through it: all exits, the effect, the leaf, all entries
//     Engine.attempt          calls exit() and entry(), and notes what they throw
//     Engine.endShort         opens the gate
//
// Where there is more to it (several answers, a suspending action, a history, something that follows):
//
//     Engine.add              lists an answer
//     Engine.resolve          finds where it leads
//     Engine.makePlan         works out a plan that is not known
//     Engine.performAlone     takes the only answer by a known plan, without a list
//     Engine.follow           goes on, as long as plans are known, without opening the step
//     Engine.pause            says what is to be awaited
//     Engine.settle           finds what follows
//     Engine.closeMacrostep   tells who records, goes on with a deferred event, or opens the gate
