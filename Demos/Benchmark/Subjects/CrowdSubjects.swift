import Statecharts

extension Benchmark {
    /// What one of ten thousand machines costs that a state owns. The floor has them in a dictionary, made, heard, run
    /// and stopped by the state's author. As a child, a machine that was removed is not heard any more, and the end or
    /// error of one that was not is an event.
    static let crowdSubjects: [Subject] = [
        Subject(
            "child-crowd", "of ten thousand children one is removed, and another one added and heard",
            floor: "the same with machines by hand", goal: .atMost(1.2)
        ) {
            .init(subject: try await comesAndGoes(OwningMany()), floor: try await comesAndGoes(ManagingMany()))
        }
    ]

    private static func comesAndGoes<Top: CrowdChart>(_ top: sending Top) async throws -> Loop {
        let machine = Machine(top)
        try await machine.start()
        await withCheckedContinuation { reply in machine.post(.fill(reply)) }
        return { count in
            for _ in 0..<count {
                await withCheckedContinuation { reply in machine.post(.next(reply)) }
            }
        }
    }
}

/// Says hello when it begins.
private final class Guest: TopState<Guest.Event> {
    enum Event { case ask }
    let hello = OutputPort<Int>("hello")
    override func entry() { hello.send(1) }
    override func handle(_ event: Event) -> Reaction { .unhandled }
}

private protocol CrowdChart: Statechart where Event == CrowdEvents {}

private enum CrowdEvents {
    /// All are made.
    case fill(CheckedContinuation<Void, Never>)
    /// The oldest one goes, and another one comes.
    case next(CheckedContinuation<Void, Never>)
    case hello
    /// One has come to its end by itself.
    case ended(Int)
    case failed(Int, any Error)
}

/// How many there are.
private let crowd = 10_000

private final class OwningMany: TopState<CrowdEvents>, CrowdChart {
    let guests = ChildMachines(of: OwningMany.self) { (_: OwningMany, _: Int) in Guest() }.on(\.hello) { _, _ in .hello
    }
    private var reply: CheckedContinuation<Void, Never>?
    private var oldest = 0, awaited = 0

    override func configure() { children(guests) }
    override func handle(_ event: CrowdEvents) -> Reaction {
        switch event {
        case .fill(let reply):
            .handled {
                self.reply = reply
                self.awaited = crowd
                for key in 0..<crowd { self.guests.add(key) }
            }
        case .next(let reply):
            .handled {
                self.reply = reply
                self.awaited = 1
                self.guests.remove(self.oldest)
                self.guests.add(self.oldest + crowd)
                self.oldest += 1
            }
        case .hello:
            .handled {
                self.awaited -= 1
                if self.awaited == 0 { self.reply.take()?.resume() }
            }
        case .ended, .failed: .unhandled
        }
    }
}

private final class ManagingMany: TopState<CrowdEvents>, CrowdChart {
    private struct Managed {
        let machine: Machine<Guest>
        let connection: Connection
        let task: Task<Void, Never>
    }

    private var guests: [Int: Managed] = [:]
    private let hellos = InputPort<Int>("hellos")
    private let ends = InputPort<(key: Int, error: (any Error)?)>("ends")
    private var reply: CheckedContinuation<Void, Never>?
    private var oldest = 0, awaited = 0

    override func configure() {
        receive(hellos) { _ in .hello }
        receive(ends) { end in end.error.map { .failed(end.key, $0) } ?? .ended(end.key) }
    }

    private func add(_ key: Int) {
        let chart = Guest()
        let connection = connect(chart.hello, to: hellos)
        let machine = Machine(chart)
        let ends = ends
        let task = Task {
            do {
                try await machine.run()
                ends.send((key, nil))
            } catch {
                ends.send((key, error))
            }
        }
        guests[key] = Managed(machine: machine, connection: connection, task: task)
    }

    private func remove(_ key: Int) {
        guard let guest = guests.removeValue(forKey: key) else { return }
        guest.connection.disconnect()
        guest.task.cancel()
    }

    override func handle(_ event: CrowdEvents) -> Reaction {
        switch event {
        case .fill(let reply):
            .handled {
                self.reply = reply
                self.awaited = crowd
                for key in 0..<crowd { self.add(key) }
            }
        case .next(let reply):
            .handled {
                self.reply = reply
                self.awaited = 1
                self.remove(self.oldest)
                self.add(self.oldest + crowd)
                self.oldest += 1
            }
        case .hello:
            .handled {
                self.awaited -= 1
                if self.awaited == 0 { self.reply.take()?.resume() }
            }
        // What ends after it was removed concerns nobody.
        case .ended(let key): .handled { self.guests[key] = nil }
        case .failed(let key, let error):
            .handled { if self.guests.removeValue(forKey: key) != nil { throw error } }
        }
    }
}
