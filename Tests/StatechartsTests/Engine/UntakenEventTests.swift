import Statecharts
import Testing

/// Events that an interpreter cannot take any more are not kept.
@Suite struct UntakenEventTests {
    @Test(arguments: Parting.End.allCases)
    func `what the last step has posted goes with it`(_ end: Parting.End) throws {
        let interpreter = Interpreter(Parting())
        interpreter.top.post = { [unowned interpreter] in try? interpreter.post($0) }
        try interpreter.start()
        weak var gone: Parting.Payload?
        do {
            let payload = Parting.Payload()
            gone = payload
            try interpreter.end(end, payload)
        }
        #expect(interpreter.status != .running)
        #expect(gone == nil)
    }

    @Test(arguments: Parting.End.allCases)
    func `what is posted or raised after the end is not kept`(_ end: Parting.End) throws {
        let interpreter = Interpreter(Parting())
        try interpreter.start()
        try interpreter.end(end, Parting.Payload())
        weak var posted: Parting.Payload?, raised: Parting.Payload?
        do {
            let payloads = [Parting.Payload(), Parting.Payload()]
            (posted, raised) = (payloads[0], payloads[1])
            try interpreter.post(.parcel(payloads[0]))
            interpreter.top.raise(.parcel(payloads[1]))
        }
        #expect(posted == nil)
        #expect(raised == nil)
    }
}

//  ● ──▶ Open ──end──▶ done, crash, an error, or stop        every way posts a parcel
final class Parting: TopState<Parting.Event> {
    enum End: CaseIterable, Sendable { case finished, terminated, failed, stopped }
    enum Event: Sendable { case end(End, Payload), parcel(Payload) }
    struct Lost: Error {}
    final class Payload: Sendable {}

    let open = Open(), done = FinalState<Parting, Parting>(), crash = Terminate<Parting, Parting>()
    var post: (Event) -> Void = { _ in }
    /// What the exit of Open posts.
    var left: Payload?
    override func configure() { substates(open, done, crash) }

    final class Open: State<Parting, Parting> {
        override func handle(_ event: Event) -> Reaction {
            guard case .end(let end, let payload) = event else { return .unhandled }
            switch end {
            case .finished: return .to(superior.done) { self.top.post(.parcel(payload)) }
            case .terminated: return .to(superior.crash) { self.top.post(.parcel(payload)) }
            case .failed:
                return .handled {
                    self.top.post(.parcel(payload))
                    throw Lost()
                }
            case .stopped: return .handled { self.top.left = payload }
            }
        }
        override func exit() {
            if let payload = top.left.take() { top.post(.parcel(payload)) }
        }
    }
}

extension Interpreter<Parting> {
    /// Ends the chart, with a parcel that it posts meanwhile.
    fileprivate func end(_ end: Parting.End, _ payload: Parting.Payload) throws {
        if end == .failed {
            #expect(throws: StepError.self) { try send(.end(end, payload)) }
        } else {
            try send(.end(end, payload))
        }
        if end == .stopped { try stop() }
    }
}
