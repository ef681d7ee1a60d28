import Statecharts

/// The strongly connected components of a graph of situations (Tarjan's algorithm, without recursion). Edges of a
/// situation to itself do not count.
struct Components {
    /// The number of each situation's component; -1 where it was left out.
    private(set) var numbers: [Int32]
    /// The situations of each component, ascending.
    private(set) var members: [[Int]] = []
    /// Whether an edge leads out of a component.
    private var isLeft: [Bool] = []

    /// The components that nothing leads out of.
    var closed: [[Int]] { zip(members, isLeft).filter { !$1 }.map(\.0) }

    init(_ found: Found, within isIncluded: (Int) -> Bool = { _ in true }) {
        let count = found.situations.count
        numbers = Array(repeating: -1, count: count)
        var order = [Int32](repeating: -1, count: count), low = order
        var isOnStack = [Bool](repeating: false, count: count)
        var stack: [Int] = []
        var next: Int32 = 0
        var calls: [(situation: Int, edge: Int)] = []
        for root in 0..<count where order[root] < 0 && isIncluded(root) {
            calls.append((root, -1))
            while let (situation, edge) = calls.popLast() {
                let edges = found.edges(from: situation)
                if edge < 0 {
                    order[situation] = next
                    low[situation] = next
                    next += 1
                    stack.append(situation)
                    isOnStack[situation] = true
                } else {
                    let target = Int(found.targets[edge])
                    low[situation] = min(low[situation], low[target])
                }
                var position = edge < 0 ? edges.lowerBound : edge + 1
                var hasCalled = false
                while position < edges.upperBound {
                    let target = Int(found.targets[position])
                    if target != situation, isIncluded(target) {
                        if order[target] < 0 {
                            calls.append((situation, position))
                            calls.append((target, -1))
                            hasCalled = true
                            break
                        }
                        if isOnStack[target] { low[situation] = min(low[situation], order[target]) }
                    }
                    position += 1
                }
                if hasCalled || low[situation] != order[situation] { continue }
                var component: [Int] = []
                while let member = stack.popLast() {
                    isOnStack[member] = false
                    numbers[member] = Int32(members.count)
                    component.append(member)
                    if member == situation { break }
                }
                members.append(component.sorted())
            }
        }
        isLeft = members.map { component in
            component.contains { situation in
                !found.isExplored(situation)
                    || found.edges(from: situation).contains { numbers[Int(found.targets[$0])] != numbers[situation] }
            }
        }
    }
}
