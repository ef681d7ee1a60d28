/// The rules for which message may pass when, as a chart of their own (UML 2.5.1, 14.4: protocol state machine), at one
/// port or several ports of a component.
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
/// A contract may be enforced at any number of ports, in both directions, and its chart may have timers. This chart
/// says that every request is answered within five seconds, once, with its number:
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
/// The messages of all its ports are judged one after the other and go on in the order in which they were judged. No
/// sender waits for that: what is sent while another message is being judged, by another thread or by the chart's own
/// actions, is judged and goes on right after it, and ``OutputPort/send(_:)-(Message)`` returns at once. A message that
/// comes when a deadline has passed is judged after that deadline.
///
/// ## Life
///
/// The chart starts when the contract is first enforced, and runs synchronously where messages pass: its actions should
/// do nothing but count. It has no activities, its actions do not suspend, and it receives from no ports. A chart that
/// cannot start, or that fails, makes every message a violation that says why.
///
/// A contract outlives the component whose ports it watches as long as a deadline is pending that was armed before: a
/// component that is gone does not answer. The contract goes on across restarts of a supervised machine: an answer of
/// the next life counts. If a component has new ports in each life, the same contract is enforced on them; a contract
/// that is enforced again on a port goes on. When one of its ports gets another contract, this one no longer learns
/// what comes there, and so it ends when nothing refers to it any more, whatever is due. Rules about lives learn of
/// them by ``follow(_:ended:)`` and ``follow(_:failed:restarted:ended:)``.
///
/// - Isolation: `Sendable`; everything may be called from anywhere, even from inside actions and the contract's own
///   chart.
public final class Contract<Rules: Statechart>: Sendable {
    /// What a contract does about a deadline that its chart does not allow to pass, and about an end that it does not
    /// allow.
    public enum DeadlinePolicy: Sendable, Hashable {
        /// Reports it, and does nothing else.
        case report
        /// Reports it, and fails the machines that take messages of the contract's input ports with a ``StepError``.
        case fail
    }

    let core: ContractCore<Rules>
    /// Held by the contract and by each port where it is enforced. When nobody holds it, the core is told so.
    let lease: Lease

    /// Makes a contract of a protocol's chart.
    ///
    /// If its events are `CaseIterable`, violations name those that would have been taken; for other events, use
    /// ``init(_:named:clock:onDeadline:expecting:reporting:)``.
    /// - Parameters:
    ///   - chart: the protocol, which must not be used anywhere else.
    ///   - name: what violations call the contract; by default the class of the chart.
    ///   - clock: the clock of the chart's timers: that of the component.
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
    ///   - chart: the protocol, which must not be used anywhere else.
    ///   - name: what violations call the contract; by default the class of the chart.
    ///   - clock: the clock of the chart's timers: that of the component.
    ///   - policy: what becomes of a component that misses a deadline.
    ///   - candidates: a property of the chart with events that may be expected at present. Violations name those of
    ///     them that the present state would take. It is read only when something is wrong.
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

    /// Lets the rules judge the end of a component, as an event that does not come with a message.
    ///
    ///     contract.follow(shop, ended: .gone)  // unhandled while something is owed: a violation
    ///
    /// It is judged where the machine ends, after all messages that it has sent and before any code that awaits the end
    /// goes on; at once if the machine has ended. Without this the contract takes no notice of an end, and what is owed
    /// is missed when it is due.
    /// - Parameters:
    ///   - machine: the component; it is not kept.
    ///   - event: the rules' event for its end, whichever way it ends.
    public func follow<Top: Statechart>(_ machine: Machine<Top>, ended event: Rules.Event) {
        machine.observers.whenEnded { [core] _ in core.judge(event) }
    }
}
