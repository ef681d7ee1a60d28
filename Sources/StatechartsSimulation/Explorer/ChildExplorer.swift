public import Statecharts

// Child machines that run beside the chart that is explored: one world.

/// What is said of the child machines of one class, whatever that is.
protocol ChildExplorer {
    /// The classes of the charts that run: its own, and those of children of its children.
    var charts: [StateNode.Type] { get }
    /// True if something is to hold of each child, or of children inside it.
    var hasOracles: Bool { get }
    /// What was said and is not looked for.
    var unchecked: [String] { get }
    /// The same without anything that is to hold.
    var withoutOracles: any ChildExplorer { get }
    /// Has the oracles look at a child, which has not begun.
    func watch(_ child: any SimulatedChild, _ oracles: ChildOracles)
    /// What can happen in a child now, as text.
    func occasions(of child: any SimulatedChild, _ timers: NextTimers) -> [String]
    /// Lets a child begin, take what waits for it, or let a child of its own do so. Answers `false` if nothing waits.
    func goOn(_ child: any SimulatedChild) async -> Bool
    /// Lets it happen. Answers `false` if it cannot.
    func perform(_ occasion: String, in child: any SimulatedChild, _ timers: NextTimers) async -> Bool
}

/// Which armed timers of a world can be next.
enum NextTimers {
    case earliest, any, none
}

extension Explorer.TimerOrder {
    var next: NextTimers {
        switch self {
        case .earliest: .earliest
        case .any: .any
        case .none: .none
        }
    }
}

/// An explorer as one of child machines: it says what can happen in them, and their owner makes their charts.
struct ExplorerOfChildren<Inner: Statechart>: ChildExplorer {
    let explorer: Explorer<Inner>

    var charts: [StateNode.Type] { [Inner.self] + explorer.chartsThatRun }

    private func machine(_ child: any SimulatedChild) -> SimulatedChildMachine<Inner>? {
        let machine = child as? SimulatedChildMachine<Inner>
        machine?.fingerprint = explorer.fingerprint.map { (!explorer.dataMatter, $0) }
        machine?.disregarded = explorer.disregarded
        return machine
    }

    func occasions(of child: any SimulatedChild, _ timers: NextTimers) -> [String] {
        guard let machine = machine(child) else { return [] }
        if child.isNew { return canBegin(machine, timers) ? [Stimulus.beginning] : [] }
        guard machine.simulation.isRunning else { return [] }
        let driver = Driver(explorer, machine.simulation, timers: timers)
        return (explorer.samples.events.map(\.stimulus) + driver.occasions()).map(\.description)
    }

    /// One that waits for its restart is like a timer.
    private func canBegin(_ child: SimulatedChildMachine<Inner>, _ timers: NextTimers) -> Bool {
        if child.due <= child.simulation.now { return true }
        return switch timers {
        case .earliest: child.simulation.isNext(child.due)
        case .any: true
        case .none: false
        }
    }

    func perform(_ occasion: String, in child: any SimulatedChild, _ timers: NextTimers) async -> Bool {
        guard let machine = machine(child) else { return false }
        if child.isNew {
            guard occasion == Stimulus.beginning, canBegin(machine, timers) else { return false }
            await child.begin(movingTime: timers == .earliest)
            return true
        }
        var driver = Driver(explorer, machine.simulation, timers: timers)
        guard let stimulus = driver.stimulus(occasion), await driver.perform(stimulus) else { return false }
        child.tellEnd()
        return true
    }

    func goOn(_ child: any SimulatedChild) async -> Bool {
        guard let machine = machine(child) else { return false }
        if child.isNew {
            guard child.due <= machine.simulation.now else { return false }
            await child.begin(movingTime: false)
            return true
        }
        guard await explorer.goOnInChild(of: machine.simulation) else { return false }
        child.tellEnd()
        return true
    }
}

extension Explorer {
    /// Lets the first child go on that can without time, work or anything from outside; else has the chart take what
    /// waits for it. Answers `false` if nothing waits.
    package func goOnInChild(of chart: Simulation<Top>) async -> Bool {
        for child in chart.children {
            if await children[ObjectIdentifier(child.chart)]?.goOn(child) == true { return true }
        }
        return await chart.takeNext()
    }

    /// Runs the child machines whose chart is an `Inner`, and explores them and their owner as one world.
    ///
    ///     var explorer = Explorer(events: [.play, .stop]) { Jukebox() }
    ///     explorer.run(Explorer<Player>(events: []) { Player(song: "") })  // children run: one world
    ///     explorer.disregard("Jukebox.part")  // nothing depends on it
    ///     explorer.never(.when("stopped with a player") { $0.stopped.isActive && $0.playing.player.explored != nil })
    ///     let found = try await explorer.explore()
    ///     print(found.childPaths)  // ["Playing/player", "Playing/player:Playing"]
    ///
    /// Without this, children are work that ends as ``outcomes(of:returns:throws:)`` says. With it, each begins when
    /// its owner's step is over, and then everything comes in every order: a child takes a step, the owner takes what a
    /// child has sent, or its end, and the owner's own events, timers and work. What is sent waits in the mailbox of
    /// its receiver, and is taken in the order in which it came (``Stimulus/Kind/delivery``, ``Stimulus/Kind/child``).
    ///
    /// A child whose state is left ends at once, and what it has sent is gone. Restarts and their waits are counted. If
    /// an action of the owner sends or asks something and waits for it, the child does it then and there, after
    /// everything that waits for the child. In lists of children, give events by `ChildMachines.post(_:to:)`: there are
    /// no machines.
    ///
    /// Mistakes in the code of children are problems as those of the owner are; an error of a child is what its
    /// declaration makes of it.
    ///
    /// The number of situations is that of the owner's times those of its children: give few events, and say which data
    /// count. Charts are replayed, not put back. ``timers`` and ``limits`` are those of the owner's explorer, for all.
    /// - Parameter children: what can happen in a child: its events from outside, mostly none, the results of its work,
    ///   its fingerprint, what runs inside it. Its chart is made by its owner. Its oracles, such as `never`, `invariant`
    ///   and `step`, look at each child from its beginning until it has ended or its state is left; a violation is
    ///   called `Player: never paused`. What only whole paths show (``eventually(_:)``, ``leadsTo(_:_:)``,
    ///   ``until(_:_:)`` without a number of steps, ``alwaysPossible(_:)``) is to be said on the explorer of the owner,
    ///   and so is a system that is driven; of a child it is among what is ``Exploration/inconclusive``.
    public mutating func run<Inner: Statechart>(_ children: Explorer<Inner>) {
        self.children[ObjectIdentifier(Inner.self)] = ExplorerOfChildren(explorer: children)
    }

    /// The classes of the child machines that run.
    var chartsThatRun: [StateNode.Type] { children.values.flatMap(\.charts) }
}

extension Child {
    /// The chart of the child when an ``Explorer`` runs it: for conditions and fingerprints.
    ///
    /// `nil` in a machine, where its owner has no access to it, and while the state is not active.
    public var explored: Inner? { simulatedChart }
}

extension ChildMachines {
    /// Returns the chart of the child of a key when an ``Explorer`` runs it, as ``Child/explored`` does.
    public func explored(_ key: Key) -> Inner? { simulatedChart(key) }
}
