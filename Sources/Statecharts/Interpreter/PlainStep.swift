// `@unchecked Sendable`: a plan is never changed once it is known, and lives as long as its topology. Whoever keeps a
// plain step retains the topology: the machine that takes the step while it runs, `Observers` from the first observed
// step on, and `PlainRecords`.
//
// Tried against it: records of steps that are read when the machine, its chart and all others of the class are gone
// (ObserverTests), and those that nobody reads (LettingGoTests).

/// What the step of an event did, as numbers that cost nothing to write down and a record can be made of later. Only
/// for steps in which nothing happens but that one leaf is replaced by another, an internal transition is taken, or
/// nobody reacts.
@safe
@usableFromInline
struct PlainStep: @unchecked Sendable {
    /// What was performed; `nil` if nothing was left or entered.
    let plan: Plan?
    /// Who reacted, -1 for nobody.
    let source: Int32
    /// The only leaf afterwards.
    let leaf: Int32
    let hasEffect: Bool

    init(_ plan: Plan?, of source: Int32, to leaf: Int32, hasEffect: Bool) {
        self.plan = plan
        self.source = source
        self.leaf = leaf
        self.hasEffect = hasEffect
    }

    /// A step that has not been taken yet.
    @usableFromInline static var none: PlainStep { PlainStep(nil, of: -1, to: -1, hasEffect: false) }

    func isSame(as other: PlainStep) -> Bool {
        plan == other.plan && source == other.source && leaf == other.leaf && hasEffect == other.hasEffect
    }

    /// Equal steps have equal numbers.
    var number: Int {
        let place = UInt(bitPattern: plan?.identity ?? 0) >> 4
        let own = UInt(UInt32(bitPattern: source)) << 1 ^ UInt(UInt32(bitPattern: leaf)) << 9 ^ (hasEffect ? 1 : 0)
        let mixed = (place ^ own) &* 0x9e37_79b9_7f4a_7c15
        return Int(mixed >> 40)
    }

    /// The records of the only microstep; none if nobody reacted.
    func microsteps(in topology: Topology) -> [Microstep] {
        guard source >= 0 else { return [] }
        func id(_ index: Int32) -> StateID { StateID(topology: topology, index: index) }
        var exits: [StateID] = []
        var entries: [StateID] = []
        var targets: [StateID] = []
        plan?.targets.forEach { targets.append(id($0)) }
        plan?.exits.forEach { exits.append(id($0.node)) }
        plan?.entries.forEach { entries.append(id($0.node)) }
        return [
            Microstep(
                trigger: .event,
                transitions: [
                    .init(
                        source: id(source), kind: plan.map { $0.has(.local) ? .local : .external } ?? .internal,
                        targets: targets)
                ],
                preempted: [], exits: exits, effects: hasEffect ? [id(source)] : [], entries: entries)
        ]
    }
}

/// What the records of plain steps say, made once for each kind of step and shared by all that did the same.
@usableFromInline
struct PlainRecords {
    private struct Entry {
        let step: PlainStep
        let content: StepContent
    }

    private let topology: Topology
    /// One place for every number; of two steps whose numbers are the same there, the last one is kept.
    private var entries: [Entry?]
    private let mask: Int

    init(_ topology: Topology) {
        self.topology = topology
        var size = 64
        while size < topology.count * 4, size < 4_096 { size *= 2 }
        entries = Array(repeating: nil, count: size)
        mask = size - 1
    }

    mutating func content(of step: PlainStep) -> StepContent {
        let place = step.number & mask
        if let known = entries[place], known.step.isSame(as: step) { return known.content }
        return make(step, at: place)
    }

    @inline(never)
    private mutating func make(_ step: PlainStep, at place: Int) -> StepContent {
        let content = StepContent(
            step.source < 0 ? .unhandled : .handled, step.microsteps(in: topology),
            Configuration(topology: topology, leafIndices: [step.leaf]))
        entries[place] = Entry(step: step, content: content)
        return content
    }
}

extension Configuration {
    /// Whether these are its leaves.
    func hasLeaves(_ leaves: LeafRow) -> Bool {
        guard leafIndices.count == Int(leaves.count) else { return false }
        for position in 0..<leaves.count where leafIndices[Int(position)] != leaves[position] { return false }
        return true
    }
}
