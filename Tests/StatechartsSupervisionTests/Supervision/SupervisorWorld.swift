@testable import Statecharts
@testable import StatechartsCore

/// A supervisor's state machine and the tasks that it has begun: any of them may end next, in any way.
struct SupervisorWorld {
    enum Work: Int { case start, cancelledStart, halt, stop }
    struct Broken: Error {}

    /// What can happen next.
    enum Step {
        case event(SupervisorStateMachine.Event)
        case add, giveUp(Int), replace(Int), cancel(isHalting: Bool)
    }

    private(set) var machine: SupervisorStateMachine
    private(set) var problems: [String] = []
    private(set) var trail: [Step] = []
    private var work: [Int: Work] = [:]
    /// The lives whose end is watched.
    private var lives: [Int: Int] = [:]
    private var timers: [Int] = []
    private var mayAdd: Int
    private var mayCancel = true
    private var givenUp: Set<Int> = []
    private var forgotten: Set<Int> = []
    private var haveLived: Set<String> = []
    private var allStarted = 0
    init(
        _ strategy: Supervisor.Strategy, _ limit: RestartLimit, _ backOff: BackOff, children: Int, mayAdd: Int
    ) {
        machine = SupervisorStateMachine(strategy, limit, backOff, staysOpen: false)
        self.mayAdd = mayAdd
        take(.event(.began((0..<children).map(String.init))))
    }

    // MARK: What can happen

    var steps: [Step] {
        if let end = machine.end {
            // Children may still be added until the run is told that nobody has asked for that.
            if case .done = end, mayAdd > 0 { return [.add] }
            return []
        }
        var steps: [Step] = []
        for child in machine.order {
            switch work[child] {
            case .start:
                steps += [.event(.started(child)), .event(.startFailed(child, Broken()))]
                steps.append(.event(.startFailed(child, MachineError(.late, machine: "", ""))))
            case .cancelledStart:
                steps += [.event(.started(child)), .event(.startFailed(child, CancellationError()))]
                steps.append(.event(.startFailed(child, Broken())))
            case .halt:
                steps += [.event(.halted(child, .halted(nil))), .event(.halted(child, .ended(.finished(nil))))]
                steps.append(.event(.halted(child, .ended(.failed(Broken())))))
            case .stop:
                steps.append(.event(.stopped(child, .finished(nil))))
                steps.append(.event(.stopped(child, .failed(Broken()))))
            case nil: break
            }
            // Also while the child is being ended: then it is too late to be of interest.
            if let life = lives[child] {
                steps += [
                    .event(.ended(child, life: life, .finished(nil))),
                    .event(.ended(child, life: life, .failed(Broken()))),
                ]
            }
            if !givenUp.contains(child) {
                steps.append(.giveUp(child))
                if mayAdd > 0, mayBeOver(child) { steps.append(.replace(child)) }
            }
        }
        for timer in timers { steps.append(.event(.due(restart: timer))) }
        if mayAdd > 0 { steps.append(.add) }
        if mayCancel { steps += [.cancel(isHalting: true), .cancel(isHalting: false)] }
        return steps
    }

    /// Whether the child may have come to its end, so that another one may be added under its name: also while the task
    /// that starts or ends it has not reported yet.
    private func mayBeOver(_ child: Int) -> Bool { machine.children[child]?.life != .down || machine.closing != nil }

    mutating func take(_ step: Step) {
        trail.append(step)
        switch step {
        case .add:
            mayAdd -= 1
            handle(.added("\(machine.endNumber)"))
        case .replace(let child):
            mayAdd -= 1
            (work[child], lives[child]) = (nil, nil)
            handle(.replaced(child))
            // What its task reports later.
            for late in [SupervisorStateMachine.Event.started(child), .halted(child, .halted(nil))] {
                demand(machine.handle(late, at: .zero).isEmpty, "hears of \(child), which was replaced")
            }
            if machine.closing == nil { handle(.added("\(machine.endNumber)")) }
        case .giveUp(let child):
            givenUp.insert(child)
            handle(.givenUp(child))
        case .cancel(let isHalting):
            mayCancel = false
            handle(.cancelled(isHalting: isHalting))
        case .event(let event):
            switch event {
            case .started(let child), .startFailed(let child, _), .halted(let child, _), .stopped(let child, _):
                work[child] = nil
            case .ended(let child, _, _): lives[child] = nil
            case .due(let restart): timers.removeAll { $0 == restart }
            case .began, .added, .replaced, .givenUp, .cancelled: break
            }
            handle(event)
        }
        judge()
    }

    private mutating func handle(_ event: SupervisorStateMachine.Event) {
        for action in machine.handle(event, at: .zero) { perform(action) }
        // A time that comes when nobody waits for it any more means nothing.
        for timer in timers where machine.waves[timer]?.phase != .waiting {
            timers.removeAll { $0 == timer }
            if !machine.handle(.due(restart: timer), at: .zero).isEmpty { problems.append("acts on an old time") }
        }
    }

    private mutating func demand(_ isSo: Bool, _ problem: @autoclosure () -> String) {
        if !isSo { problems.append(problem()) }
    }

