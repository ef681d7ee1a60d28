// # How a message gets from an output to whoever takes it
//
// The receiving end of a connection is a `Sink`. A sink is offered a message once, by `offer(_:room:_:)`. It answers
// what became of the message, and never waits. There is no other way in.
//
// ## Reading order
//
// 1. Sink.swift: what is offered (`Parcel`), what is answered (`OfferResult`), the protocol, the mapping of a
//    connection.
// 2. OutputStorage.swift, Ends.swift: an output gives a message to its ends.
// 3. InputStorage.swift: an input gives it to a taker or a task, or keeps it.
// 4. Taker.swift, MailboxTaker.swift: the last step, into the mailbox of a machine.
// 5. Room.swift, InputStorage+Waiting.swift: what `sendWaiting` does before it offers a message.
// 6. Reclaiming/: how a message finds the ends and the taker without a lock.
//
// The storages hold the locks and call foreign code outside them. What is decided, they ask their state machines:
// OutputStateMachine.swift, InputStateMachine.swift.
//
// ## The steps
//
// An output asks its state machine, then the journal of a system that watches, then its contract, then gives the
// message to its ends. An input asks its filter, takes what was kept for the message, then the journal, then its
// contract, then its state machine, and gives the message to the receiver. Both are `offerInSteps`.
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
//     OutputStorage.give         goes through the ends
//     OutputStorage.give         gives the message to one of them, and forgets that one if it is gone
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
// - *Parcel*: a message with its trace context.
// - *Room*: a place in the queue of a bounded port (back-pressure), and what a sender asks if there is none.
// - *Errand*: what an output does in the order of sending: deliver, or tell the ends that no more comes.
// - *Proxy*: a port of a composite, which forwards. *Gate*: a port that a machine receives in some states only.
// - *Taker*: what an input gives its messages to; *pushed*, it gets each at once, *pulled*, one after the other.
// - *Relay*: the taker of a proxy that is an input; it gives messages to an output of its own.
// - *Claim*: what an input has set aside for one message: a place in its queue, or the receiver itself.
