/// Which message may pass when, said as a chart of its own (UML 2.5.1, 14.4: protocol state machine), at one port or at
/// several of a component.
///
///     let contract = Contract(DoorProtocol())
///     door.enforce(contract, onViolation: .refuse) { message in
///         switch message {
///         case .open: .open
///         case .close: .close
///         case .knock: nil  // may come at any time
///         }
///     }
///
/// Each message that passes a port where the contract is enforced is an event of the protocol's chart. An event that no
/// state reacts to, or that comes after the end of the chart, is a *violation*: it is reported with what led there, and
/// each port says what becomes of its message.
///
/// ## Several ports, and deadlines
///
/// A contract may be enforced at any number of ports, in both directions, and its chart may have timers. That every
/// request is answered within five seconds, once, with its number, is this chart:
///
///     final class AnswerRules: TopState<AnswerRules.Event> {
///         enum Event { case asked(Int), answered(Int), tooLate(Int), gone, forgotten }
///
///         let serving = Serving()
///         var open: [Int: TimerID] = [:]
///         override func configure() { substates(serving) }
///
///         final class Serving: State<AnswerRules, AnswerRules> {
///             override func handle(_ event: Event) -> Reaction {
///                 switch event {
///                 case .asked(let number) where top.open[number] == nil:
///                     .handled { top.open[number] = after(.seconds(5), send: .tooLate(number)) }
///                 case .answered(let number) where top.open[number] != nil:
///                     .handled { if let timer = top.open.removeValue(forKey: number) { cancel(timer) } }
///                 case .gone where top.open.isEmpty: .handled
///                 case .forgotten: .handled { top.forget() }
///                 default: .unhandled
///                 }
///             }
///         }
///
///         func forget() {
///             for timer in open.values { cancel(timer) }
///             open = [:]
///         }
///
///         var candidates: [Event] { open.keys.sorted().map { .answered($0) } }
///     }
///
/// and it is enforced where requests come and where answers go:
///
///     let contract = Contract(AnswerRules(), clock: clock)
///     shop.requests.enforce(contract) { .asked($0) }
///     shop.answers.enforce(contract) { .answered($0) }
///
/// So a missing answer is a violation too: the event of a timer that no state reacts to. Its trace is that of the
/// message which armed the timer. What violates a contract changes nothing in its chart.
///
/// ## Order
///
/// The messages of all its ports are judged one after the other and go on in the order in which they were judged.
/// Nobody waits for that: what is sent while another message is being judged, by another thread or by the chart's own
/// actions, is judged and goes on right after it, and ``OutputPort/send(_:)-(Message)`` returns at once. A message that
/// comes when the time of a deadline is over comes after that deadline.
///
/// ## Life
///
/// The chart starts when the contract is first enforced, and runs synchronously where messages pass: its actions should
/// do nothing but count. It has no activities, its actions do not suspend, and it receives from no ports. A chart that
/// cannot start, or that fails, makes every message a violation that says why.
///
/// A contract outlives the component whose ports it watches as long as one of the deadlines is to come that were armed
/// then: who is gone does not answer. It goes on across restarts of a supervised machine: an answer of the next life is
/// one. A component whose ports are new in each life has the same contract enforced on them; enforced again on a port, it
/// goes on. When one of its ports gets another contract, this one does not learn any more what comes there, and so it
/// ends with whoever holds it, whatever is due. Rules that are about lives are told of them, by ``follow(_:ended:)`` and
/// ``follow(_:failed:restarted:ended:)``.
///
/// - Isolation: `Sendable`; everything may be called from anywhere, also from inside actions and the contract's own
///   chart.
public final class Contract<Rules: Statechart>: Sendable {
    /// What a contract does about a deadline that its chart does not allow to pass, and about an end that it does not
    /// allow.
    public enum DeadlinePolicy: Sendable, Hashable {
        /// Tells who listens, and does nothing else.
        case report
        /// Reports it, and fails the machines that take messages of the contract's input ports with a ``StepError``.
        case fail
    }

