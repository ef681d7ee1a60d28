/// The children of a supervisor by their names, in the order in which they were added. A value.
struct ChildList {
    private struct Entry {
        let number: Int
        let child: any SupervisedChild
    }

    private var entries: [String: Entry] = [:]
    private var last = 0

    subscript(_ name: String) -> (any SupervisedChild)? { entries[name]?.child }

    /// Adds a child as the last one, instead of one of the same name.
    mutating func add(_ child: any SupervisedChild) {
        last += 1
        entries[child.name] = Entry(number: last, child: child)
    }

    /// Removes a child, unless it has been replaced.
    mutating func remove(_ child: any SupervisedChild) {
        if entries[child.name]?.child === child { entries[child.name] = nil }
    }

    /// Sorted for each caller: who adds and removes pays for nobody else.
    var inOrder: [any SupervisedChild] { entries.values.sorted { $0.number < $1.number }.map(\.child) }

    var presentMachines: [ObjectIdentifier] { entries.values.flatMap(\.child.presentMachines) }
}
