// Who is started and ended when.

extension SupervisorStateMachine {
    mutating func makeWave(_ phase: Wave.Phase, _ members: Set<Int>) -> Int {
        lastWave += 1
        let number = lastWave
        waves[number] = Wave(phase: phase, members: members, rest: members.sorted()[...])
        for member in members {
            children[member]?.wave = number
            switch children[member]?.life {
            case .starting, .halting, .stopping: waves[number]?.busy.insert(member)
            case .down, .running, .finished, nil: break
            }
        }
        touched.insert(number)
        return number
    }

    mutating func leaveWave(_ child: Int) {
        guard let wave = children[child]?.wave else { return }
        children[child]?.wave = nil
        waves[wave]?.members.remove(child)
        waves[wave]?.busy.remove(child)
        touched.insert(wave)
    }

    /// Has children ended, last first, and started again later. A restart that has not begun to start anybody, and that
    /// this one touches, waits with it.
    mutating func restart(_ range: Range<Int>, due: Duration, _ delay: Duration) {
        var concerned: Set<Int> = []
        for place in firstPlace(from: range.lowerBound)..<order.count {
            let child = order[place]
            guard child < range.upperBound else { break }
            if let entry = children[child], entry.life != .finished, !entry.isGivenUp { concerned.insert(child) }
        }
        for wave in Set(concerned.compactMap { children[$0]?.wave }) {
            switch waves[wave]?.phase {
            case .ending, .waiting:
                for member in waves[wave]?.members ?? [] where children[member]?.isGivenUp == false {
                    concerned.insert(member)
                }
            case .starting, nil: break
            }
        }
        for child in concerned { leaveWave(child) }
        let wave = makeWave(.ending, concerned)
        waves[wave]?.due = due
        waves[wave]?.delay = delay
        for child in concerned.sorted() { cancelStart(child, isHalting: true) }
    }

    mutating func beginStarting(_ wave: Int) {
        let members = waves[wave]?.members.sorted() ?? []
        waves[wave]?.phase = .starting
        waves[wave]?.rest = members[...]
        touched.insert(wave)
    }

    /// Does what there is to be done in the waves, or in the end of the run.
    mutating func advance() {
        if closing != nil { return advanceClosing() }
        while let wave = touched.min() {
            touched.remove(wave)
            switch waves[wave]?.phase {
            case .ending: advanceEnding(wave)
            case .starting: advanceStarting(wave)
            case .waiting where waves[wave]?.members.isEmpty == true: waves[wave] = nil
            case .waiting, nil: break
            }
        }
        if let first, waves[first] == nil {
            self.first = nil
            actions.append(.allStarted)
        }
        if let latest, waves[latest]?.phase != .starting { self.latest = nil }
    }

    mutating func advanceEnding(_ wave: Int) {
        // A child that is being started does not delay the others: its start has been cancelled.
        let busy = waves[wave]?.busy ?? []
        if busy.contains(where: { !isStarting($0) }) { return }
        while let child = waves[wave]?.rest.popLast() {
            if case .running = children[child]?.life, children[child]?.wave == wave { return halt(child) }
        }
        if !busy.isEmpty { return }
        guard let members = waves[wave]?.members.sorted(), let first = members.first, let delay = waves[wave]?.delay,
            let due = waves[wave]?.due
        else { return waves[wave] = nil }
        let names = members.map { name($0) }
        assert(children[first]?.life == .down)
        emit(.restarting(names, after: delay))
        guard delay > .zero else { return beginStarting(wave) }
        waves[wave]?.phase = .waiting
        actions.append(.wait(restart: wave, until: due, of: names))
    }

    func isStarting(_ child: Int) -> Bool {
        if case .starting = children[child]?.life { true } else { false }
    }

    mutating func advanceStarting(_ wave: Int) {
        guard waves[wave]?.busy.isEmpty == true else { return }
        while let child = waves[wave]?.rest.popFirst() {
            if children[child]?.life == .down, children[child]?.wave == wave { return start(child) }
        }
        assert(waves[wave]?.members.isEmpty == true, "a wave ends before it has started all")
        waves[wave] = nil
    }

    // MARK: The end of the run

    mutating func close(_ end: End, isHalting: Bool) {
        guard closing == nil else { return }
        for child in order { children[child]?.wave = nil }
        waves = [:]
        touched = []
        first = nil
        latest = nil
        closing = Closing(end: end, isHalting: isHalting, rest: order[...])
        for child in order { cancelStart(child, isHalting: isHalting) }
    }

    /// Ends one after the other, the last first. A child that is being started does not delay the others.
    mutating func advanceClosing() {
        guard endingCount == 0, let isHalting = closing?.isHalting else { return }
        while let child = closing?.rest.popLast() {
            guard case .running = children[child]?.life else { continue }
            return isHalting ? halt(child) : stop(child)
        }
    }
}
