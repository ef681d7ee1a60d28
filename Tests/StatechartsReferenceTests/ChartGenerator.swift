import TestSupport
import Statecharts

/// Draws charts and operations at random; the same seed gives the same chart everywhere.
struct ChartGenerator {
    static let events = 4
    static let mostStates = 38

    /// What charts of a kind do more often than others, because those do it seldom.
    enum Weighting: Int, CaseIterable {
        case usual
        /// Events that one leaf defers, and several regions take.
        case deferral
        /// Regions that react to an event together, and have more or fewer leaves afterwards.
        case uneven
        /// Entries that throw where several regions are entered at once.
        case failingForks
        /// Charts inside regions, with histories, and events that belong to their states as those of timers do.
        case submachines
        /// Leaves that own forks and joins, joins beside their sources, and transitions that lead to the top.
        case leafWays

        /// Seeds say the weighting too: 2_000_000_017 is the 17th chart of the second one.
        static let stride: UInt64 = 1_000_000_000

        init(seed: UInt64) { self = Weighting(rawValue: Int(seed / Self.stride)) ?? .usual }

        func seed(_ number: Int) -> UInt64 { UInt64(rawValue) * Self.stride + UInt64(number) }
    }

    private(set) var weighting = Weighting.usual
    /// How many states have been drawn.
    private var states = 0
    private var root: Sketch?
    /// Whether states are submachines, with charts inside.
    private var drawsSubmachines = false
    /// How many charts the one that is drawn is inside of.
    private var embedded = 0
    var random: SplitMix
    var chart = ChartSpec()
    /// Whether actions of this chart throw, and whether it has mistakes that only show when it runs.
    private(set) var throwsErrors = false
    private(set) var isWild = false
    /// Whether it is of the kind that the engine has its shortest way for: one leaf, nothing eventless.
    private(set) var isPlain = false
    /// Whether its regions are composites, many of them with a final state: otherwise they would seldom end together.
    private(set) var favoursRegions = false

    static func run(seed: UInt64) -> (chart: ChartSpec, operations: [Operation]) {
        var generator = ChartGenerator(random: SplitMix(seed: seed))
        generator.weighting = Weighting(seed: seed)
        generator.throwsErrors = generator.random.chance(25)
        generator.isWild = generator.random.chance(8)
        generator.isPlain = generator.random.chance(20)
        generator.favoursRegions = !generator.isPlain && generator.random.chance(20)
        generator.weigh()
        generator.drawShape()
        generator.fillPseudostates()
        generator.fillRules()
        if generator.random.chance(5) { generator.chart.deferralLimit = 2 }
        var operations = generator.operations()
        // By dice of its own, so that a seed gives the chart that it has always given.
        var foresight = SplitMix(seed: seed &+ 0xf0e5)
        for position in operations.indices { operations[position].isForeseen = foresight.chance(50) }
        return (generator.chart, operations)
    }

    /// What a weighting wants of the whole chart.
    private mutating func weigh() {
        switch weighting {
        case .usual: break
        case .deferral, .uneven: (isPlain, favoursRegions) = (false, true)
        case .submachines: (isPlain, favoursRegions, drawsSubmachines) = (false, false, true)
        case .leafWays:
            (isPlain, favoursRegions) = (false, random.chance(60))
            drawsSubmachines = random.chance(25)
        case .failingForks: (isPlain, favoursRegions, throwsErrors) = (false, true, true)
        }
    }

    /// How many different events there are: few where several states are to take the same one.
    var variety: Int {
        switch weighting {
        case .usual, .failingForks, .submachines, .leafWays: Self.events
        case .deferral, .uneven: 2
        }
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
        root = top
        top.hasRegions = !isPlain && random.chance(12)
        var budget =
            random.chance(70)
            ? random.within(3...10) : random.chance(75) ? random.within(7...16) : random.within(16...38)
        expand(top, &budget)
        var open = [top]
        while budget > 1 && states < Self.mostStates {
            let simple = open.flatMap(\.children).filter { $0.children.isEmpty && $0.kind == .state }
            guard let next = random.pick(simple) else { break }
            expand(next, &budget)
            open.append(next)
        }
        var count = 0
        addPseudostates(top, in: top, isInRegions: false, &count)
        flatten(top, parent: -1)
        chart.measure()
    }

