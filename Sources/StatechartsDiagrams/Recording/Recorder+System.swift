public import Statecharts

extension Recorder {
    /// Records the messages of a system from now on, and what its picture shows: all components, connections and
    /// processes that were there at some time since.
    ///
    /// What comes and goes is noted soon after; what has come is in the recording when that is read, and so is the
    /// connection of a message. A recorder records one system, because message numbers are those of one system.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it alive.
    ///   - composites: which components are inside others, by name.
    public func record(_ system: System, composites: [String: [String]] = [:]) {
        // Only noted where it happens: one drawing is made for all that has come until then.
        let (wishes, wish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let note: @Sendable (Undrawn) -> Void = { [weak self] news in
            self?.contents.withLock { if !$0.isStopped { $0.undrawn.append(news) } }
            wish.yield()
        }
        // Before the picture, so that nobody joins between the two.
        let changes = system.changes
        let present = PresentMembers()
        add(
            system.whenChanged { change in
                let members = present.members(of: change)
                if !members.isEmpty { note(.members(members)) }
            })
        present.add(system.members)
        contents.withLock { contents in
            guard !contents.isStopped else { return }
            contents.composites = composites
            contents.draw = { [weak system] in system.map { SystemDrawing($0, composites: composites) } }
        }
        redraw()
        let drawing = Task { [weak self] in
            for await _ in wishes { self?.redraw() }
        }
        let meeting = Task {
            for await change in changes {
                switch change {
                case .met(let remote), .parted(let remote): note(.remote(remote))
                case .joined, .renewed, .left: break
                }
            }
        }
        add {
            drawing.cancel()
            meeting.cancel()
        }
        let end = system.watch(expecting: { [weak self] id in
            self?.contents.withLock { if !$0.isStopped { $0.order.expect(id) } }
        }) { [weak self] record in
            guard let self else { return }
            let message = Recording.Message(record, time: now(), date: date())
            let way = MessageWay(record)
            let isNew = contents.withLock { contents in
                guard !contents.isStopped else { return false }
                let isNew = contents.ways.insert(way).inserted
                if isNew { contents.undrawn.append(.message(way)) }
                contents.order.message(record.id) { $0.append(message) }
                contents.appendInOrder()
                return isNew
            }
            if isNew { wish.yield() }
            announcements.announce()
        }
        add(end)
    }

    /// Records the messages of a system and the steps of all its machines from now on.
    ///
    /// Machines that join later are recorded from when they join, and each life of a supervised machine from its start.
    /// A recorder records one system.
    /// - Parameters:
    ///   - system: the system; the recorder does not keep it alive.
    ///   - composites: which components are inside others, by name.
    public func recordAll(of system: System, composites: [String: [String]] = [:]) {
        record(system, composites: composites)
        let visitor = Visitor()
        // Before those that are there are visited, so that none is made between the two. Children are recorded with
        // their owners.
        let end = system.whenChanged { [weak self, weak system] change in
            guard let self, let system else { return }
            switch change {
            // Each life of a supervised machine, which has not begun yet.
            case .joined(let member), .renewed(let member):
                if member.owner == nil { visitor.record(member, of: system, self) }
            case .left(let member): visitor.forget(member)
            case .met, .parted: break
            }
        }
        add(end)
        for member in system.members where member.owner == nil { visitor.record(member, of: system, self) }
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
    private final class PresentMembers: Sendable {
        private let members = Guarded<[Int: System.Member]>([:])

        /// Adds those that no change has told of.
        func add(_ others: [System.Member]) {
            members.withLock { members in
                for member in others where members[member.id] == nil { members[member.id] = member }
            }
        }

        /// Answers the member that a change tells of, behind those that it is inside of or belongs to.
        func members(of change: System.Change) -> [System.Member] {
            members.withLock { members in
                switch change {
                case .joined(let member), .renewed(let member):
                    members[member.id] = member
                    return Self.around(member, members)
                case .left(let member):
                    defer { members[member.id] = nil }
                    return Self.around(member, members)
                case .met, .parted: return []
                }
            }
        }

        private static func around(_ member: System.Member, _ members: [Int: System.Member]) -> [System.Member] {
            // Who belongs to another one is inside of what that is inside of.
            let outer = (member.owner ?? member.composite).flatMap { members[$0] }
            return (outer.map { around($0, members) } ?? []) + [member]
        }
    }

    /// Draws the system again, with what has come since it was drawn.
    func redraw() {
        // Without the lock, which every step needs: anew if somebody else has drawn meanwhile.
        while let sketch = contents.withLock({ $0.sketch }) {
            let drawing = sketch.drawing
            guard contents.withLock({ $0.add(drawing, of: sketch) }) else { continue }
            if drawing != nil { announcements.announce() }
            return
        }
    }
}
