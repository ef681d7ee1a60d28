// # How a message gets from an output to whoever takes it
//
// The receiving end of a connection is a `Sink`. The connection offers it each message once, by `offer(_:mode:_:)`. The
// sink answers what became of the message, and never waits.
//
// Other ways in, besides the offer of an output to its ends:
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
// 2. OutputStorage.swift, Ends.swift: an output delivers a message to its ends. OutputStorage+State.swift: before that
//    it changes the state of a port that has one. StreamSink.swift: the end of a stream. EndCensus.swift: when ends
//    are forgotten without a message.
// 3. InputStorage.swift: an input gives it to a taker or a task, or keeps it. InputStorage+Receivers.swift: who takes
//    it. InputStorage+Gate.swift: ports that a machine receives in some of its states only.
// 4. Taker.swift, MailboxTaker.swift: the last step, into the mailbox of a machine. SendingOrder.swift: in which order
//    what has waited gets there when a machine starts.
// 5. ContractSlot.swift, LateAnswer.swift: the contract of a port, which may answer later.
// 6. Reservation.swift, InputStorage+Waiting.swift, OutputStorage+Waiting.swift: what `sendWaiting` does before it
//    offers a message.
// 7. DirectDelivery.swift, ../../Threads/Reclaiming: how a message finds the ends and the taker without a lock.
//
// The storages hold the locks and call foreign code outside them. What is decided, they ask their state machines:
// OutputStateMachine.swift, InputStateMachine.swift and, for who waits, InputStateMachine+Waiting.swift.
//
// ## The steps
//
// An output asks its state machine, then the journal of a system that watches, then its contract, then delivers the
// message to its ends. An input asks its filter, redeems what was reserved for the message, then asks the journal, then
// its contract, then its state machine, and gives the message to the receiver. Both are `offerInSteps`. A message of a
// channel (`ifReady`) claims its receiver first, in the state machine, and is not shown to the journal of the input.
//
// An output with a state (a current value, the last value, a whole) does one errand after the other. It leaves out what
// everybody has, asks its contract, changes the state, and only then asks the journal: what is refused changes nothing
// and is no message. A contract that is busy answers later; the errands behind that one wait for it.
//
// A message is numbered once: by the first journal that it comes to on its way (`PortIdentity.journal(toNumber:)`),
// which is that of an output, a channel or an input. That its cause is known already changes nothing. An input does not
// number what a channel brings: the channel waits for the answer, and a journal may hold the message.
//
// While there is nothing to decide, the steps are skipped: an output publishes its ends (`directRoute`), an input what
// its filter and taker do (`directDelivery`), and `offer` uses that. Whoever changes anything that a step asks takes
// the publication back under the lock. Whether a system watches is asked each time; an input also asks whether the
// message has a mode or a context that needs the steps.
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
//     InputStorage.offer         asks the same of the input, and for the mode and context of the message
//     RCUPointer.withValue       finds `directDelivery`
//     DirectDelivery.take        calls the taker, by a closure that was compiled for its type
//     MailboxTaker.takeDirect    maps the message to an event
//     MachineAddress.put         knows what to do if the machine has ended or has to be called
//     Mailbox.put                keeps the event in the order of arrival
//
// ## The way back
//
// A machine may be given a message and not begin its step: it ends before, or leaves the states in which it receives
// the port. Then a message from a channel, or from behind a gate, goes back; any other is counted as undelivered.
// `DeliveryReceipt`, `PortGates` and `WayBack` are in ../../Receiving.
//
//     OfferMode.ifReady          brings a `WayBack` with the message
//     MailboxTaker.take          puts that into a `DeliveryReceipt`, which goes into the mailbox with the event
//     DeliveryReceipt.isAdmitted asked when the event's turn has come: if the gate is closed by then, back it goes
//     DeliveryReceipt.lost       called if the machine has ended: back it goes, or it is counted as undelivered
//     PortGates.update           opens and closes the gates after each step
//     WayBack.go                 calls one of the next two
//     ChannelStorage.returnJob   puts the message back into its channel, in its old place
//     FIFO.prepend               puts it back to the front of its port's queue, see InputStorage.mode(for:)
//
// ## Terms
//
// What has a type of its own, such as `Parcel` and `Taker`, is explained there.
//
// - *Room*: what a bounded port has as long as its queue is not full (back-pressure). A *place* is room for one
//   message.
// - *Passing message*: one that comes to an output from another port, as the messages of a composite do, and that a
//   journal has numbered on its way.
// - *Under way*: held by a system, or waiting in its queue, after the port has done its errand.
// - *Errand*: what an output does in the order of sending: send a message, introduce the current value to an end,
//   restore the value of a snapshot, or close connections, which tells their ends that no more comes.
// - *Proxy*: a port of a composite, which forwards. *Gate*: a port that a machine receives in some states only.
//
// ## Where the rest is
//
// Folders of the module:
//
// - Contracts: here `ContractSlot` and `Clause` say when a message is judged; what judges it, the chart and its
//   monitor, is in Contracts.
// - Channels, which give each message to one of several receivers: Channels.
// - Systems, which number, hold and record messages: Ports/Journal and System. Ports for changes (`Fold`, `Numbered`),
//   and combined ones: Values, Ports/Values.
