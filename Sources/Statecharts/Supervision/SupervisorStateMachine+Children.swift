// Who comes and goes.

extension SupervisorStateMachine {
    mutating func add(_ name: String) -> Int {
        let number = endNumber
        endNumber += 1
        order.append(number)
        children[number] = ChildRecord(name: name)
        unfinishedCount += 1
        return number
    }

    /// Has a new child started: behind those with which the run began, and if children concern each other, behind those
    /// that were added before it.
    mutating func added(_ child: Int) {
        let behind: Int? =
            switch strategy {
            case .oneForOne: first
            case .oneForAll, .restForOne: first ?? latest
            }
        guard let behind else { return latest = makeWave(.starting, [child]) }
        children[child]?.wave = behind
        waves[behind]?.members.insert(child)
        waves[behind]?.rest.append(child)
        touched.insert(behind)
    }

    mutating func giveUp(_ child: Int) {
        guard let life = children[child]?.life, children[child]?.isGivenUp == false else { return }
        children[child]?.isGivenUp = true
        switch life {
        case .down, .finished: forgetGivenUp(child)
        case .starting:
            leaveWave(child)
            cancelStart(child, isHalting: false)
        case .running: stop(child)
        // Its end is on its way.
        case .halting, .stopping: break
        }
    }

    mutating func forgetGivenUp(_ child: Int) {
        forget(child)
        actions.append(.forget(child))
    }

    /// Forgets a child, and a task that still starts or ends it: what that reports concerns nobody any more.
    mutating func forget(_ child: Int) {
        guard let life = children[child]?.life else { return }
        leaveWave(child)
        count(life, -1)
        unfinishedCount -= 1
        children[child] = nil
        ledger.forget(child)
        let place = firstPlace(from: child)
        if place < order.count, order[place] == child { order.remove(at: place) }
    }

    /// Where the first number is that is not less than this one.
    func firstPlace(from number: Int) -> Int { order.firstPlace { $0 >= number } }

    mutating func set(_ child: Int, _ life: Life) {
        guard let former = children[child] else { return }
        count(former.life, -1)
        count(life, 1)
        children[child]?.life = life
        guard let wave = former.wave else { return }
        switch life {
        case .starting, .halting, .stopping: waves[wave]?.busy.insert(child)
        case .down, .running, .finished: waves[wave]?.busy.remove(child)
        }
        touched.insert(wave)
    }

    mutating func count(_ life: Life, _ change: Int) {
        switch life {
        case .starting: startingCount += change
        case .halting, .stopping: endingCount += change
        case .finished: unfinishedCount -= change
        case .down, .running: break
        }
    }

    func name(_ child: Int) -> String { children[child]?.name ?? "" }

    mutating func emit(_ event: SupervisionEvent) { actions.append(.emit(event)) }
}
