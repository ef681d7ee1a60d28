/// The systems that machines of a tree are in, while a snapshot looks at what they have not delivered.
///
/// They deliver nothing until ``goOn()``, except by steps.
struct SystemsAtCut {
    private let journals: [TraceJournal]

    init(of machines: [any TreeMachine]) async {
        var found: [ObjectIdentifier: TraceJournal] = [:]
        if Tracing.isWatched {
            for case let machine as any MachineWithPorts in machines {
                for journal in await machine.storedPorts.compactMap(\.port.identity.activeJournal) {
                    found[ObjectIdentifier(journal)] = journal
                }
            }
        }
        journals = found.sorted { $0.key < $1.key }.map(\.value)
        for journal in journals { journal.beginLooking() }
    }

    /// Answers `false`, and makes no cut, if something was delivered meanwhile: then there is more to look at.
    func make(_ cut: TreeCut, at time: Duration) -> Bool {
        let looks = journals.compactMap { $0.look() }
        guard looks.count == journals.count else { return false }
        cut.prepare(at: time, with: looks.isEmpty ? nil : MailUnderWay(of: looks))
        return TraceJournal.ifUnchanged(looks[...]) { cut.make() }
    }

    func goOn() { for journal in journals { journal.endLooking() } }
}

/// A machine, for the ports of its top state.
protocol MachineWithPorts: Actor {
    var storedPorts: [(property: String?, port: any PortStorage)] { get }
}

extension Machine: MachineWithPorts {}
