/// What waits for a machine: what is to be done, and who wants to know what comes of it.
@usableFromInline
enum Envelope<Event: Sendable>: Sendable {
    /// An event of the chart.
    case event(Event, Sender)
    /// An event of an embedded chart, which came through a port of that.
    indirect case inside(InsideEvent, Sender)
    /// Something from a timer or an activity.
    case resource(ResourceMessage)
    /// Code that is to be run between two steps, and whose caller waits for what follows.
    case request(IsolatedRequest, StepContinuation)
    /// The machine is to fail: by a contract, or by a mistake that somebody made while looking at it between two steps.
    indirect case failure(StepError)
    /// The machine is to stop.
    case stop(StepContinuation)

    /// Who wants to know what comes of it.
    @usableFromInline var sender: Sender {
        switch self {
        case .event(_, let sender), .inside(_, let sender): sender
        case .request(_, let reply), .stop(let reply): .reply(reply)
        case .resource(let message): message.cause.map { .cause($0) } ?? .nobody
        case .failure: .nobody
        }
    }

    /// The event, if it is one of the chart itself or of an embedded one.
    var message: (any Sendable)? {
        switch self {
        case .event(let event, _): event
        case .inside(let inside, _): inside.event
        case .resource, .request, .failure, .stop: nil
        }
    }

    /// How a message goes back to where it came from, if it does when the machine does not begin its step.
    var wayBack: WayBack? { sender.receipt?.wayBack }

    /// The message and its port, if it goes back into the queue of that.
    var portMessage: PortMessage? { sender.receipt?.portMessage }

    /// Tells the port of a message that no machine takes it. Nobody else is told.
    func returnToPort() {
        guard let message else { return }
        switch sender {
        case .port(let port): port.lost(message)
        case .receipt(let receipt): receipt.lost(message)
        case .nobody, .cause, .question, .reply: break
        }
    }

    /// Tells the sender that no machine takes it.
    /// - Parameter answer: answers who waits for the end of the step.
    func tellUntaken(_ answer: (StepContinuation) -> Void) {
        switch sender {
        case .port, .receipt: returnToPort()
        case .question(let question): question.endUnanswered()
        case .reply(let reply): answer(reply)
        case .nobody, .cause: break
        }
    }
}

/// Code that is run with the top state of a chart between two steps.
@usableFromInline typealias IsolatedRequest = @Sendable (StateNode) -> Void

/// Who has put an envelope into a mailbox, and is to be told what comes of it.
@usableFromInline
enum Sender: Sendable {
    /// It was posted: nobody is told.
    case nobody
    /// It was posted while a system watches: what the poster was handling.
    case cause(TraceContext)
    /// An input port whose message nobody watches or waits for.
    case port(PortNumber)
    /// An input port whose message somebody watches or waits for.
    case receipt(DeliveryReceipt)
    /// Somebody who waits for an answer.
    case question(OpenQuestion)
    /// Somebody who waits for the end of the step.
    case reply(StepContinuation)

    /// The sender of what is posted now.
    @usableFromInline static var present: Sender { Tracing.present.map { .cause($0) } ?? .nobody }

    /// True if nothing is to be noted before the step and nobody is to be told after it.
    @inlinable var isSilent: Bool {
        switch self {
        case .nobody, .port: true
        case .cause, .receipt, .question, .reply: false
        }
    }

    /// What a message of an input port carries, if somebody watches it or waits for it.
    var receipt: DeliveryReceipt? { if case .receipt(let receipt) = self { receipt } else { nil } }

    /// True if somebody waits for the answer, or for the end of the step.
    var wantsReply: Bool {
        switch self {
        case .question, .reply: true
        case .nobody, .cause, .port, .receipt: false
        }
    }

    /// True for `wantsReply`, or if others may wait behind it for room in the port that it came through.
    @usableFromInline var wantsReplyOrRoom: Bool {
        if case .receipt = self { true } else { wantsReply }
    }

    /// What the step is caused by, as far as a system knows.
    var cause: TraceContext? {
        switch self {
        case .nobody, .port: nil
        case .cause(let cause): cause
        case .receipt(let receipt): receipt.cause
        case .question(let question): question.cause
        case .reply(let reply): reply.cause
        }
    }
}