    let core: ContractCore<Rules>
    /// Held by the contract and by each port where it is enforced. When nobody holds it, the core is told so.
    let lease: Lease

    /// Makes a contract of a protocol's chart.
    ///
    /// If its events are `CaseIterable`, violations name those that would have been taken; of other events that can be
    /// said by ``init(_:named:clock:onDeadline:expecting:reporting:)``.
    /// - Parameters:
    ///   - chart: the protocol, used nowhere else.
    ///   - name: what violations call the contract; by default the class of the chart.
    ///   - clock: what the chart's timers go by: that of the component.
    ///   - policy: what becomes of a component that misses a deadline.
    ///   - report: called with each violation, where it happens, while no lock is held; a ``System`` reports violations
    ///     at its ports as well (``System/violations``).
    public convenience init<C: Clock>(
        _ chart: sending Rules, named name: String? = nil, clock: C = ContinuousClock(),
        onDeadline policy: DeadlinePolicy = .report,
        reporting report: @escaping @Sendable (ContractViolation) -> Void = { _ in }
    ) where C.Duration == Duration {
        self.init(chart, name, TimeKeepers.keeper(of: clock), policy, nil, report)
    }

    /// Makes a contract whose violations name what was expected instead.
    ///
    ///     let contract = Contract(AnswerRules(), clock: clock, expecting: \.candidates) { log("\($0)") }
    ///     // AnswerRules: tooLate(7) came after requests: 7, in Serving; expected answered(7)
    ///
    /// - Parameters:
    ///   - chart: the protocol, used nowhere else.
    ///   - name: what violations call the contract; by default the class of the chart.
    ///   - clock: what the chart's timers go by: that of the component.
    ///   - policy: what becomes of a component that misses a deadline.
    ///   - candidates: a property of the chart with events that may be expected as the rules stand. Those of them that
    ///     the present state would take are named. It is read only when something is wrong.
    ///   - report: called with each violation, where it happens, while no lock is held; a ``System`` reports violations
    ///     at its ports as well (``System/violations``).
    public convenience init<C: Clock>(
        _ chart: sending Rules, named name: String? = nil, clock: C = ContinuousClock(),
        onDeadline policy: DeadlinePolicy = .report, expecting candidates: any KeyPath<Rules, [Rules.Event]> & Sendable,
        reporting report: @escaping @Sendable (ContractViolation) -> Void = { _ in }
    ) where C.Duration == Duration {
        self.init(chart, name, TimeKeepers.keeper(of: clock), policy, { $0[keyPath: candidates] }, report)
    }

    private init(
        _ chart: sending Rules, _ name: String?, _ keeper: (any TimeKeeper)?, _ policy: DeadlinePolicy,
        _ candidates: (@Sendable (Rules) -> [Rules.Event])?, _ report: @escaping @Sendable (ContractViolation) -> Void
    ) {
        let monitor = ContractMonitor(
            Interpreter(chart), named: name ?? ClassInfo.of(Rules.self).name, keeper ?? TimeKeepers.continuous,
            candidates)
        let core = ContractCore(monitor, failsAtDeadlines: policy == .fail, report)
        self.core = core
        lease = Lease { core.orphan() }
    }

    /// What violations call the contract.
    public var name: String { core.name }

    // MARK: Lives

    /// Has the rules judge the end of a component, as an event that no message brings.
    ///
    ///     contract.follow(shop, ended: .gone)  // unhandled while something is owed: a violation
    ///
    /// It is judged where the machine ends, after all messages that it has sent and before anybody who awaits the end
    /// goes on; at once if the machine has ended. Without this an end is nothing to the contract, and what is owed is
    /// missed when it is due.
    /// - Parameters:
    ///   - machine: the component; it is not kept.
    ///   - event: what its end is to the rules, whichever way it ends.
    public func follow<Top: Statechart>(_ machine: Machine<Top>, ended event: Rules.Event) {
        machine.observers.whenEnded { [core] in core.judge(event) }
    }
}
