import Statecharts

/// Which of what tells situations apart has the most values: looked at in some of the situations.
struct GrowingData {
    /// The names of what has the most values.
    struct Names {
        /// Those of data, and those of events that wait somewhere.
        var data: [String] = [], waiting: [String] = []
        var all: [String] { data + waiting }
    }

    /// The items of the chart's data that tell situations apart.
    private let data: HiddenData
    private let counted: [Int]
    /// The values that were found, by name.
    private var values: [String: Set<AnyHashable>] = [:]
    private var waiting: [String: Set<AnyHashable>] = [:]
    private let reader = ValueReader()

    /// - Parameter dataMatter: `false` if only a fingerprint counts.
    init<Top>(_ chart: Simulation<Top>, dataMatter: Bool) {
        let data = chart.hiddenData(dataMatter: false)
        let hidden = Set(chart.hiddenData(dataMatter: dataMatter).items.map(\.name))
        self.data = data
        counted = data.items.indices.filter { !hidden.contains(data.items[$0].name) }
    }

    /// Of many situations a few are enough.
    static func looks(at situation: Int32) -> Bool { situation < 64 || situation % 256 == 0 }

    /// A new situation has been reached.
    /// - Parameter others: what tells it apart besides data and events, by name.
    mutating func arrive<Top>(_ chart: Simulation<Top>, _ others: [(name: String, value: AnyHashable)]) {
        for (name, value) in others { values[name, default: []].insert(value) }
        chart.visitWaiting { waiting[$0, default: []].insert($1) }
        for child in chart.children {
            child.visitData { values[$0, default: []].insert($1) }
            child.visitWaiting { waiting[$0, default: []].insert($1) }
        }
        if counted.isEmpty { return }
        let row = chart.read(data, with: reader) { _, _ in }
        for item in counted { if let value = row[item] { values[data.items[item].name, default: []].insert(value) } }
    }

    /// The names of the three with the most values, and of none that has far fewer than the first.
    var names: Names {
        let all = (values.map { ($0.key, $0.value.count, false) } + waiting.map { ($0.key, $0.value.count, true) })
            .sorted { (-$0.1, $0.0) < (-$1.1, $1.0) }
        guard let most = all.first?.1, most >= 3 else { return Names() }
        let grown = all.prefix(3).filter { $0.1 * 2 > most }
        return Names(data: grown.filter { !$0.2 }.map(\.0), waiting: grown.filter(\.2).map(\.0))
    }
}
