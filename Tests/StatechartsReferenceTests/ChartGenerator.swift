import Statecharts

/// Draws charts and operations at random; the same seed gives the same chart everywhere.
struct ChartGenerator {
    static let events = 4
    var random: SplitMix
    var chart = ChartSpec()
    /// Whether actions of this chart throw, and whether it has mistakes that only show when it runs.
    private(set) var throwsErrors = false
    private(set) var isWild = false
    /// Whether it is of the kind that the engine has its shortest way for: one leaf, nothing eventless.
    private(set) var isPlain = false

    static func run(seed: UInt64) -> (chart: ChartSpec, operations: [Operation]) {
        var generator = ChartGenerator(random: SplitMix(seed: seed))
        generator.throwsErrors = generator.random.chance(25)
        generator.isWild = generator.random.chance(8)
        generator.isPlain = generator.random.chance(20)
        generator.drawShape()
        generator.fillPseudostates()
        generator.fillRules()
        if generator.random.chance(5) { generator.chart.deferralLimit = 2 }
        return (generator.chart, generator.operations())
    }

    // MARK: Shape

    private final class Sketch {
        let kind: ChartSpec.Kind
        var hasRegions = false
        var children: [Sketch] = []
        init(_ kind: ChartSpec.Kind) {
            self.kind = kind
            hasRegions = kind == .orthogonal
        }
    }

    private mutating func drawShape() {
        let top = Sketch(.top)
        top.hasRegions = !isPlain && random.chance(12)
        var budget =
            random.chance(70)
            ? random.within(3...8) : random.chance(75) ? random.within(7...16) : random.within(16...38)
        expand(top, &budget)
        var open = [top]
        while budget > 1 {
            let simple = open.flatMap(\.children).filter { $0.children.isEmpty && $0.kind == .state }
            guard let next = random.pick(simple) else { break }
            if expand(next, &budget) { open.append(next) }
        }
        var count = 0
        addPseudostates(top, isTop: true, &count)
        flatten(top, parent: -1)
        chart.measure()
    }

    @discardableResult
    private mutating func expand(_ sketch: Sketch, _ budget: inout Int) -> Bool {
        let regions = sketch.hasRegions
        let count = regions ? random.within(2...3) : random.within(1...4)
        for position in 0..<count {
            let child: Sketch
            if !isPlain, random.chance(regions ? 6 : 22), budget > 4 {
                child = Sketch(.orthogonal)
            } else if !regions, random.chance(sketch.kind == .top ? 6 : position == 0 ? 4 : 22) {
                child = Sketch(.final)
            } else {
                child = Sketch(.state)
            }
            sketch.children.append(child)
            budget -= 1
            if child.kind == .orthogonal { expand(child, &budget) }
        }
        return true
    }

    private func containsRegions(_ sketch: Sketch) -> Bool {
        sketch.hasRegions || sketch.children.contains { containsRegions($0) }
    }

    private mutating func addPseudostates(_ sketch: Sketch, isTop: Bool, _ count: inout Int) {
        for child in sketch.children { addPseudostates(child, isTop: false, &count) }
        guard !sketch.children.isEmpty else { return }
        var kinds: [(ChartSpec.Kind, Int)] = [(.junction, 15)]
        if sketch.hasRegions {
            kinds += [(.deepHistory, 30)]
        } else {
            kinds += [(.choice, 22), (.shallowHistory, 25), (.deepHistory, 20), (.terminate, 3)]
        }
        if containsRegions(sketch) { kinds += [(.join, 35), (.fork, 25)] }
        if !isTop { kinds += [(.entryPoint, 15), (.exitPoint, 20)] }
        for (kind, percent) in kinds where count < 22 && random.chance(percent) {
            sketch.children.insert(Sketch(kind), at: random.within(0...sketch.children.count))
            count += 1
        }
    }

    @discardableResult
    private mutating func flatten(_ sketch: Sketch, parent: Int) -> Int {
        let index = chart.vertices.count
        chart.vertices.append(.init(kind: sketch.kind, parent: parent, hasRegions: sketch.hasRegions))
        for child in sketch.children {
            let child = flatten(child, parent: index)
            chart[index].children.append(child)
        }
        return index
    }

    // MARK: Operations

    private mutating func operations() -> [Operation] {
        var kinds: [Operation.Kind] = [.start]
        for _ in 0..<random.within(4...10) {
            switch random.below(20) {
            case 0: kinds.append(.change(random.within(1...3)))
            case 1: kinds.append(.raise(random.below(Self.events)))
            default: kinds.append(.send(random.below(Self.events)))
            }
        }
        return (kinds + [.stop]).map { Operation(kind: $0, isRecorded: random.chance(60)) }
    }
}
