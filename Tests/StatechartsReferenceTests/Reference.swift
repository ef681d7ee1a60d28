@testable import Statecharts
@testable import StatechartsCore

/// A slow interpreter that is meant to be obviously right: sets of vertices, computed anew for every question, after
/// the rulings of *Semantics* and SCXML's Appendix D. It shares nothing with the engine but the vocabulary of records.
struct Reference {
    enum Status { case running, finished, stopped, terminated, failed }

    /// Why a step cannot be completed.
    struct Stop: Error {
        let code: StepError.Code
        let vertex: Int
        /// Whether it is what nobody has handled, so that nothing that waits behind it counts.
        var isUnhandled = false
    }

    /// What an action has thrown, or a reaction that could not be taken, until it is offered to the states.
    struct Trouble {
        let origin: Int
        let text: String
        /// Who is asked first.
        let first: Int?
        var code = StepError.Code.unhandledError

        var isMistake: Bool { code != .unhandledError }
        var stop: Stop { Stop(code: code, vertex: code == .junctionCycle ? -1 : origin, isUnhandled: true) }
    }

    /// A deferred event, and the state with which it goes.
    struct Deferred: Equatable {
        let event: Int
        var owner: Int?
        /// The top of the chart to which it was offered.
        let scope: Int
        /// Tells apart what is equal otherwise.
        let number: Int
    }

    /// A run that cannot be compared any further, or is longer than the comparison wants to see; not a failure of the chart.
    struct TooLong: Error {}

    let chart: ChartSpec
    let eventlessLimit: Int
    // What a chart has not need not be looked for.
    let hasEventless: Bool
    let hasCompletions: Bool
    var world = World()
    var status = Status.running
    /// Everything that is active, superiors and choices on the way included.
    var active = NodeSet()
    /// What was active inside a composite when it was last left: the direct substate, and the leaves.
    var shallow: [Int: Int] = [:]
    var deep: [Int: NodeSet] = [:]
    /// Choices, and junctions entered by default, in the order in which they were reached.
    var reached: [Int] = []
    var faults: [Trouble] = []
    /// Whether states are being asked about an error.
    var isOffering = false
    var completions: [Int] = []
    /// Each with the top of the chart that has raised it.
    var raised: [(event: Int, scope: Int)] = []
    var deferred: [Deferred] = []
    var inbox: [Int] = []
    var postCount = 0
    /// What is declared of child machines; those that live, how many there have been, and the states that wait for the
    /// end of one before they are complete.
    var owning: [Int: ChildSpec] = [:]
    var kids: [Int: LivingKid] = [:]
    var made: [Int: Int] = [:]
    var busy = NodeSet()
    var family = FamilyNotes()
    var lastNumber = 0
    /// The deferred event that is being taken again, which goes at the end of that step only.
    var recalled: Int?
    var isOver = false

    var steps: [Record.Step] = []
    var records: [Record] = []
    /// What ran in the whole operation, also in steps that leave no record.
    var log: [World.Line] = []
    var hasChanged = false
    var eventlessSteps = 0

    init(_ chart: ChartSpec, eventlessLimit: Int) {
        self.chart = chart
        hasEventless = chart.vertices.contains { $0.kind == .join || !$0.always.isEmpty }
        hasCompletions = chart.vertices.contains { !$0.completed.isEmpty }
        self.eventlessLimit = eventlessLimit
    }

    // MARK: Operations

    mutating func perform(_ operation: Operation.Kind) throws {
        world.beginOperation()
        records = []
        log = []
        family = FamilyNotes()
        guard status == .running else { return }
        switch operation {
        case .start:
            try macrostep(.start) { reference in
                try reference.enterChart()
                return .handled
            }
            try comeToRest()
        case .send(let event):
            try macrostep(.event(event)) { try $0.ask(event, keeps: true) }
            try comeToRest()
        case .offer(let event, let owner):
            guard active.contains(owner) else { return }
            try hear(event, owner: owner)
        case .change(let number):
            world.counter += number
            try lookAround()
        case .raise(let event):
            raised.append((event, 0))
        case .stop:
            try macrostep(.stop) { reference in
                reference.finish(.stopped)
                return .handled
            }
        }
    }

