import TestSupport
@testable import Statecharts

/// A random chart whose states own child machines, run by a machine on a manual clock and by the reference.
///
/// Children do what they are told, one thing at a time: they say something, end or fail. After each operation everything
/// comes to rest, and is compared.
struct FamilyRun {
    let chart: ChartSpec
    let operations: [Operation.Kind]
    let specs: [Int: ChildSpec]
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        let run = RandomRun(seed: seed)
        chart = run.chart
        operations = run.operations.map(\.kind).filter {
            switch $0 {
            case .start, .send, .stop: true
            case .offer, .change, .raise: false
            }
        }
        var random = SplitMix(seed: seed &+ 0x4649)
        var specs: [Int: ChildSpec] = [:]
        for vertex in chart.states where chart.kinds[vertex] == .state && chart.scopes[vertex] == 0 {
            guard chart[vertex].always.isEmpty, random.chance(60) else { continue }
            var event: Int? { random.chance(50) ? random.below(ChartGenerator.events) : nil }
            specs[vertex] = ChildSpec(
                isDetached: random.chance(30), restarts: random.chance(40) ? random.within(1...2) : 0,
                said: random.below(ChartGenerator.events), done: event, again: event, failed: event)
        }
        self.specs = specs
    }

    /// Something that happens to the owner, or that one of the children does.
    enum Move: CustomStringConvertible {
        case owner(Operation.Kind)
        case child(Int, Kid.Event)

        var description: String {
            switch self {
            case .owner(let operation): "\(operation)"
            case .child(let vertex, let event): "v\(vertex) \(event)"
            }
        }
    }

    /// Where the machine does something else than expected, if it does; and how many children there were.
    func difference() async -> (message: String?, children: Int) {
        let bench = FamilyBench(self)
        var random = SplitMix(seed: seed &+ 0x4B49), moves: [Move] = []
        for operation in operations {
            for turn in 0..<(operation == .start ? 1 : 3) {
                guard let move = turn == 0 ? .owner(operation) : childMove(bench.reference, &random) else { continue }
                moves.append(move)
                do {
                    guard let message = try await bench.make(move) else { continue }
                    await bench.stop()
                    return ("\(message)\nafter \(moves)", bench.childCount)
                } catch {
                    // What goes on for longer than is to be compared.
                    await bench.stop()
                    return (nil, bench.childCount)
                }
            }
        }
        let message = await bench.end()
        return (message.map { "\($0)\nafter \(moves)" }, bench.childCount)
    }

    private func childMove(_ reference: Reference, _ random: inout SplitMix) -> Move? {
        let living = reference.kids.keys.sorted()
        guard !living.isEmpty, reference.status == .running, random.chance(60) else { return nil }
        let event: Kid.Event = random.chance(40) ? .say : random.chance(50) ? .finish : .fail
        return .child(living[random.below(living.count)], event)
    }
}
