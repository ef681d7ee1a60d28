import Statecharts

/// Which of the data that tell situations apart have the most values: looked at in some of the situations.
struct GrowingData {
    private let data: HiddenData
    /// The items that tell situations apart, and for each the values that were found.
    private let counted: [Int]
    private var values: [Set<AnyHashable>]
    /// The same of child machines that run, by name.
    private var valuesOfChildren: [String: Set<AnyHashable>] = [:]
    private let reader = ValueReader()

    /// - Parameter dataMatter: `false` if only a fingerprint counts.
    init<Top>(_ chart: Simulation<Top>, dataMatter: Bool) {
        let data = chart.hiddenData(dataMatter: false)
        let hidden = Set(chart.hiddenData(dataMatter: dataMatter).items.map(\.name))
        self.data = data
        counted = data.items.indices.filter { !hidden.contains(data.items[$0].name) }
        values = counted.map { _ in [] }
    }

    /// A new situation has been reached.
    mutating func arrive<Top>(_ chart: Simulation<Top>, at situation: Int32) {
        // Of many a few are enough.
        guard situation < 64 || situation % 256 == 0, chart.isRunning else { return }
        for child in chart.children { child.visitData { valuesOfChildren[$0, default: []].insert($1) } }
        if counted.isEmpty { return }
        let row = chart.read(data, with: reader) { _, _ in }
        for (place, item) in counted.enumerated() {
            if let value = row[item] { values[place].insert(value) }
        }
    }

    /// The names of the three with the most values, and of none that has far fewer than the first.
    var names: [String] {
        let own = counted.indices.map { (name: data.items[counted[$0]].name, count: values[$0].count) }
        let ofChildren = valuesOfChildren.map { (name: $0.key, count: $0.value.count) }.sorted { $0.name < $1.name }
        let all = own + ofChildren
        let most = all.map(\.count).max() ?? 0
        if most < 3 { return [] }
        return all.indices.filter { all[$0].count * 2 > most }
            .sorted { (-all[$0].count, $0) < (-all[$1].count, $1) }.prefix(3).map { all[$0].name }
    }
}
