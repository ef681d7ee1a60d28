// # How a machine runs its engine
//
// A machine is an actor with a mailbox. Whoever is elsewhere puts an envelope into the mailbox; only the machine takes
// envelopes out, one after the other, each to the end of its step. Who is on the machine's executor already, and finds
// it at rest, may begin a step at once: `send` does.
//
// ## Reading order
//
// 1. Machine.swift: what a machine has, and its doors: `start`, `send`, `post`, `stop`, `run`.
// 2. Mailbox/Envelope.swift, Mailbox/Mailbox.swift: what waits for a machine, and who is told what came of it.
// 3. Mailbox/Machine+Gate.swift: when a step may begin.
// 4. Mailbox/Machine+Delivery.swift: how an envelope gets in, and who has it taken.
// 5. Mailbox/Machine+Drain.swift: the one loop that takes envelopes, and what each kind means.
// 6. Machine+Steps.swift: how a step is begun, run to its end, closed and answered.
// 7. Suspending/: how a step goes on from an action that really suspends.
// 8. Machine+Start.swift, Machine+End.swift: the first step, and what becomes of what nobody takes.
//
// By topic: Receiving/ brings messages of ports into the mailbox. Waiting/ is for who waits for an answer or a step,
// and finds rings of machines that wait for each other. Looking/ tells observers of steps. Holding/ keeps a whole tree
// of machines still for a snapshot. Threads/ has executors. Machine+Handover.swift is for supervisors.
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
// - Its action really suspends: the action task becomes the holder. Later it closes and answers the step, takes what
//   has come meanwhile (`endSuspended`), and holds the machine no longer.
//
// All of them end in `closeStep`, and all answers are given by `answerSender`, except to who waits on the spot.
//
// ## What comes after the end
//
// `end()` closes the mailbox. What was left in it, and what a chart that has ended refuses, is answered by
// `answerUntaken`, unless a successor inherits it. What comes later is refused by the mailbox: `post` answers `false`,
// `send` gets `finished` or the error.
//
// ## Terms
//
// - *Envelope*: what is to be done, with its *sender*, who is told what came of it.
// - *Put result*: what came of putting an envelope in: kept, refused, or the machine has to be woken.
// - *Scheduler*: the task in which machines look into their mailboxes, see `MailboxScheduler`.
// - *Action task*: a task that runs actions which may suspend, and is parked between two of them.
// - *Run compiled* (`runCompiled`): what calls the loop as it was compiled where the chart is known.
// - *Cold state*: what most machines never need, in an object of its own.
// - *Cut*: the moment of a snapshot of a tree, see `TreeCut`.
