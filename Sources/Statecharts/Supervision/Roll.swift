/// The children that a run of a supervisor knows, by numbers that grow in the order in which they were added. A value;
/// who is removed leaves nothing behind.
struct Roll {
    enum Life: Equatable {
        case down
        case running(Int)
        case finished
    }

    struct Entry {
        let child: any SupervisedChild
        fileprivate(set) var life = Life.down
        fileprivate(set) var hasLived = false
    }

    /// In the order in which they were added.
    private(set) var order: [Int] = []
    /// Greater than all numbers so far.
    private(set) var end = 0
    private var entries: [Int: Entry] = [:]
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var unfinishedCount = 0

    init(_ children: [any SupervisedChild] = []) { for child in children { _ = add(child) } }

    subscript(_ number: Int) -> Entry? { entries[number] }

    /// Whether all have finished.
    var isDone: Bool { unfinishedCount == 0 }

    func number(of child: any SupervisedChild) -> Int? { numbers[ObjectIdentifier(child)] }

    /// Answers `nil` if it is known already.
    mutating func add(_ child: any SupervisedChild) -> Int? {
        guard numbers[ObjectIdentifier(child)] == nil else { return nil }
        let number = end
        end += 1
        order.append(number)
        entries[number] = Entry(child: child)
        numbers[ObjectIdentifier(child)] = number
        unfinishedCount += 1
        return number
    }

    /// Answers its number, which is nobody's from now on.
    mutating func remove(_ child: any SupervisedChild) -> Int? {
        guard let number = numbers.removeValue(forKey: ObjectIdentifier(child)) else { return nil }
        if let entry = entries.removeValue(forKey: number), entry.life != .finished { unfinishedCount -= 1 }
        var low = order.startIndex, high = order.endIndex
        while low < high {
            let middle = (low + high) / 2
            if order[middle] < number { low = middle + 1 } else { high = middle }
        }
        order.remove(at: low)
        return number
    }

    mutating func set(_ number: Int, _ life: Life) {
        guard let former = entries[number]?.life else { return }
        switch (former == .finished, life == .finished) {
        case (false, true): unfinishedCount -= 1
        case (true, false): unfinishedCount += 1
        case (true, true), (false, false): break
        }
        entries[number]?.life = life
        if case .running = life { entries[number]?.hasLived = true }
    }

    /// Those with these numbers that have not finished, in order.
    func unfinished(in range: Range<Int>) -> [Int] {
        if range.count == 1, let number = range.first {
            return entries[number].map { $0.life == .finished ? [] : [number] } ?? []
        }
        return order.filter { range.contains($0) && entries[$0]?.life != .finished }
    }

    /// How much is kept, for tests.
    var size: Int { order.count + entries.count + numbers.count }
}
