public import Statecharts

extension Recorder {
    /// Records the messages of a system from now on, and what its picture shows: all components, connections and
    /// processes that were there at some time since.
    ///
    /// What comes and goes is told soon after; what has come is in the recording when it is asked for, and so is the
    /// connection of a message. A recorder records one system: the numbers of messages are those of one.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it.
    ///   - composites: which components are inside others, by name.
    public func record(_ system: System, composites: [String: [String]] = [:]) {
        // Before the picture, so that nobody joins between the two.
        let changes = system.changes
        contents.withLock { contents in
            contents.draw = { [weak system] in system.map { SystemDrawing($0, composites: composites) } }
        }
        redraw()
        let task = Task { [weak self] in
            var present = PresentMembers()
            for await change in changes {
                guard let self else { return }
                let members = present.members(of: change)
                switch change {
                // Who has left again is drawn as it told, beside whose it is and inside of what it is.
                case .joined, .renewed, .left:
                    redraw()
                    drawMissing(SystemDrawing(members: members, connections: [], composites: composites))
                case .met(let remote), .parted(let remote):
                    redraw()
                    drawMissing(SystemDrawing(members: [], connections: [], remotes: [remote]))
                }
            }
        }
        add { task.cancel() }
        let end = system.watch(expecting: { [weak self] id in
            self?.contents.withLock { if !$0.isStopped { $0.order.expect(id) } }
        }) { [weak self] record in
            guard let self else { return }
            let note = Recording.Message(record, time: now(), date: date())
            let way = [note.sender, "→"] + note.proxies + ["→"] + note.receivers
            if contents.withLock({ !$0.isStopped && $0.ways.insert(way).inserted }) { redraw() }
            contents.withLock { contents in
                guard !contents.isStopped else { return }
                contents.order.message(record.id) { $0.append(note) }
                contents.appendInOrder()
            }
            announcements.announce()
        }
        add(end)
    }

    /// Records the messages of a system and the steps of all its machines from now on, also of those that join it
    /// later: of these soon after. A life of a supervised machine that is over by then is not recorded. A recorder
    /// records one system.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it.
    ///   - composites: which components are inside others, by name.
    public func recordAll(of system: System, composites: [String: [String]] = [:]) {
        record(system, composites: composites)
        // Before the machines are visited, so that none is made between the two.
        let changes = system.changes
        let visitor = Visitor()
        // Those that are there are recorded before this returns. Children are recorded with their owners.
        for member in system.members where member.owner == nil { visitor.record(member, of: system, self) }
        let task = Task { [weak self, weak system] in
            for await change in changes {
                guard let self, let system else { return }
                switch change {
                // Each life of a supervised machine. What is told may have happened before the last visit.
                case .joined(let member), .renewed(let member):
                    if member.owner == nil { visitor.record(member, of: system, self) }
                case .left(let member): visitor.forget(member)
                case .met, .parted: break
                }
            }
        }
        add { task.cancel() }
    }

    /// Records the machines of members, each once.
    private final class Visitor: Sendable {
        private struct Known {
            weak let machine: AnyObject?
        }
        private let known = Guarded<[Int: Known]>([:])

        func record(_ member: System.Member, of system: System, _ recorder: Recorder) {
            system.visitMachines(member.id, Visit(visitor: self, recorder: recorder, id: member.id))
        }

        func forget(_ member: System.Member) { known.withLock { _ = $0.removeValue(forKey: member.id) } }

        private struct Visit: MachineVisitor {
            let visitor: Visitor
            let recorder: Recorder
            let id: Int

            func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
                let isNew = visitor.known.withLock { known in
                    defer { known[id] = Known(machine: machine) }
                    return known[id]?.machine !== machine
                }
                if isNew { recorder.record(machine, named: name) }
            }
        }
    }

    /// The members of a system as its changes tell of them.
    private struct PresentMembers {
        private var members: [Int: System.Member] = [:]

        /// Answers the member that a change tells of, behind those that it is inside of or belongs to.
        mutating func members(of change: System.Change) -> [System.Member] {
            switch change {
            case .joined(let member), .renewed(let member):
                members[member.id] = member
                return around(member)
            case .left(let member):
                defer { members[member.id] = nil }
                return around(member)
            case .met, .parted: return []
            }
        }

        private func around(_ member: System.Member) -> [System.Member] {
            // Who belongs to another one is inside of what that is inside of.
            let outer = (member.owner ?? member.composite).flatMap { members[$0] }
            return (outer.map(around) ?? []) + [member]
        }
    }

    /// Draws the system again.
    func redraw() {
        guard let drawing = contents.withLock({ $0.isStopped ? nil : $0.draw })?() else { return }
        if contents.withLock({ $0.isStopped ? false : $0.add(drawing) }) { announcements.announce() }
    }

    private func drawMissing(_ part: SystemDrawing) {
        if contents.withLock({ $0.isStopped ? false : $0.addMissing(part) }) { announcements.announce() }
    }
}
