// # How a message gets from an output to whoever takes it
//
// An end of a connection is a `Sink`, and a sink is offered a message once, by `offer(_:room:_:)`. It answers what
// became of it and never waits. There is no other way in.
//
// ## Reading order
//
// 1. Sink.swift: what is offered (`Parcel`), what is answered (`OfferResult`), the protocol, the mapping of a
//    connection.
// 2. OutputStorage.swift, Ends.swift: an output gives a message to its ends.
// 3. InputStorage.swift: an input puts it into a mailbox, hands it to a task, or keeps it.
// 4. MailboxTaker.swift: the last step, into the mailbox of a machine.
// 5. Room.swift: what `sendWaiting` does before it offers a message; InputStorage+Waiting.swift.
//
// ## The steps
//
// An output asks its state machine, then the journal of a system that watches, then its contract, then gives the
// message to its ends. An input asks its filter, takes what was kept for the message, then the journal, then its
// contract, then its state machine, and gives the message to the receiver. Both are `offerInSteps`.
//
// While there is nothing to decide on this way, the place where the message goes anyway is published: `directRoute` of
// an output, `directDelivery` of an input. Then `offer` looks there and skips the steps. Whoever changes anything that
// a step asks takes the publication back under the lock; `Reclaiming/` says how it is read without one.
//
// From `OutputPort.send` to the mailbox a message passes `OutputStorage.send`, `EpochReclaimer.read`,
// `OutputStorage.offer`, `RCUPointer.withValue`, `OutputStorage.give` (twice: the ends, one end), `InputStorage.offer`,
// `RCUPointer.withValue`, `MailboxTaker.takeDirect`, `MachineAddress.put` (twice) and `Mailbox.put`.
//
// ## Terms
//
// - *Parcel*: a message with its trace context. *Room*: what a sender asks of a full receiver.
// - *Taker*: what an input gives its messages to; *pushed*, it gets each at once, *pulled*, one after the other.
// - *Relay*: the taker of an input that is forwarded; it ends in an output of its own.
// - *Claim*: what an input has set aside for one message: a place in its queue, or the receiver itself.
