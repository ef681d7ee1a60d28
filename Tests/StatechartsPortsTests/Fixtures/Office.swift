@testable import Statecharts
@testable import StatechartsCore

/// Answers requests, each in the way that it asks for.
///
///     ┌─ Office ─────────────────────────────────────────────────┐
///     │ requests ▶ asked(n, way)  / answers n at once, twice, … │──▶ answers
///     │ after(d) ▶ due(n)         / answers n                   │
///     │ stop ──▶ ◉                                              │
///     └──────────────────────────────────────────────────────────┘
final class Office: TopState<Office.Event>, Snapshotting {
    struct Request: Sendable, CustomStringConvertible {
        enum Way: Sendable {
            case atOnce, twice, wrongly, never, after(Duration), failing
        }
        let number: Int
        var way = Way.atOnce
        var description: String { "\(number)?" }
    }
    enum Event: Sendable { case asked(Request), due(Int), answerAll, stop }
    struct Broken: Error {}

    let requests: InputPort<Request>, answers: OutputPort<Int>
    let serving = Serving(), closed = Closed()
    /// What has been asked and not answered.
    var open: [Int] = []

    init(
        _ requests: InputPort<Request> = InputPort("requests"), _ answers: OutputPort<Int> = OutputPort("answers")
    ) {
        self.requests = requests
        self.answers = answers
    }
    override func configure() {
        receive(requests, Event.asked)
        substates(serving, closed)
    }
    func save() -> [Int] { open }
    func restore(_ saved: [Int]) { open = saved }

    final class Serving: State<Office, Office> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked(let request):
                .handled {
                    let number = request.number
                    switch request.way {
                    case .atOnce: self.top.answers.send(number)
                    case .twice:
                        self.top.answers.send(number)
                        self.top.answers.send(number)
                    case .wrongly: self.top.answers.send(number + 1)
                    case .never: self.top.open.append(number)
                    case .after(let delay): self.after(delay, send: .due(number))
                    case .failing: throw Broken()
                    }
                }
            case .due(let number): .handled { self.top.answers.send(number) }
            case .answerAll:
                .handled {
                    for number in self.top.open { self.top.answers.send(number) }
                    self.top.open = []
                }
            case .stop: .to(superior.closed)
            }
        }
    }
    final class Closed: FinalState<Office, Office> {}
}

/// Every request is answered within five seconds, once, with its number.
///
///     ┌─ AnswerRules ────────────────────────────────────────────────────┐
///     │ asked(n) [n not open]  / open n, after 5 s: tooLate(n)           │
///     │ answered(n) [n open]   / close n                                 │
///     │ gone [nothing open]    / –                                       │
///     │ forgotten              / close all                               │
///     │ asked, answered, gone, tooLate ▶ nobody: a violation             │
///     └──────────────────────────────────────────────────────────────────┘
final class AnswerRules: TopState<AnswerRules.Event> {
    enum Event: Sendable, Equatable { case asked(Int), answered(Int), tooLate(Int), gone, forgotten }
    let serving = Serving()
    var open: [Int: TimerID] = [:]
    override func configure() { substates(serving) }

    final class Serving: State<AnswerRules, AnswerRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked(let number) where top.open[number] == nil:
                .handled { self.top.open[number] = self.after(.seconds(5), send: .tooLate(number)) }
            case .answered(let number) where top.open[number] != nil:
                .handled { if let timer = self.top.open.removeValue(forKey: number) { self.cancel(timer) } }
            case .gone where top.open.isEmpty: .handled
            case .forgotten:
                .handled {
                    for timer in self.top.open.values { self.cancel(timer) }
                    self.top.open = [:]
                }
            case .asked, .answered, .gone, .tooLate: .unhandled
            }
        }
    }

    var candidates: [Event] { open.keys.sorted().map { .answered($0) } + [.asked(0)] }
}

/// What a contract has reported.
final class Complaints: Sendable {
    private let all = Guarded<[ContractViolation]>([])
    var violations: [ContractViolation] { all.withLock { $0 } }
    /// Each in full.
    var texts: [String] { violations.map(\.description) }
    func note(_ violation: ContractViolation) { all.withLock { $0.append(violation) } }
}