    private mutating func expand(_ sketch: Sketch, _ budget: inout Int, isRegion: Bool = false) {
        let regions = sketch.hasRegions
        let count = regions ? random.within(2...3) : random.within(1...4)
        // Past the limit only what a chart cannot do without: a substate, and two regions.
        let least = regions ? 2 : 1
        for position in 0..<count where position < least || states < Self.mostStates {
            let child: Sketch
            let isOrthogonalByRule =
                (favoursRegions || weighting == .submachines) && sketch === root && position == 0
            // Room for another level, so that nesting cannot outgrow what a set of nodes holds.
            let hasRoom = states < Self.mostStates
            if isOrthogonalByRule || (hasRoom && !isPlain && random.chance(orthogonalChance(regions)) && budget > 4) {
                child = Sketch(.orthogonal)
            } else if !regions, random.chance(finalChance(sketch, position, isRegion)) {
                child = Sketch(.final)
            } else {
                child = Sketch(.state)
            }
            sketch.children.append(child)
            states += 1
            budget -= 1
            if child.kind == .orthogonal { expand(child, &budget) }
            if drawsSubmachines, child.kind == .state, hasRoom, embedded < 2, random.chance(regions ? 40 : 20) {
                embed(at: sketch)
                continue
            }
            let isRoomy = states < Self.mostStates && (favoursRegions || budget > 2)
            if regions, child.kind == .state, isRoomy, favoursRegions || random.chance(60) {
                expand(child, &budget, isRegion: true)
            }
        }
    }

    /// Makes a submachine of the state that was drawn last.
    private mutating func embed(at sketch: Sketch) {
        let top = Sketch(.top)
        top.hasRegions = random.chance(20)
        let submachine = Sketch(.submachine)
        submachine.children = [top]
        sketch.children[sketch.children.count - 1] = submachine
        states += 1
        embedded += 1
        var inner = random.within(3...7)
        expand(top, &inner)
        embedded -= 1
    }

    private func orthogonalChance(_ isRegion: Bool) -> Int {
        weighting == .uneven ? 35 : isRegion ? 6 : 22
    }

    /// Regions end together only if many of their substates are final.
    private func finalChance(_ sketch: Sketch, _ position: Int, _ isRegion: Bool) -> Int {
        if sketch.kind == .top { return 6 }
        if weighting != .usual { return 12 }
        return isRegion ? (favoursRegions ? 50 : 30) : position == 0 ? 6 : 24
    }

    private func containsRegions(_ sketch: Sketch) -> Bool {
        // Not in charts that are embedded, which are none of its business.
        sketch.hasRegions || sketch.children.contains { $0.kind != .submachine && containsRegions($0) }
    }

    /// - Parameters:
    ///   - chart: the top of the chart that it is in.
    ///   - isInRegions: whether something around it, in that chart, has regions.
    private mutating func addPseudostates(
        _ sketch: Sketch, in chart: Sketch, isInRegions: Bool, _ count: inout Int
    ) {
        for child in sketch.children {
            let isTop = child.kind == .top
            addPseudostates(
                child, in: isTop ? child : chart, isInRegions: !isTop && (isInRegions || sketch.hasRegions), &count)
        }
        if weighting == .leafWays, sketch.kind == .state, sketch.children.isEmpty {
            if isInRegions { add([(.join, 35)], to: sketch, &count) }
            if containsRegions(chart) { add([(.fork, 25)], to: sketch, &count) }
            return
        }
        guard !sketch.children.isEmpty, sketch.kind != .submachine else { return }
        var kinds: [(ChartSpec.Kind, Int)] = [(.junction, 15)]
        if sketch.hasRegions {
            kinds += [(.deepHistory, 30)]
        } else {
            kinds += [(.choice, 22), (.shallowHistory, 25), (.deepHistory, 20), (.terminate, 3)]
        }
        if containsRegions(sketch) { kinds += [(.join, 35), (.fork, weighting == .failingForks ? 80 : 25)] }
        if sketch.kind != .top { kinds += [(.entryPoint, 15), (.exitPoint, 20)] }
        add(kinds, to: sketch, &count)
    }

    private mutating func add(_ kinds: [(ChartSpec.Kind, Int)], to sketch: Sketch, _ count: inout Int) {
        for (kind, percent) in kinds where states + count < NodeSet.limit - 2 && random.chance(percent) {
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
            let roll = random.below(20)
            switch roll {
            case 0: kinds.append(.change(random.within(1...3)))
            case 1: kinds.append(.raise(random.below(variety)))
            case 2..<8 where roll < 4 || weighting == .submachines:
                let owner = random.pick(chart.states) ?? 0
                kinds.append(.offer(random.below(variety), owner: owner))
            default: kinds.append(.send(random.below(variety)))
            }
        }
        return (kinds + [.stop]).map { Operation(kind: $0, isRecorded: random.chance(60)) }
    }
}
