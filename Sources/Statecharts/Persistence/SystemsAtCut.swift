/// The systems that machines of a tree are in, while a snapshot looks at what they have not delivered.
///
/// They deliver nothing until the cut is made, except by steps.
struct SystemsAtCut {
    private let journals: [TraceJournal]

    init(of machines: [any TreeMachine]) async {
        var found: [ObjectIdentifier: TraceJournal] = [:]
        if Tracing.isWatched {
            for case let machine as any MachineWithPorts in machines {
                let holders = machine.livingChildren.holders.all.compactMap { $0 as? TraceJournal }.filter(\.isActive)
                for journal in await machine.storedPorts.compactMap(\.port.identity.activeJournal) + holders {
                    found[ObjectIdentifier(journal)] = journal
                }
            }
        }
        journals = found.sorted { $0.key < $1.key }.map(\.value)
        for journal in journals { journal.beginLooking() }
    }

    /// Makes the cut at a moment at which nothing is being delivered, and what is held has been noted.
    func make(_ cut: TreeCut, at time: Duration) async throws {
        defer { for journal in journals { journal.endLooking() } }
        var tries = VainLooks()
        while true {
            let looks = journals.compactMap { $0.look() }
            if looks.count == journals.count {
                cut.prepare(at: time, with: looks.isEmpty ? nil : MailUnderWay(of: looks))
                // If something came meanwhile, there is more to look at. Each look calls mappings, which may send it.
                if TraceJournal.ifUnchanged(looks[...], { cut.make() }) { return }
            }
            if tries.areTooMany(hasLooked: looks.count == journals.count, turns: journals.map(\.turn)) {
                throw SnapshotError(
                    .late,
                    "whenever the snapshot looks at what the systems of the tree hold, something else is sent or "
                        + "delivered",
                    fix: "let the mappings of connections send nothing, and step the systems at another time")
            }
            await Task.yield()
        }
    }
}

/// How often there was no moment to make the cut. A delivery that is under way is waited for as long as it takes; it is
/// counted once. So a snapshot comes to its end also while another task steps a system again and again.
struct VainLooks {
    private var count = 0
    private var turns: [UInt64] = []

    /// - Parameters:
    ///   - hasLooked: false if something was being delivered.
    ///   - turns: how much each system has delivered.
    mutating func areTooMany(hasLooked: Bool, turns: [UInt64]) -> Bool {
        if hasLooked || turns != self.turns { count += 1 }
        self.turns = turns
        return count > 1_000
    }
}

/// A machine, for the ports of its top state.
protocol MachineWithPorts: Actor, ChildrenHost {
    var storedPorts: [(property: String?, port: any PortStorage)] { get }
}

extension Machine: MachineWithPorts {}
