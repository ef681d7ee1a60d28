// # How a message gets from an output to whoever takes it
//
// The receiving end of a connection is a `Sink`. The connection offers it each message once, by `offer(_:mode:_:)`. The
// sink answers what became of the message, and never waits.
//
// Messages also come where no connection brings them:
//
// - `InputStorage.send` offers what is sent to an input itself, `InboundSink.enter` what comes from another process.
// - `OutputStorage.send` takes a message through the steps of an output: for an offer that may not skip them, for
//   `sendWaiting`, for `combineLatest`, and for what comes from another process.
// - `OutputStorage.introduce` makes a message of the current value, or of the whole, when an end is connected, when a
//   snapshot is restored, and for `resend()`.
// - `ChannelStorage` offers a message to one receiver after the other, and again when one has become ready.
// - A `WayBack` puts a message back into its channel, or into the queue of a port behind a gate.
// - `InputStorage.putInFront` puts the messages of a snapshot into the queue, `setBuffered` those of a simulation that
//   comes back to where it was: for them the steps are over.
//
// ## Reading order
//
// 1. Sink.swift, OfferMode.swift: what is offered (`Parcel`) and how, what is answered (`OfferResult`), the protocol,
//    the mapping of a connection.
// 2. OutputStorage.swift, Ends.swift: an output delivers a message to its ends. OutputStorage+State.swift: before that it
//    changes the state of a port that has one.
// 3. InputStorage.swift: an input gives it to a taker or a task, or keeps it.
// 4. Taker.swift, MailboxTaker.swift: the last step, into the mailbox of a machine.
// 5. Reservation.swift, InputStorage+Waiting.swift: what `sendWaiting` does before it offers a message.
// 6. Reclaiming/: how a message finds the ends and the taker without a lock.
//
// The storages hold the locks and call foreign code outside them. What is decided, they ask their state machines:
// OutputStateMachine.swift, InputStateMachine.swift.
//
// ## The steps
//
// An output asks its state machine, then the journal of a system that watches, then its contract, then delivers the
// message to its ends. An input asks its filter, redeems what was reserved for the message, then asks the journal, then
// its contract, then its state machine, and gives the message to the receiver. Both are `offerInSteps`.
//
// An output with a state (a current value, the last value, a whole) does one errand after the other. It leaves out what
// everybody has, asks its contract, changes the state, and only then asks the journal: what is refused changes nothing
// and is no message. A contract that is busy answers later; the errands behind that one wait for it.
//
// A message that no journal has numbered on its way is numbered by the first one that it comes to
// (`PortIdentity.journal(toNumber:)`), also if its sender's cause is known: by that of an output, of a channel, or of an
// input. An input does not number what a channel brings: the channel waits for the answer, and a journal may hold the
// message.
//
// While there is nothing to decide, the steps are skipped: an output publishes its ends (`directRoute`), an input what
// its taker does (`directDelivery`), and `offer` uses that. Whoever changes anything that a step asks takes the
// publication back under the lock.
//
// ## The walk of a message
//
// From `OutputPort.send` to the mailbox of a machine, while nobody watches. From there it is the walk of an event, see
// `Engine/About.swift`.
//
//     OutputPort.send            begins a read section
//     EpochReclaimer.read        keeps what is published alive
//     OutputStorage.offer        asks whether a system watches
//     RCUPointer.withValue       finds `directRoute`
//     OutputStorage.deliver      goes through the ends; the one for a single end forgets it if it is gone
//     OutputLink.offer           calls the end, by a closure that was compiled for its type
//     InputStorage.offer         asks the same again: others send to the input, too
//     RCUPointer.withValue       finds `directDelivery`
//     DirectDelivery.take        calls the taker, by a closure that was compiled for its type
//     MailboxTaker.takeDirect    maps the message to an event
//     MachineAddress.put         knows what to do if the machine has ended or has to be called
//     Mailbox.putFromPort        keeps the event in the order of arrival
//
// ## Terms
//
// What has a type of its own, such as `Parcel` and `Taker`, is explained there.
//
// - *Room*: what a bounded port has as long as its queue is not full (back-pressure). A *place* is room for one
//   message.
// - *Passing message*: one that comes to an output from another port, as the messages of a composite do.
// - *Under way*: held by a system, or waiting in its queue, after the port has done its errand.
// - *Errand*: what an output does in the order of sending: send a message, introduce the current value to an end,
//   restore the value of a snapshot, or close connections, which tells their ends that no more comes.
// - *Proxy*: a port of a composite, which forwards. *Gate*: a port that a machine receives in some states only.
