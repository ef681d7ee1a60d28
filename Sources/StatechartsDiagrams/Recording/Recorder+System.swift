public import Statecharts

extension Recorder {
    /// Records the messages of a system from now on, and what its picture shows: all components, connections and
    /// processes that were there at some time since.
    ///
    /// What comes and goes is told soon after; what has come is in the recording when it is asked for, and so is the
    /// connection of a message.
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
            for await change in changes {
                guard let self else { return }
                switch change {
                // Who has left again is drawn as it told.
                case .joined(let member), .renewed(let member), .left(let member):
                    redraw()
                    drawMissing(SystemDrawing(members: [member], connections: [], composites: composites))
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
                contents.order.message(record.id) { contents in
                    contents.recording.append(.message(note))
                    contents.tellEntry()
                }
                contents.appendInOrder()
            }
            announcements.announce()
        }
        add(end)
    }

    /// Records the messages of a system and the steps of all its machines from now on, also of those that join it
    /// later: of these soon after.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it.
    ///   - composites: which components are inside others, by name.
    public func recordAll(of system: System, composites: [String: [String]] = [:]) {
        record(system, composites: composites)
        // Those that are there are recorded before this returns. Children are recorded with their owners.
        let members = system.members
        let known = Set(members.map(\.id))
        for id in members.filter({ $0.owner == nil }).map(\.id) { system.visitMachines(id, Visitor(recorder: self)) }
        let task = Task { [weak self, weak system, changes = system.changes] in
            for await change in changes {
                guard let self, let system else { return }
                switch change {
                case .joined(let member):
                    if member.owner == nil, !known.contains(member.id) {
                        system.visitMachines(member.id, Visitor(recorder: self))
                    }
                // Each life of a supervised machine.
                case .renewed(let member): system.visitMachines(member.id, Visitor(recorder: self))
                case .left, .met, .parted: break
                }
            }
        }
        add { task.cancel() }
    }

    private struct Visitor: MachineVisitor {
        let recorder: Recorder
        func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
            recorder.record(machine, named: name)
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
