import Statecharts

/// Looks at the data that do not tell situations apart, each time that a situation is met.
///
/// Where they differ when a situation is met again, more than one was taken for it, and what only the others lead to
/// was not looked at.
struct HiddenWatch {
    /// Something that differed.
    struct Difference {
        let item: Int
        /// Where it was met for the second time.
        let edge: Int
        let situation: Int32
        /// The values, where they have a text.
        let before: String?, after: String?
    }

    let data: HiddenData
    private let reader = ValueReader()
    /// Whether only steps in which the chart acts change anything.
    private var isSteady: Bool
    /// Whether the data of a chart that has ended are compared: somebody asks for them then.
    private let looksAtEnds: Bool
    /// The items that are compared: those that have not differed. Of what is to be left out only those of states that
    /// save data, to know whether that does anything.
    private var isCompared: [Bool]
    /// The items that somebody wants to be left out: that they differ is no gap.
    private let isLeftOut: [Bool]
    private var start: [AnyHashable?] = []
    private var rows = Numbering<[AnyHashable?]>()
    /// By situation: the number of what was read when it was met first, -1 for nothing.
    private var firsts: ContiguousArray<Int32> = []
    private var present: Int32 = -1
    private(set) var differences: [Difference] = []
    /// What could not be compared, by item.
    private(set) var opaque: [Int: String] = [:]

    var isEmpty: Bool { data.items.isEmpty }

    /// - Parameters:
    ///   - isPlaced: whether the chart is put back to where it was.
    ///   - leftOut: the names of items that somebody wants to be left out.
    ///   - looksAtEnds: whether conditions are asked of charts that have ended.
    init(_ data: HiddenData, isPlaced: Bool, leavingOut leftOut: [String], looksAtEnds: Bool) {
        self.data = data
        self.looksAtEnds = looksAtEnds
        isSteady = isPlaced && data.isSteady
        isLeftOut = data.items.map { leftOut.contains($0.name) }
        isCompared = zip(data.items, isLeftOut).map { $0.source == .unsaved || !$1 }
    }

    /// The names of what was left out in vain: a state that saves data has it, and it never differed in the same
    /// situation. So either it never changes, or it is among what is saved, and tells situations apart.
    var leftOutInVain: [String] {
        data.items.indices.filter { isLeftOut[$0] && isCompared[$0] && opaque[$0] == nil }.map { data.items[$0].name }
    }

    /// From now on new charts take paths to where the first one was.
    mutating func stopPlacing() { isSteady = false }

    /// A situation has been reached over an edge. Situations have numbers in the order in which they are new.
    /// - Parameter hasActed: whether the chart has run any of its actions on the edge.
    mutating func arrive<Top>(
        _ chart: Simulation<Top>, at situation: Int32, isNew: Bool, over edge: Int, hasActed: Bool
    ) {
        guard !isEmpty else { return }
        if !chart.isRunning, !looksAtEnds {
            present = -1
        } else if hasActed || !isSteady || present < 0 {
            present = rows.number(of: read(chart)).number
        }
        if isNew {
            firsts.append(present)
        } else if present >= 0, firsts[Int(situation)] >= 0, firsts[Int(situation)] != present {
            compare(firsts[Int(situation)], situation, edge)
        }
        if edge < 0, present >= 0 { start = rows.values[Int(present)] }
    }

    /// Another chart has started. What it has other than the first one is made anew by each, and tells nothing.
    mutating func startAgain<Top>(_ chart: Simulation<Top>) {
        guard !isEmpty, !start.isEmpty, chart.isRunning else { return }
        let now = read(chart)
        for item in now.indices where isCompared[item] {
            guard let before = start[item], let after = now[item], before != after else { continue }
            isCompared[item] = false
            opaque[item] = "something else in each chart"
        }
    }

    private mutating func read<Top>(_ chart: Simulation<Top>) -> [AnyHashable?] {
        var opaque = opaque
        var row = chart.read(data, with: reader) { item, what in
            if opaque[item] == nil { opaque[item] = what }
        }
        self.opaque = opaque
        for item in row.indices where !isCompared[item] { row[item] = nil }
        return row
    }

    private mutating func compare(_ first: Int32, _ situation: Int32, _ edge: Int) {
        for item in data.items.indices where isCompared[item] {
            guard let before = rows.values[Int(first)][item], let after = rows.values[Int(present)][item],
                before != after
            else {
                continue
            }
            if !isLeftOut[item] {
                differences.append(
                    Difference(
                        item: item, edge: edge, situation: situation, before: ValueReader.text(of: before),
                        after: ValueReader.text(of: after)))
            }
            // Once is enough, and what goes on changing would make ever new rows.
            isCompared[item] = false
        }
    }
}
