// # How a machine runs its engine
//
// A machine is an actor with a mailbox. Whoever is elsewhere puts an envelope into the mailbox; only the machine takes
// envelopes out, one after the other, each to the end of its step. Who is on the machine's executor already, and finds
// it at rest, may begin a step at once: `send` does.
//
// ## Reading order
//
// 1. Machine.swift: what a machine has, and its doors: `start`, `send`, `post`, `stop`, `run`.
// 2. Envelope.swift, Inbox.swift, Mailbox.swift, Mailbox+Operations.swift in Mailbox: what waits for a machine, how it
//    is put in and taken out, and who is told what came of it.
// 3. Mailbox/Machine+Gate.swift: when a step may begin.
// 4. Machine+Steps.swift: how a step is begun, run to its end, closed and answered.
// 5. Mailbox/Machine+Delivery.swift: how an envelope gets in, and who has it taken.
// 6. Mailbox/Machine+Drain.swift: the one loop that takes envelopes, and what each kind means.
// 7. ../Scheduling/MailboxScheduler.swift: the task in which machines at rest are made to look.
// 8. Machine+Suspending.swift: how a step goes on from an action that may suspend. The tasks of such actions are in
//    ../Driver/Suspending.
// 9. Machine+Start.swift, Machine+End.swift: the first step, and what becomes of what nobody takes.
//
// By topic: Asking/ is for callers that wait for an answer. Looking/ notifies observers of steps. Machine+Ports.swift
// and Mailbox/InsideEvent.swift bring messages of ports into the mailbox. Machine+Holding.swift keeps a whole tree of
// machines still for a snapshot; `snapshot()` itself is in ../Persistence.
//
// What a machine uses and what knows nothing of it has folders of its own: ../Waiting, ../Receiving, ../Scheduling,
// ../Cutting; executors are in ../Threads.
//
// Machine+Handover.swift and RestartHandover.swift are for supervisors, Machine+Tracing.swift for systems that watch.
// Machine+Resources.swift connects timers and activities. Machine+Mistakes.swift takes mistakes of the chart's code,
// `MachineError` has those of callers, `Misuse` those that would end in silence.
//
// ## When a step may begin
//
// A machine is at rest if nobody holds it (`MachineHolder`), it is not busy with something around a step that calls
// foreign code (`isBusy`), and its engine has no step under way. The gate asks all three (`isOccupied`). Who finds the
// machine occupied leaves an envelope; what has no envelope lets the step come to its end (`hasToYield`).
//
// ## The ways to the end of a step
//
// - It does not suspend: whoever began it closes and answers it (`finish`, `finishAwaited`).
// - Its action may suspend and does not: the same; the action has run in an action task, inside the caller's job.
// - Its action really suspends: the action task becomes the holder, see `MachineHolder.actionTask`. Later it closes and
//   answers the step (`endSuspended`).
//
// All of them end in `closeStep`, unless the engine is through with the step, the chart goes on, and nothing is to be
// done after it (`hasWorkAfterSteps`): `send`, `handle` and `handleTimer` are done with such a step at once. The sender
// of a step that has begun is answered by `answerSender`, unless he waits on the spot.
//
// ## What comes after the end
//
// `end()` closes the mailbox. What was left in it, and what a chart that has ended refuses, is answered by
// `answerUntaken`, unless a successor inherits it. What comes later is refused by the mailbox: `post` answers `false`,
// `send` gets `finished` or the error (one exception: `handleLate`).
//
// Whether it has ended is asked in several places, as they do not end at the same moment:
//
// - `Mailbox.Contents.admission` decides whether an envelope is let in. It comes first with `stop()`, after which what
//   is in the mailbox is still taken, and with `halt`, which leaves that to the successor.
// - `interpreter.status` decides whether an envelope that was let in begins a step. It is that of the chart.
// - `hasEnded` decides everything else about the machine. `end()` sets it, after the last step if there was one.
// - `interpreter.isGivenUp` decides whether a chart that was never started is taken for a forgotten one when it is
//   released: not if its machine was stopped.
// - `Observers.Contents.hasEnded` decides whether readers and those who await the end still wait. It is the last. It is
//   also set when a machine is released that has not come to its end.
//
// ## Terms
//
// What has a type of its own, such as `Envelope`, `ColdState` and `TreeCut`, is explained there.
//
// - *Batch*: the envelopes that are taken out of the mailbox together, into the *inbox*.
// - *Turn*: what a machine does before other tasks of its executor come to theirs, see `DrainBudget`.
// - *Relay*: a scheduler that has gone on from one machine to another (`isRelay`).
// - *Run compiled* (`runCompiled`): what calls the loop as it was compiled where the chart is known.
// - *Lane*: the actor on whose executor the machine runs, if not on its own.
// - *Gates* (`PortGates`): when the ports of a machine give it messages. The *gate* is something else, see above.
// - *Life*: of a supervised machine, the time from one start to the next; each life has a `Machine` of its own.
// - *Recall*: taking a deferred event again, in a step of its own behind the one that has made it possible.
