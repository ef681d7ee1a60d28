import Statecharts

/// What a channel and its workers may do, written down as slowly as it reads: of several machines that have something to
/// do any one may be next, so it is in several states at a time, and what is told rules some of them out.
struct HandsReference {
    enum Place: Hashable { case resting, idle, busy, down, gone }
    enum Item: Hashable { case job(Int), event(Hand.Event) }

    struct Worker: Hashable {
        var place = Place.resting
        /// Where the next life begins.
        var next = Place.resting
        var mailbox: [Item] = []
        /// True while the first step of a life is not complete.
        var isStarting = false

        var isReady: Bool {
            place == .idle && !isStarting && !mailbox.contains { if case .job = $0 { true } else { false } }
        }
        var isAlive: Bool { place != .down && place != .gone }
    }

    struct World: Hashable {
        var waiting: [Int] = []
        var workers: [Worker]
        /// Who was given a job longest ago is first.
        var order: [Int]

        mutating func giveOut() {
            while let job = waiting.first, let place = order.firstIndex(where: { workers[$0].isReady }) {
                waiting.removeFirst()
                let one = order.remove(at: place)
                order.append(one)
                workers[one].mailbox.append(.job(job))
            }
        }

        mutating func takeBack(_ job: Int) {
            waiting.append(job)
            waiting.sort()
            giveOut()
        }

        /// The jobs in the mailbox of a worker that ends.
        mutating func takeBackAll(_ one: Int) {
            let jobs = workers[one].mailbox.compactMap { if case .job(let job) = $0 { job } else { nil } }
            workers[one].mailbox.removeAll { if case .job = $0 { true } else { false } }
            for job in jobs { takeBack(job) }
        }

        /// What may happen without being told.
        var silent: [World] {
            workers.indices.compactMap { one in
                var world = self
                if workers[one].isStarting {
                    world.workers[one].isStarting = false
                } else if workers[one].isAlive, workers[one].place != .idle,
                    case .job(let job)? = workers[one].mailbox.first
                {
                    world.workers[one].mailbox.removeFirst()
                    world.takeBack(job)
                } else {
                    return nil
                }
                world.giveOut()
                return world
            }
        }

        /// A worker was asked about an event; `nil` if that cannot be.
        func after(_ event: Hand.Event, of one: Int) -> World? {
            var world = self
            let worker = workers[one]
            let item: Item = if case .job(let job) = event { .job(job) } else { .event(event) }
            guard worker.isAlive, !worker.isStarting, worker.mailbox.first == item else { return nil }
            world.workers[one].mailbox.removeFirst()
            switch (event, worker.place) {
            case (.job, .idle): world.workers[one].place = .busy
            case (.job, _): return nil
            case (.done, .busy), (.wake, .resting): world.workers[one].place = .idle
            case (.rest, .idle): world.workers[one].place = .resting
            case (.done, _), (.wake, _), (.rest, _): break
            case (.fail, _):
                world.workers[one].place = .down
                world.takeBackAll(one)
            case (.leave, _):
                world.workers[one].place = .gone
                world.takeBackAll(one)
                world.workers[one].mailbox = []
            }
            world.giveOut()
            return world
        }
    }

    private(set) var worlds: Set<World>
    /// Whether a life begins where the last one stood.
    private let goesOn: Bool

    init(workers: Int, goesOn: Bool) {
        worlds = [World(workers: Array(repeating: Worker(), count: workers), order: Array(0..<workers))]
        self.goesOn = goesOn
    }

    private mutating func change(_ body: (inout World) -> Void) {
        worlds = Set(
            worlds.map { world in
                var world = world
                body(&world)
                return world
            })
    }

    mutating func send(_ job: Int) {
        change { world in
            world.waiting.append(job)
            world.giveOut()
        }
    }

    mutating func post(_ event: Hand.Event, to one: Int) {
        change { if $0.workers[one].place != .gone { $0.workers[one].mailbox.append(.event(event)) } }
    }

    private mutating func goOnInSilence() {
        var new = worlds
        while !new.isEmpty {
            new = Set(new.flatMap(\.silent)).subtracting(worlds)
            worlds.formUnion(new)
        }
    }

    mutating func tell(_ event: Hand.Event, of one: Int) {
        goOnInSilence()
        let goesOn = goesOn
        worlds = Set(
            worlds.compactMap { world in
                var after = world.after(event, of: one)
                after?.workers[one].next = goesOn ? world.workers[one].place : .resting
                return after
            })
    }

    /// Another life of a worker begins.
    mutating func tellLife(of one: Int) {
        goOnInSilence()
        worlds = worlds.filter { $0.workers[one].place == .down }
        change { world in
            world.workers[one].place = world.workers[one].next
            world.workers[one].isStarting = true
        }
    }

    /// Nobody has anything to do.
    mutating func settle() {
        goOnInSilence()
        worlds = worlds.filter { world in
            world.workers.allSatisfy { $0.mailbox.isEmpty && !$0.isStarting && $0.place != .down }
        }
    }
}
