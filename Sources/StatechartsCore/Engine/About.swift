// # A step, for who reads this folder for the first time
//
// A step (SCXML: macrostep) takes one event to its end: the states are asked, a microstep is decided and performed, and
// what follows from it is settled the same way until nothing remains. A microstep is decided before it is done: when
// its first exit is called, what it exits, does and enters is known, and nothing that the actions do has a say in it.
//
// There is one way through a step. Everybody who runs charts takes it: `Interpreter`, `Machine`, `Simulation`,
// contracts. The random charts compare it with `Reference`, which says the same rulings with sets of vertices.
//
// ## Reading order
//
//     Engine.swift              what an engine stores
//     Engine+Phase.swift        how far a step has come, and what is pending
//     StepTypes.swift           the values that its parts hand on
//     Engine+Step.swift         how a step begins, runs, suspends
//     Engine+Settling.swift     what follows a microstep, and how a step ends
//     Engine+Lifecycle.swift    how a chart begins and ends
//     Engine+Selection.swift    who is asked, and which answers hold
//     Engine+Resolution.swift   what an answer leads to
//     Engine+Planning.swift     what it exits and enters
//     Engine+Performing.swift   exits, effects, entries
//
// Then the others, as they are needed: histories, completion, deferral, errors, mistakes, `Engine+Boundaries` about
// embedded charts, `StepLog` about records. The article *Semantics* has the rulings in words, the page about the rooms
// of this package the function that decides each.
//
// ## Words
//
// - Step (SCXML: macrostep): everything that one input sets off. Microstep: the transitions that are taken together.
// - Leaves: the innermost active vertices in document order. They say everything about what is active. The place of one
//   among them is its position.
// - Selection: asking the leaves and their superiors. Answer: the reaction of one of them, with its plan. A transition
//   with several domains is listed as several answers, the parts of it.
// - Resolution: following a reaction through junctions, forks, joins, entry and exit points to its targets.
// - Domain: the part of the tree that a transition changes.
// - Plan: what one answer exits and enters, and the leaves that it replaces. It is decided before anything is done.
//   The plan of a transition to one vertex is cached, and found again as long as the leaves that it replaces and the
//   histories that it has read are the same.
// - Pending: what has to be looked at before a step is over. A step with nothing pending is over when its actions have
//   run.
// - Error: what an action has thrown, or a mistake of the chart's code, until it is offered to `failed(_:)`.
//   Failure: the error that has ended the chart; in a record, also one that a state has reacted to.
// - Raised event: one that the chart sends to itself, taken within the same step. Deferred event: one that is kept
//   until the configuration has changed. Recall: taking a deferred event again, in a step of its own.
// - Gate: the check whether a step is under way.
// - Vertex, node: a state or pseudostate as UML and as the classes call it. Superior: the state around it, whose number
//   is the parent's. Chart: the whole, or that of a submachine, which has a scope index.
//
// ## Short cuts
//
// The usual case takes fewer steps on the same way: `rest`, one leaf of one chart in `select`, the cached plan in
// `listIfEnabled`, one answer that has not suspended in `perform`, `exitsDoMore`, `callsOnly` and `replacesOne` of a
// plan, `isOneChart`. None of these decides anything; each says what it leaves out.
//
// ## The walk of an event
//
// From `post` to the last entry, in a machine that is at rest:
//
//     Machine.post            takes it from anybody
//     Mailbox.put             keeps it in the order of arrival
//     MailboxScheduler.call   has a task look into the mailbox
//     Machine.attend          gets its turn in that task
//     Machine.handleEnvelopes takes envelopes out, one by one
//     Machine.begin           looks whether anybody observes
//     Engine.begin            is the door for what comes from outside
//     Engine.passGate         lets it in if no step is under way; the gate is shut behind it
//     Engine.take             notes what comes of the event
//     Engine.ask              has the states asked, and begins a microstep if one of them has answered
//     Engine.select           goes up from the leaves
//     Engine.react            has the state call its handle(_:)
//     Engine.listIfEnabled    lists the answer
//     PlanCache.find          knows the plan
//     Engine.beginMicrostep   begins to exit what the plans change
//     Engine.run              goes on from phase to phase until the step is over or suspends
//     Engine.perform          goes through them: all exits, all effects, the leaves, all entries
//     Engine.attempt          calls exit() and entry(), and notes what they throw
//     Engine.settle           finds nothing pending
//     Engine.rest             opens the gate, as `close` does after more work
//
// How a deferred event comes again, behind a step that has changed the configuration or behind another recall:
//
//     Engine.close            finds the next one, and does so after each recall, too
//     Engine.comeToRecall     notes it for the phase `recalling`
//     Engine.recall           begins a step of its own for it
//     Engine.take             offers it to the states, as any other event
//     Engine.endRecall        drops it, unless it was deferred again
