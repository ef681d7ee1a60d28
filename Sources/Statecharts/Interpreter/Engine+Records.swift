// The record of a macrostep: the plans that were performed, in words.

extension Engine {
    /// Records the microstep that was performed.
    func recordMicrostep() {
        if let scribe { return scribe.note(self) }
        let extras = needingExtras
        extras.plainContent = nil
        // Of most steps the same was recorded before.
        guard extras.recordedMicrosteps.isEmpty, case .event = cells.value.trigger, let note = noteOfMicrostep else {
            extras.recordedMicrosteps.append(describeMicrostep())
            return
        }
        var records = extras.plainRecords.take() ?? PlainRecords(topology)
        let content = records.content(of: note)
        extras.plainRecords = records
        extras.plainContent = content
        extras.recordedMicrosteps = content.microsteps
    }

    /// The note that says all of the microstep, if one can.
    private var noteOfMicrostep: PlainStep? {
        let work = work
        guard work.answers.count == 1, work.preempted.isEmpty, leaves.count == 1, work.passed.isEmpty else {
            return nil
        }
        let plan = work.answers[0].plan
        guard !work.answers[0].reaction.hasGuard,
            plan.map({ $0.has(.kept) && $0.target == work.answers[0].target }) != false
        else { return nil }
        return PlainStep(
            plan, of: work.answers[0].source, to: leaves[0], hasEffect: work.answers[0].reaction.hasEffect)
    }

    /// The record of what was answered and planned.
    func describeMicrostep() -> Microstep {
        let answers = work.answers
        var exits: [StateID] = []
        var effects: [StateID] = []
        var entries: [StateID] = []
        for position in 0..<answers.count {
            answers[answers.count - 1 - position].plan?.exits.forEach { exits.append(id($0.node)) }
            answers[position].plan?.entries.forEach { entries.append(id($0.node)) }
            if answers[position].reaction.hasEffect { effects.append(id(answers[position].source)) }
            for place in answers[position].passed where work.passed[place].reaction.hasEffect {
                effects.append(id(work.passed[place].source))
            }
        }
        return Microstep(
            trigger: publicTrigger(cells.value.trigger), transitions: describe(answers),
            preempted: describe(work.preempted), exits: exits, effects: effects, entries: entries)
    }

    private func describe(_ answers: FlatStack<Workspace.Answer>) -> [Microstep.Transition] {
        var transitions: [Microstep.Transition] = []
        for position in 0..<answers.count where answers[position].source >= 0 && !answers[position].isContinued {
            transitions.append(describe(answers, position))
        }
        return transitions
    }

    /// The record of an answer.
    /// - Parameter hasWords: whether with those of its guards.
    func describe(
        _ answers: FlatStack<Workspace.Answer>, _ position: Int32, withWords hasWords: Bool = true
    ) -> Microstep.Transition {
        let text = hasWords ? guardText(answers, position) : nil
        return Microstep.Transition(
            source: id(answers[position].source), kind: kind(of: answers[position].plan),
            targets: targets(answers, position).map { id($0) }, guardText: text)
    }

    /// Where an answer leads, also by those that continue it.
    func targets(_ answers: FlatStack<Workspace.Answer>, _ position: Int32) -> [Int32] {
        let named = answers[position].target
        if named >= 0, let plan = answers[position].plan, plan.target != named { return [named] }
        var targets: [Int32] = []
        var next = position
        repeat {
            answers[next].plan?.targets.forEach { targets.append($0) }
            next += 1
        } while next < answers.count && answers[next].isContinued
        return targets
    }

    /// The words of the guards on the way.
    func guardText(_ answers: FlatStack<Workspace.Answer>, _ position: Int32) -> String? {
        var words = answers[position].reaction.guardText.map { [$0.text] } ?? []
        for place in answers[position].passed {
            if let guardText = work.passed[place].reaction.guardText { words.append(guardText.text) }
        }
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }

    func kind(of plan: Plan?) -> Microstep.Transition.Kind {
        plan.map { $0.has(.local) ? .local : .external } ?? .internal
    }

    /// Tells of the macrostep that is over.
    func report(_ trigger: MacrostepTrigger, _ outcome: Outcome) {
        if let scribe { return scribe.end(trigger, outcome, self) }
        let microsteps = recordedMicrosteps
        recordedMicrosteps = []
        let known = extras?.plainContent.take()
        let isKnown = known?.outcome == outcome && failure == nil && known?.configuration.hasLeaves(leaves) == true
        let content = isKnown ? known : nil
        observer?(
            RawMacrostep(
                trigger: trigger, content: content ?? StepContent(outcome, microsteps, configuration, failure)))
    }

    private func publicTrigger(_ trigger: MicrostepTrigger) -> Microstep.Trigger {
        switch trigger {
        case .start: .start
        case .event: .event
        case .eventless: .eventless
        case .finish: .finish
        case .raised: .raised(triggerText)
        case .completion(let node): .completion(id(node))
        case .choice(let vertex): .choice(id(vertex))
        case .failure(let node): .failure(id(node), triggerText)
        }
    }

    // MARK: Errors

    /// Names the transitions whose actions have failed.
    func nameFailures() {
        let answers = work.answers
        for position in 0..<failures.count where failures[position].transition == nil {
            guard let action = failures[position].action else { continue }
            let node = failures[position].node
            let culprit = (0..<answers.count).first { place in
                guard answers[place].source >= 0 else { return false }
                return action == .effect ? isOf(node, answers, place) : answers[place].plan?.changes(node) == true
            }
            guard var place = culprit else { continue }
            while answers[place].isContinued { place -= 1 }
            failures[position].transition = describe(answers, place, withWords: false).description
        }
    }

    /// The same where the only answer was performed alone.
    @inline(never)
    func nameFailures(by plan: Plan?, of source: Int32, to target: Int32) {
        for position in 0..<failures.count where failures[position].transition == nil {
            guard failures[position].action != nil else { continue }
            let node = failures[position].node
            guard node == source || plan?.changes(node) == true else { continue }
            var targets: [StateID] = []
            if let plan, target >= 0, plan.target != target {
                targets.append(id(target))
            } else {
                plan?.targets.forEach { targets.append(id($0)) }
            }
            failures[position].transition =
                Microstep.Transition(source: id(source), kind: kind(of: plan), targets: targets).description
        }
    }

    /// The transition of a failure; an effect of which nothing else is known was that of an internal one.
    func transition(of failure: Failure) -> String? {
        guard failure.transition == nil, failure.action == .effect else { return failure.transition }
        return Microstep.Transition(source: id(failure.node), kind: .internal, targets: []).description
    }
}
