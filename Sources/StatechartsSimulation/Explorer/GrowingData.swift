import Statecharts

/// Which of the data that tell situations apart have the most values: looked at in some of the situations.
struct GrowingData {
    private let data: HiddenData
    /// The items that tell situations apart, and for each the values that were found.
    private let counted: [Int]
    private var values: [Set<AnyHashable>]
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
        guard !counted.isEmpty, situation < 64 || situation % 256 == 0, chart.isRunning else { return }
        let row = chart.read(data, with: reader) { _, _ in }
        for (place, item) in counted.enumerated() {
            if let value = row[item] { values[place].insert(value) }
        }
    }

    /// The names of the three with the most values, and of none that has far fewer than the first.
    var names: [String] {
        let most = values.map(\.count).max() ?? 0
        if most < 3 { return [] }
        return counted.indices.filter { values[$0].count * 2 > most }
            .sorted { (-values[$0].count, $0) < (-values[$1].count, $1) }
            .prefix(3).map { data.items[counted[$0]].name }
    }
}
