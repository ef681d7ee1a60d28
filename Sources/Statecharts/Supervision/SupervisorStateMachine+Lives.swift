// How lives begin and end.

extension SupervisorStateMachine {
    mutating func start(_ child: Int) {
        set(child, .starting(isCancelled: false))
        actions.append(.start(child))
    }

    mutating func cancelStart(_ child: Int, isHalting: Bool) {
        guard children[child]?.life == .starting(isCancelled: false) else { return }
        children[child]?.life = .starting(isCancelled: true)
        actions.append(.cancelStart(child, isHalting: isHalting))
    }

    mutating func stop(_ child: Int) {
        set(child, .stopping)
        actions.append(.stop(child))
    }

    mutating func halt(_ child: Int) {
        set(child, .halting)
        actions.append(.halt(child))
    }

    mutating func started(_ child: Int, _ now: Duration) {
        guard let entry = children[child], case .starting = entry.life else { return }
        lastLife += 1
        set(child, .running(lastLife))
        children[child]?.hasLived = true
        ledger.started(child, at: now)
        emit(entry.hasLived ? .restarted(entry.name) : .started(entry.name))
        if entry.isGivenUp { return stop(child) }
        actions.append(.watch(child, life: lastLife))
        if closing != nil {
            closing?.rest.append(child)
        } else if let wave = entry.wave {
            switch waves[wave]?.phase {
            case .ending: waves[wave]?.rest.append(child)
            case .starting, .waiting, nil: leaveWave(child)
            }
        }
    }

    mutating func startFailed(_ child: Int, _ error: any Error, _ now: Duration) {
        guard let entry = children[child], case .starting(let isCancelled) = entry.life else { return }
        guard isCancelled else {
            leaveWave(child)
            return failed(child, error, now)
        }
        // It is being ended anyway.
        if !Self.isCancellation(error) {
            emit(.failed(entry.name, reason: ValueText.of(error)))
        } else if entry.isGivenUp || closing?.isHalting == false {
            emit(.stopped(entry.name))
        } else {
            emit(.halted(entry.name))
        }
        comeDown(child)
    }

    /// A child has failed while nobody was ending it.
    mutating func failed(_ child: Int, _ error: any Error, _ now: Duration) {
        let name = name(child)
        emit(.failed(name, reason: ValueText.of(error)))
        set(child, .down)
        // Those that another one's failure concerns are about to be ended anyway.
        if closing != nil || children[child]?.wave != nil { return }
        guard !Self.isHopeless(error),
            case .restart(let range, let delay) = ledger.failed(child, of: endNumber, at: now)
        else {
            emit(.gaveUp(name, reason: ValueText.of(error)))
            return close(.gaveUp(child: name, error), isHalting: true)
        }
        restart(range, due: now.later(by: delay), delay)
    }

    mutating func halted(_ child: Int, _ end: HaltEnd) {
        guard let entry = children[child], entry.life == .halting else { return }
        switch end {
        case .halted(let error):
            if let error { emit(.failed(entry.name, reason: ValueText.of(error))) }
            emit(.halted(entry.name))
            comeDown(child)
        case .ended(.failed(let error)):
            emit(.failed(entry.name, reason: ValueText.of(error)))
            comeDown(child)
        case .ended(.finished(let error)):
            actions.append(.close(child))
            finished(child, error)
            if entry.isGivenUp { forgetGivenUp(child) }
        }
    }

    mutating func stopped(_ child: Int, _ end: LifeEnd) {
        guard let entry = children[child], entry.life == .stopping else { return }
        switch end {
        case .finished(let error):
            if let error { emit(.failed(entry.name, reason: ValueText.of(error))) }
            emit(.stopped(entry.name))
        case .failed(let error): emit(.failed(entry.name, reason: ValueText.of(error)))
        }
        comeDown(child)
    }

    mutating func comeDown(_ child: Int) {
        set(child, .down)
        if children[child]?.isGivenUp == true { forgetGivenUp(child) }
    }

    /// A child has done its work and is not started again, also if an exit action threw at the very end.
    mutating func finished(_ child: Int, _ error: (any Error)?) {
        set(child, .finished)
        leaveWave(child)
        if let error { emit(.failed(name(child), reason: ValueText.of(error))) }
        emit(.finished(name(child)))
    }

    /// Trying again would not help: the chart is wrong, or does not fit its snapshot; or that is so of the child for
    /// which a supervisor below has given up.
    static func isHopeless(_ error: any Error) -> Bool {
        if let error = (error as? SupervisorError)?.underlying { return isHopeless(error) }
        if error is ChartError || error is SnapshotError || error is MachineError { return true }
        return SnapshotError.refusesPart(error)
    }

    /// An action of the first step has seen that its task was cancelled.
    static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? StepError)?.underlying is CancellationError
    }
}
