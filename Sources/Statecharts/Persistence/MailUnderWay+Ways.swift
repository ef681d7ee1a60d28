// The way of a message that is noted for a snapshot: as that of one that is delivered, but nothing is changed.

import Synchronization

extension TerminalSink {
    /// It goes on from here in a turn of its own, and not into a mailbox.
    @usableFromInline func note(_ message: Message, in mail: MailUnderWay) {}
}

extension ForwardingSink where Next.Message == Message {
    @usableFromInline func note(_ message: Message, in mail: MailUnderWay) { next.note(message, in: mail) }
}

extension MappedSink {
    @usableFromInline
    func note(_ message: Message, in mail: MailUnderWay) {
        callingOut()
        if let mapped = mapping(message) { next.note(mapped, in: mail) }
    }
}

extension Taker {
    @usableFromInline func note(_ message: Message, in mail: MailUnderWay) {}
}

extension MailboxTaker {
    @usableFromInline
    func note(_ message: Message, in mail: MailUnderWay) {
        guard let machine = address.receiver else { return }
        callingOut()
        mail.add(.init(machine: machine, content: address.noted(mapping(message))))
    }
}

extension EventAddress {
    @usableFromInline func noted(_ event: Event) -> MailUnderWay.Content { .event(event) }
}

extension InsideAddress {
    @usableFromInline func noted(_ event: any Sendable) -> MailUnderWay.Content {
        .inside(InsideEvent(event, for: top))
    }
}

extension Relay {
    @usableFromInline func note(_ message: Message, in mail: MailUnderWay) { inner.note(message, in: mail) }
}

extension OutputStorage {
    /// Notes a message that passes.
    @usableFromInline
    func note(_ message: Message, in mail: MailUnderWay) {
        let (ends, hasState) = state.withLock { ($0.isFinished ? nil : Ends($0.links), $0.hasState) }
        // What becomes current by it, and who gets that, is decided in the turn of the message.
        mail.doubting(hasState ? "the output \(identity.label)" : doubt) {
            mail.note(at: self)
            note(message, at: ends, in: mail)
        }
    }

    /// Notes a message of the port's own.
    func note(_ delivery: StateMachine.Delivery, in mail: MailUnderWay) {
        guard isDue(delivery) else { return }
        mail.doubting(delivery.isJudged ? nil : doubt) { note(delivery.message, at: delivery.ends, in: mail) }
    }

    /// Notes that a value comes which is made in its turn.
    func noteCombination(in mail: MailUnderWay) {
        let ends = state.withLock { Ends($0.links) }
        guard let value = current else { return }
        mail.doubting("the output \(identity.label)") {
            mail.note(at: self)
            note(value, at: ends, in: mail)
        }
    }

    private var doubt: String? { contract.isInForce ? "the contract of \(identity.label)" : nil }

    private func note(_ message: Message, at ends: Ends<Message>?, in mail: MailUnderWay) {
        guard let ends else { return }
        for link in [ends.first] + (ends.others ?? []) { link.sink.note(message, in: mail) }
    }
}

extension InputStorage {
    @usableFromInline
    func note(_ message: Message, in mail: MailUnderWay) {
        // Places that are reserved are for messages whose senders have waited, as those of such a port do.
        let hasPlace = withState { $0.reserved > 0 }
        if understands(message) { note(message, hasPlace ? .place : .nothing, in: mail) }
    }

    /// Plays what would become of a message: it comes to the machine, or waits here.
    func note(_ message: Message, _ claim: StateMachine.Claim, in mail: MailUnderWay) {
        mail.doubting(contract.isInForce ? "the contract of \(identity.label)" : nil) {
            var state =
                mail.input(self)
                ?? withState { state -> StateMachine in
                    var copy = state
                    // For a task that reads here: its successor does.
                    copy.consumers = FIFO()
                    // Behind a gate it waits here, as what the machine was given and has not begun with.
                    if isGated.load(ordering: .relaxed) { copy.isOpen = false }
                    return copy
                }
            var takers: [(taker: any Taker<Message>, message: Message)] = []
            switch state.receive(Parcel(message: message, context: nil), claim, mode: .immediate) {
            case .push(let taker), .pull(let taker): takers.append((taker, message))
            case .drain:
                while case .pull(let taker, let buffered) = state.nextForTaker().0 {
                    takers.append((taker, buffered.parcel.message))
                    if isProxy.load(ordering: .relaxed) { _ = state.handled(whileDraining: true) }
                }
            case .none, .resume, .dropped, .refused: break
            }
            mail.note(at: self, state)
            for (taker, message) in takers { taker.note(message, in: mail) }
        }
    }

    /// What waits here in a snapshot.
    func waiting(in mail: MailUnderWay?) throws -> [Message] {
        try mail?.refuseDoubt(about: ObjectIdentifier(self))
        return (mail?.input(self, as: StateMachine.self) ?? withState { $0 }).queue.elements.map(\.parcel.message)
    }
}
