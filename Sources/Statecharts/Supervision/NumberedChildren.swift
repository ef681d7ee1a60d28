/// The children that a run of a supervisor knows, by numbers that grow in the order in which they were added. A value;
/// who is removed leaves nothing behind.
struct NumberedChildren {
    /// Greater than all numbers so far.
    private(set) var end = 0
    private var children: [Int: any SupervisedChild] = [:]
    private var numbers: [ObjectIdentifier: Int] = [:]

    subscript(_ number: Int) -> (any SupervisedChild)? { children[number] }

    func number(of child: any SupervisedChild) -> Int? { numbers[ObjectIdentifier(child)] }

    /// Answers `nil` if it is known already.
    mutating func add(_ child: any SupervisedChild) -> Int? {
        guard numbers[ObjectIdentifier(child)] == nil else { return nil }
        let number = end
        end += 1
        children[number] = child
        numbers[ObjectIdentifier(child)] = number
        return number
    }

    /// Answers with the child, whose number is nobody's from now on.
    mutating func remove(_ number: Int) -> (any SupervisedChild)? {
        guard let child = children.removeValue(forKey: number) else { return nil }
        numbers[ObjectIdentifier(child)] = nil
        return child
    }

    /// How much is kept, for tests.
    var size: Int { children.count + numbers.count }
}
