import Statecharts

/// What a walk through a chart has found, as numbers: situations in the order in which they were reached, and from each
/// the edges to others.
struct Found {
    /// Something that was seen on an edge, the first time.
    struct Sighting {
        /// The edge; -1 for the start.
        let edge: Int
        let message: String
    }

    var situations = WordTable()
    /// By situation: the edge that led there first (-1 for the start), the length of the path, which conditions hold,
    /// whether the chart has ended.
    var reachedBy: ContiguousArray<Int> = []
    var depths: ContiguousArray<Int32> = []
    var conditions: ContiguousArray<UInt64> = []
    var hasEnded: ContiguousArray<Bool> = []
    var configurations: [Configuration] = []
    /// The situations from the number of `firstEdges` on were never left.
    var firstEdges: ContiguousArray<Int> = []

    /// By edge.
    var sources: ContiguousArray<Int32> = []
    var targets: ContiguousArray<Int32> = []
    var stimuliOfEdges: ContiguousArray<Int32> = []
    var shapes: ContiguousArray<Int32> = []

    private var numberedStimuli = Numbering<Stimulus>()
    /// The duration of a timer's stimulus, and whether it repeats.
    var timers: [Int32: (interval: Duration, repeats: Bool)] = [:]
    /// The name of the event that a stimulus brought, where it was one, as that of a timer or activity was.
    var eventNames: [Int32: String] = [:]
    /// The names of all events that a child machine which runs has brought, by its stimulus.
    var delivered: [Int32: Set<String>] = [:]
    /// Texts of raised events, errors and guards.
    private var numberedTexts = Numbering<String>()

    /// Transitions as rows: what set it off, the source, the kind, whether it was preempted, the words of its guard,
    /// the targets.
    var transitions = WordTable()
    var counts: ContiguousArray<Int> = []
    /// The edge on which a transition was seen first.
    var firstSeen: ContiguousArray<Int> = []
    /// The transitions of steps, as rows of their numbers.
    var shapeRows = WordTable()
    /// How often a state, asked about a stimulus, did not react: by stimulus, then by state, one behind the other.
    var declined: ContiguousArray<Int32> = []
    /// How often a state that looks for eventless transitions had none when a step had come to rest.
    var watched: ContiguousArray<Int32> = []
    /// How often any state reacted to a stimulus, and how often it was deferred.
    var accepted: ContiguousArray<Int> = []
    var deferred: ContiguousArray<Int> = []
    /// Who deferred what: the stimulus, then the state.
    var deferrals: Set<[Int32]> = []

    var vertices: [StateID] = []
    /// By vertex: the number after that of the last one inside it.
    var ends: ContiguousArray<Int32> = []
    /// The transitions of the steps that are being noted, and words on their way into a table.
    var shape: ContiguousArray<Int32> = []
    var row: ContiguousArray<Int32> = []
    var graph = ChartGraph([])
    /// Whether a vertex was ever entered or active.
    var isReached: ContiguousArray<Bool> = []

    var failures: [(key: String, sighting: Sighting)] = []
    var violations: [(oracle: String, sighting: Sighting)] = []
    var unanswered: [(question: Int32, sighting: Sighting)] = []
    var limit: String?
    /// The situations that were left out, as more events were deferred or waited than a limit says.
    var leftOut: Set<Int32> = []
    /// Which of these limits.
    var crowdedBy: Set<String> = []
    /// The paths of all states of child machines that were active, behind those of the children.
    var childPaths: Set<String> = []
    /// The paths that several child machines had at once.
    var namesakes: Set<String> = []
    /// The classes of the charts of child machines that have run.
    var chartsOfChildren: Set<ObjectIdentifier> = []
    /// What differed though the situation was the same, and what could not be compared.
    var hidden: HiddenWatch?
    /// The names of what has the most values, of what tells situations apart.
    var growing = GrowingData.Names()
    var opaqueScoped: [(name: String, what: String)] = []
    /// Whether timers that are to go for another time made situations that differ in nothing else.
    var timesCount = 0
    /// The oracles that a limit has kept from deciding.
    var undecided: [String] = []
    /// The types that work returned or brought, with a state whose work that was, and whether it was a sequence.
    var works: [ObjectIdentifier: (type: any Any.Type, path: String, isSequence: Bool)] = [:]
    /// The most events that were deferred at a time, in the chart or in a child machine that runs beside it.
    var mostDeferred = 0
    /// What states stand for.
    var requirements: [(path: String, name: String)] = []
    var isReplayed: String?
    var disagreement: Sighting?
    var duration = Duration.zero
    var stepCount: Int { targets.count }

    var stimuli: [Stimulus] { numberedStimuli.values }
    var texts: [String] { numberedTexts.values }

    mutating func number(of stimulus: Stimulus) -> Int32 {
        let (number, isNew) = numberedStimuli.number(of: stimulus)
        if isNew {
            declined.append(contentsOf: repeatElement(0, count: vertices.count))
            accepted.append(0)
            deferred.append(0)
        }
        return number
    }

    mutating func number(of text: String) -> Int32 { numberedTexts.number(of: text).number }

    /// By stimulus: the first one that differs from it only in the values of its event.
    var cases: [Int32] {
        var firsts: [Stimulus: Int32] = [:]
        return stimuli.enumerated().map { number, stimulus in
            let first = Stimulus(
                kind: stimulus.kind, place: stimulus.place, work: stimulus.work, text: stimulus.name)
            if let known = firsts[first] { return known }
            firsts[first] = Int32(number)
            return Int32(number)
        }
    }

    /// The edges that lead away from a situation.
    func edges(from situation: Int) -> Range<Int> {
        guard situation < firstEdges.count else { return 0..<0 }
        let end = situation + 1 < firstEdges.count ? firstEdges[situation + 1] : targets.count
        return firstEdges[situation]..<end
    }

    /// Whether everything that can happen there has been tried.
    func isExplored(_ situation: Int) -> Bool {
        situation < firstEdges.count && (leftOut.isEmpty || !leftOut.contains(Int32(situation)))
    }

    /// How many situations were not gone on from.
    var unexploredCount: Int {
        situations.count - firstEdges.count + leftOut.count { $0 < firstEdges.count }
    }

    /// The edges of the shortest path to a situation.
    func path(to situation: Int) -> [Int] {
        var path: [Int] = []
        var edge = reachedBy[situation]
        while edge >= 0 {
            path.append(edge)
            edge = reachedBy[Int(sources[edge])]
        }
        return path.reversed()
    }

    /// The same with an edge behind it; the start for -1.
    func path(over edge: Int) -> [Int] { edge < 0 ? [] : path(to: Int(sources[edge])) + [edge] }

    /// What happens on edges.
    func stimuli(of edges: [Int]) -> [Stimulus] { edges.map { stimuli[Int(stimuliOfEdges[$0])] } }
}

/// What sets a microstep off, as a number: 0 and above for a stimulus, below for what happens inside.
enum TriggerCode {
    static let eventless: Int32 = -1
    static let completion: Int32 = -2
    static let choice: Int32 = -3
    static let start: Int32 = -4
    static let finish: Int32 = -5
    /// Texts of raised events have even numbers from here down, those of errors odd ones.
    static let texts: Int32 = -10

    static func raised(_ text: Int32) -> Int32 { texts - 2 * text }
    static func failure(_ text: Int32) -> Int32 { texts - 2 * text - 1 }
}
