// What the chart's own code can do wrong while it runs, and what comes of it.

extension Engine {
    /// Who is told of a mistake that is made between two steps, or by a look at the chart.
    enum Hearing: UInt8 {
        /// The host of the engine.
        case host
        /// Whoever visits the chart: he gets it as an error, see `hearing(_:)`.
        case visitor
        /// Nobody: the chart is only asked what it would do, and will say the same when it does it.
        case nobody
    }

    /// Decides what comes of a mistake of the chart's code. The only place that does.
    ///
    /// Inside of a step it is an error of the step: it is offered to `failed(_:)` like one that the action under way has
    /// thrown, and fails the chart if nobody handles it. Between two steps the visitor gets it, or the host of the
    /// engine; if there is neither, this traps. A chart that has failed in the step, or is at its end, takes no more.
    /// - Parameter place: the state that counts as the one whose code it is, where that is not known.
    func noteMistake(_ code: StepError.Code, at place: Int32, _ message: String, fix: String) {
        let node = actor ?? place
        let mistake = StepError(
            code, path: topology.path(of: node), message, fix: fix, action: isInsideOfStep ? presentAction : nil,
            underlying: extras?.offered)
        switch cells.value.hearing {
        case .nobody: return
        case .visitor:
            if needingExtras.heard == nil { needingExtras.heard = mistake }
            return
        case .host: break
        }
        guard isInsideOfStep else {
            guard let host = host as? any MistakeHost else { trap(mistake.message, mistake.fix) }
            return host.hear(mistake)
        }
        guard cells.value.status == .running else {
            // At the end of the chart its values go, which may run code of the chart.
            if cells.value.status != .failed, failure == nil { failure = mistake }
            return
        }
        // Said once, however often it is done.
        for position in 0..<failures.count where failures[position].isMistake && failures[position].node == node {
            if (failures[position].error as? StepError)?.message == message { return }
        }
        keep(mistake, of: node)
    }

    /// Notes that a reaction cannot be taken: its state stays where it is, as if it had thrown.
    func refuse(_ mistake: StepError, of node: Int32) {
        cells.value.refusals &+= 1
        if cells.value.hearing == .nobody || cells.value.status != .running { return }
        var mistake = mistake
        mistake.underlying = extras?.offered
        keep(mistake, of: node)
    }

    /// Who is asked first about a mistake: the state whose code it is, but not if that was asked about another error.
    func askedFirst(about node: Int32) -> Int32 { extras?.offered == nil ? node : infos[node].parent }

    private func keep(_ mistake: StepError, of node: Int32) {
        readiness.value.isPlain = false
        readiness.value.mustSettle = true
        (host as? any MistakeHost)?.note(mistake)
        failures.append(
            Failure(
                node: node, error: mistake, action: mistake.action, isMistake: true, askedFirst: askedFirst(about: node)
            ))
    }

    /// A mistake that was noted and not offered: what fails the chart meanwhile may have come of it.
    var pendingMistake: StepError? {
        for position in 0..<failures.count where failures[position].isMistake { return mistake(failures[position]) }
        return nil
    }

    /// The mistake as it is offered, with the transition that is known by now.
    func mistake(_ failure: Failure) -> StepError? {
        guard failure.isMistake, var mistake = failure.error as? StepError else { return nil }
        mistake.transition = transition(of: failure)
        return mistake
    }

    /// Runs code that looks at the chart between two steps, and throws the first mistake that it makes.
    func hearing<Result>(_ body: () throws -> Result) throws -> Result {
        let before = cells.value.hearing
        cells.value.hearing = .visitor
        let result = Swift.Result { try body() }
        cells.value.hearing = before
        let mistake = extras?.heard.take()
        let value = try result.get()
        if let mistake { throw mistake }
        return value
    }

    // MARK: Whose code it is

    /// Whether code of the chart runs that a step has called.
    private var isInsideOfStep: Bool {
        switch readiness.value.phase {
        case .asking, .exits, .effects, .entries, .settle: true
        case .idle, .closing, .recalling: false
        }
    }

    /// The state whose code runs, if that is known.
    private var actor: Int32? {
        if let extras, extras.handling >= 0 { return extras.handling }
        let acting = readiness.value.acting
        return isInsideOfStep && acting >= 0 && acting < topology.count ? acting : nil
    }

    /// The action that is under way.
    var presentAction: StepError.Action? {
        switch readiness.value.phase {
        case .exits: .exit
        case .effects: .effect
        case .entries: .entry
        case .idle, .asking, .settle, .closing, .recalling: nil
        }
    }

    /// Asks a vertex something, with a note of who is asked.
    @inline(__always)
    func asking<Answer>(_ vertex: Int32, _ question: (StateNode) -> Answer) -> Answer {
        readiness.value.acting = vertex
        return nodes.call(vertex, question)
    }
}