    private mutating func perform(_ action: SupervisorStateMachine.Action) {
        switch action {
        case .emit(let event): hear(event)
        case .start(let child):
            demand(work[child] == nil, "\(child) is started while it has a task")
            demand(machine.closing == nil, "\(child) is started at the end of the run")
            demand(!forgotten.contains(child) && !givenUp.contains(child), "\(child) is started when it is given up")
            // Of one wave, one after the other and in order.
            let wave = machine.children[child]?.wave
            for (other, entry) in machine.children where other != child && entry.wave != nil && entry.wave == wave {
                demand(work[other] == nil && other > child, "\(child) is started together with \(other)")
            }
            work[child] = .start
        case .cancelStart(let child, _):
            demand(work[child] == .start, "the start of \(child) is cancelled, which is not under way")
            work[child] = .cancelledStart
        case .halt(let child), .stop(let child):
            demand(work[child] == nil, "\(child) is ended while it has a task")
            if case .halt = action { work[child] = .halt } else { work[child] = .stop }
        case .watch(let child, let life): lives[child] = life
        case .close: break
        case .wait(let restart, let due, let names):
            demand(due > .zero && !names.isEmpty, "waits for nothing")
            timers.append(restart)
        case .forget(let child):
            demand(work[child] == nil, "\(child) is forgotten while it has a task")
            demand(givenUp.contains(child), "\(child) is forgotten and was not given up")
            demand(forgotten.insert(child).inserted, "\(child) is forgotten twice")
            lives[child] = nil
        case .allStarted:
            allStarted += 1
            demand(allStarted == 1, "all have started twice")
        }
    }

    private mutating func hear(_ event: SupervisionEvent) {
        switch event {
        case .started(let name):
            demand(haveLived.insert(name).inserted, "\(name) has started for the first time twice")
        case .restarted(let name): demand(haveLived.contains(name), "\(name) has started again before it has started")
        case .restarting(let names, _):
            demand(names == names.sorted(), "restarts in another order than that of adding")
            for name in names {
                let life = Int(name).flatMap { machine.children[$0]?.life }
                demand(life != .finished && life != nil, "\(name) is to be started again though it is done or gone")
            }
        case .halted, .failed, .finished, .stopped, .gaveUp: break
        case .interrupted, .removed, .snapshotFailed: problems.append("tells what others tell")
        }
    }

    // MARK: What has to hold

    private mutating func judge() {
        for (child, entry) in machine.children {
            let expected: Set<Work?> =
                switch entry.life {
                case .down, .running, .finished: [nil]
                case .starting(let isCancelled): [isCancelled ? .cancelledStart : .start]
                case .halting: [.halt]
                case .stopping: [.stop]
                }
            let task = work[child]
            demand(expected.contains(task), "\(child) is \(entry.life) with the task \(String(describing: task))")
            if let wave = entry.wave {
                demand(machine.waves[wave]?.members.contains(child) == true, "\(child) is in no wave that knows it")
            } else if machine.closing == nil, entry.life == .down {
                problems.append("nobody starts \(child)")
            }
        }
        for (number, wave) in machine.waves {
            demand(wave.members.allSatisfy { machine.children[$0]?.wave == number }, "a wave has others' children")
        }
        guard work.isEmpty, timers.isEmpty else {
            demand(machine.end == nil, "the run ends with something under way")
            return
        }
        // At rest.
        if machine.closing != nil { demand(machine.end != nil, "the run does not come to its end") }
        demand(forgotten == givenUp, "who waits for a child to be given up is not answered")
        guard machine.closing == nil else { return }
        demand(allStarted == 1, "who waits for all to have started is not told")
        demand(machine.waves.isEmpty, "a wave is left")
        for (child, entry) in machine.children {
            switch entry.life {
            case .running, .finished: break
            case .down, .starting, .halting, .stopping: problems.append("\(child) is left \(entry.life)")
            }
        }
    }

    // MARK: Which situation it is

    /// The situation as numbers, without those that only grow.
    var key: [Int] {
        let waves = machine.waves.keys.sorted()
        func place(_ wave: Int?) -> Int { wave.flatMap { waves.firstIndex(of: $0) } ?? -1 }
        var key = [mayAdd, mayCancel ? 1 : 0, machine.ledger.restartCount, allStarted, place(machine.first)]
        key += [place(machine.latest), timers.count, machine.endNumber]
        for child in machine.order {
            guard let entry = machine.children[child] else { continue }
            let life =
                switch entry.life {
                case .down: 0
                case .starting(let isCancelled): isCancelled ? 1 : 2
                case .running: 3
                case .halting: 4
                case .stopping: 5
                case .finished: 6
                }
            key += [child, life, entry.hasLived ? 1 : 0, entry.isGivenUp ? 1 : 0, place(entry.wave)]
            key.append(lives[child] == nil ? 0 : 1)
        }
        for wave in waves {
            guard let wave = machine.waves[wave] else { continue }
            switch wave.phase {
            case .ending: key.append(-2)
            case .waiting: key.append(-3)
            case .starting: key.append(-4)
            }
            for numbers in [Array(wave.rest), wave.busy.sorted(), wave.members.sorted()] { key += numbers + [-5] }
        }
        if let closing = machine.closing {
            switch closing.end {
            case .done: key.append(-7)
            case .cancelled: key.append(-8)
            case .gaveUp: key.append(-9)
            }
            key.append(closing.isHalting ? 1 : 0)
            key += Array(closing.rest)
        }
        return key
    }
}
