@testable import Statecharts
@testable import StatechartsCore

/// Child machines, as far as their owner sees them: which live, and what their ends mean for it.
extension Reference {
    /// A child that lives, or begins when the macrostep is over.
    struct LivingKid: Equatable {
        let number: Int
        var hasBegun = false
        /// How often it may still be made anew.
        var restarts: Int
    }

    /// What has happened to children in an operation.
    struct FamilyNotes: Equatable {
        /// In order.
        var made: [String] = []
        /// In any order.
        var begun: Set<String> = [], ended: Set<String> = []
        /// Those that were left before everything had come to rest. They may have begun, and have ended then.
        var brief: Set<String> = []
    }

    mutating func enterOwner(_ vertex: Int) {
        guard let spec = owning[vertex] else { return }
        if !spec.isDetached { busy.insert(vertex) }
        makeKid(vertex, restarts: spec.restarts)
    }

    private mutating func makeKid(_ vertex: Int, restarts: Int) {
        made[vertex, default: 0] += 1
        let number = made[vertex] ?? 0
        kids[vertex] = LivingKid(number: number, restarts: restarts)
        family.made.append("v\(vertex).\(number)")
    }

    mutating func leaveOwners(_ gone: NodeSet) {
        busy -= gone
        for vertex in gone.ascending { leaveKid(vertex) }
    }

    private mutating func leaveKid(_ vertex: Int) {
        guard let kid = kids.removeValue(forKey: vertex) else { return }
        let name = "v\(vertex).\(kid.number)"
        if !kid.hasBegun { return }
        if family.begun.remove(name) != nil { family.brief.insert(name) } else { family.ended.insert(name) }
    }

    /// A macrostep is over.
    mutating func beginKids() {
        if status != .running { return leaveOwners(NodeSet(Array(kids.keys))) }
        for (vertex, kid) in kids where !kid.hasBegun {
            kids[vertex]?.hasBegun = true
            family.begun.insert("v\(vertex).\(kid.number)")
        }
    }

    // MARK: What a child does

    /// Begins an operation that is a child's.
    mutating func beginKidOperation() {
        world.beginOperation()
        (records, log, family) = ([], [], FamilyNotes())
    }

    mutating func kidSays(_ vertex: Int) throws { try hear(owning[vertex]?.said, of: vertex) }

    /// It says something at its end, and comes to it. If its state has been left by what it said, its end is not heard.
    ///
    /// What the owner posts itself meanwhile may come before the end or after it: then nothing more is compared.
    mutating func kidFinishes(_ vertex: Int) throws {
        guard let kid = kids[vertex], let spec = owning[vertex] else { return }
        let name = "v\(vertex).\(kid.number)"
        let posted = postCount
        try hear(spec.said, of: vertex)
        if postCount > posted { throw TooLong() }
        family.ended.insert(name)
        guard kids[vertex]?.number == kid.number, status == .running else { return }
        kids[vertex] = nil
        if !spec.isDetached {
            busy -= NodeSet([vertex])
            completesByKid(vertex)
        }
        if let done = spec.done { try hear(done, of: vertex) } else { try lookAround() }
    }

    /// The state may be complete, and the orthogonal states and submachines that are if it is.
    private mutating func completesByKid(_ vertex: Int) {
        var complete = vertex
        completions.append(complete)
        while chart.isRegion(complete) || complete > 0 && chart.kinds[complete] == .top {
            complete = chart.parents[complete]
            completions.append(complete)
        }
    }

    /// It fails, without exits. It is made anew as often as is declared; after that its failure is an event, or one of
    /// its state, which is not complete by it.
    mutating func kidFails(_ vertex: Int, text: String) throws {
        guard let kid = kids.removeValue(forKey: vertex), let spec = owning[vertex] else { return }
        if kid.restarts > 0 {
            makeKid(vertex, restarts: kid.restarts - 1)
            if let again = spec.again { return try hear(again, of: vertex) }
            return beginKids()
        }
        if let failed = spec.failed { return try hear(failed, of: vertex) }
        faults.append(Trouble(origin: vertex, text: text, first: vertex))
        try lookAround()
    }

    private mutating func hear(_ event: Int?, of vertex: Int) throws {
        guard let event, status == .running, active.contains(vertex) else { return }
        try hear(event, owner: vertex)
    }
}