/// Whoever runs an engine and can tell of mistakes that are not those of a step.
protocol MistakeHost: AnyObject {
    /// Told of a mistake that was made between two steps.
    nonisolated func hear(_ mistake: StepError)
    /// Told of every mistake of a step, whether a state handles it or not.
    nonisolated func note(_ mistake: StepError)
}

// MARK: Data of states that are not active

extension Engine {
    /// A scoped property of a state was used that has no value.
    func noteAbsence(of property: String, of owner: Int32) {
        let name = topology.path(of: owner)
        let used = "used \(name).\(property)"
        if extras?.handling == owner {
            return noteMistake(
                .notActive, at: owner, "\(used) while the values of \(name) are made or destroyed",
                fix: "declare it above the properties whose initial values need it")
        }
        if isActive(owner) {
            return noteMistake(
                .overlappingAccess, at: owner, "\(used) while it was being changed",
                fix: "read it before the change, or change a copy and put that in its place")
        }
        switch readiness.value.phase {
        case .effects where isLeft(owner):
            noteMistake(
                .notActive, at: owner, "\(used), but the transition leaves \(name) before its effect runs",
                fix: fixOfLeaving(owner, property))
        case .effects where isEntered(owner):
            let type = ClassFacts.of(type(of: nodes[owner])).name
            noteMistake(
                .notActive, at: owner, "\(used), but the transition enters \(name) only after its effect",
                fix: "hand it over in a property of a state around both, or of the top, and have \(type) take it from "
                    + "there in entry(), or as its initial value: @Scoped(\\\(type).top.…)")
        case .exits where isLeft(owner), .entries where isLeft(owner) && !isEntered(owner):
            noteMistake(
                .notActive, at: owner, "\(used), which was destroyed when \(name) was left",
                fix: "use it in exit() of \(name), or of a state inside it")
        case .entries where isEntered(owner):
            noteMistake(
                .notActive, at: owner, "\(used) before \(name) was entered",
                fix: "use it in entry() of \(name), or of a state inside it")
        case .idle, .asking, .exits, .effects, .entries, .settle, .closing, .recalling:
            noteMistake(
                .notActive, at: owner, "\(used) while \(name) is not active",
                fix: "use it from the own actions and handlers of \(name), and from those of its substates")
        }
    }

    /// What an effect does that needs data of a state which its transition leaves.
    private func fixOfLeaving(_ owner: Int32, _ property: String) -> String {
        let name = topology.path(of: owner)
        let source = readiness.value.acting
        let targets = targets(ofTransitionOf: source)
        let before = "take \(property) in the handler, before it answers"
        if !targets.isEmpty, targets.allSatisfy({ topology.contains(owner, $0) }) {
            return source == owner
                ? "use .local(to:) to stay in it, or \(before)"
                : "let \(name) answer .local(to:) itself, which stays in it, or \(before)"
        }
        if targets == [owner] { return "use .handled { … } to stay in it, or \(before)" }
        var around = infos[owner].parent
        while around >= 0, !isActive(around) { around = infos[around].parent }
        let other = around < 0 ? "" : ", or keep it in a state that stays, such as \(topology.path(of: around))"
        return before + other
    }

    private func targets(ofTransitionOf source: Int32) -> [Int32] {
        if let plan = cells.value.performed {
            var targets: [Int32] = []
            plan.targets.forEach { targets.append($0) }
            return targets
        }
        guard let answers = cells.value.workspace?.answers else { return [] }
        guard let place = (0..<answers.count).first(where: { isOf(source, answers, $0) }) else { return [] }
        return targets(answers, place)
    }

    /// Whether `source` has answered, or has been on the way of an answer.
    func isOf(_ source: Int32, _ answers: FlatStack<Workspace.Answer>, _ place: Int32) -> Bool {
        answers[place].source == source && !answers[place].isContinued
            || answers[place].passed.contains { work.passed[$0].source == source }
    }

    private func isLeft(_ node: Int32) -> Bool { isListed(node) { $0.exits } }

    private func isEntered(_ node: Int32) -> Bool { isListed(node) { $0.entries } }

    /// Whether the transitions under way leave or enter a state.
    private func isListed(_ node: Int32, _ row: (Plan) -> Row<Plan.Step>) -> Bool {
        var isFound = false
        if let plan = cells.value.performed {
            row(plan).forEach { if $0.node == node { isFound = true } }
        } else if let answers = cells.value.workspace?.answers {
            for position in 0..<answers.count {
                if let plan = answers[position].plan { row(plan).forEach { if $0.node == node { isFound = true } } }
            }
        }
        return isFound
    }
}