    /// An event that belongs to a state, such as one of its timers.
    mutating func hear(_ event: Int, owner: Int) throws {
        let scope = chart.scopes[owner]
        try macrostep(.event(event)) { try $0.take(event, keeps: true, owner: owner, scope: scope) }
        try comeToRest()
    }

    /// Nothing has happened but that there may be something to do.
    mutating func lookAround() throws {
        try macrostep(.changed) { _ in .handled }
        try comeToRest()
    }

    /// Recalled events after each step, then what was posted meanwhile.
    private mutating func comeToRest() throws {
        try recall()
        while status == .running, !inbox.isEmpty {
            let event = inbox.removeFirst()
            try macrostep(.event(event)) { try $0.ask(event, keeps: true) }
            try recall()
        }
    }

    /// Deferred events, from the first on again whenever the configuration has changed.
    private mutating func recall() throws {
        guard hasChanged else { return }
        var position = 0
        while status == .running, position < deferred.count {
            let kept = deferred[position]
            guard kept.scope == 0 || active.contains(kept.scope) else {
                deferred.remove(at: position)
                continue
            }
            (recalled, isOver) = (kept.number, false)
            let outcome = try macrostep(.recalled(kept.event)) {
                try $0.take(kept.event, keeps: false, owner: kept.owner, scope: kept.scope)
            }
            recalled = nil
            if outcome == .deferred, !isOver {
                position += 1
            } else {
                deferred.removeAll { $0.number == kept.number }
            }
            if hasChanged { position = 0 }
        }
    }

    @discardableResult
    private mutating func macrostep(
        _ trigger: Record.Trigger, _ begin: (inout Reference) throws -> Outcome
    ) throws -> Outcome? {
        steps = []
        hasChanged = false
        eventlessSteps = 0
        var outcome: Outcome?
        var failure: Record.Failure?
        do {
            let first = try begin(&self)
            try settle()
            outcome = first
        } catch let stop as Stop {
            status = .failed
            // What goes wrong after a mistake may have come of it.
            let first = stop.isUnhandled ? stop : faults.first { $0.isMistake }?.stop ?? stop
            failure = failed(first.code, in: first.vertex)
        }
        // An error that nobody can be asked about any more, because the chart has ended, is not lost.
        if status != .running, failure == nil, let first = faults.first {
            failure = failed(first.code, in: first.stop.vertex)
        }
        if failure != nil { outcome = nil }
        if trigger != .changed || !steps.isEmpty || failure != nil {
            records.append(
                Record(
                    trigger: trigger, outcome: outcome, steps: steps, leaves: leaves, failure: failure, log: world.log))
        }
        log += world.log
        world.log = []
        beginKids()
        return outcome
    }

    /// Vertices without a name of their own are not told apart in failures.
    private func failed(_ code: StepError.Code, in vertex: Int) -> Record.Failure {
        let isNamed = vertex >= 0 && chart.kinds[vertex] != .join && chart.kinds[vertex] != .exitPoint
        return Record.Failure(code: code, vertex: isNamed ? vertex : -1)
    }

    /// Active vertices with nothing active inside.
    var leaves: [Int] { active.ascending.filter { !active.intersects(chart.insides[$0]) } }

    // MARK: Actions

    mutating func run(_ action: ChartSpec.Action?, _ method: World.Method, _ vertex: Int, rule: Int = 0) {
        guard let action else { return }
        let active = active
        let demand = world.perform(action, method, vertex, rule: rule) { active.contains($0) }
        if let event = demand.raise { raised.append((event, chart.scopes[vertex])) }
        if let event = demand.post {
            inbox.append(event)
            postCount += 1
        }
        if demand.fails { faults.append(Trouble(origin: vertex, text: "\(Fault(vertex: vertex))", first: vertex)) }
    }

    mutating func decide(
        _ method: World.Method, _ vertex: Int, _ rules: [ChartSpec.Rule], event: Int = -1
    ) -> (reaction: ChartSpec.Reaction, rule: Int)? {
        let active = active
        guard let rule = world.decide(method, vertex, rules, event: event, isActive: { active.contains($0) }) else {
            return nil
        }
        return (rules[rule].reaction, rule)
    }
}
