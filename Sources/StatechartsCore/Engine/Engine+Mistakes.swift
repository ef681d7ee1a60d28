// What the chart's own code can do wrong while it runs, and what comes of it.

/// Who is told of a mistake that code of the chart makes while no step calls it.
enum MistakeListener: UInt8 {
    /// The host of the engine.
    case host
    /// Whoever calls `Engine.throwingMistakes(of:_:)`, which throws it.
    case visitor
    /// Nobody: states are only asked what they would do, and make the same mistake when they do it.
    case nobody
}

/// Who runs an engine and is told of mistakes of the chart's code.
package protocol MistakeHost: AnyObject {
    /// Told of a mistake that was made between two steps, and of every mistake of a step, whether a state handles it or
    /// not.
    nonisolated func hear(_ mistake: StepError, inStep: Bool)
}

extension Engine {
    package var chartName: String { ClassInfo.of(type(of: nodes[0])).name }

    /// Decides what comes of a mistake of the chart's code. The only place that does.
    ///
    /// Inside of a step it is an error of the step: it is offered to `failed(_:)` like one that the action under way
    /// has thrown, and fails the chart if nobody handles it. Between two steps whoever calls `throwingMistakes(of:_:)`
    /// gets it, or the host of the engine; if there is neither, this traps. In a step that has failed the chart, it is
    /// dropped; in one that has brought the chart to its end, the first one becomes the chart's failure.
    /// - Parameter place: the state whose code it counts as, where that is not known.
    package func reportMistake(_ code: StepError.Code, at place: VertexIndex, _ message: String, fix: String) {
        let node = actor ?? place
        let mistake = StepError(code, path: topology.path(of: node), message, fix: fix, action: presentAction)
        switch hot.value.mistakeListener {
        case .nobody: return
        case .visitor:
            if cold.visitorsMistake == nil { cold.visitorsMistake = mistake }
            return
        case .host: break
        }
        guard isInsideOfStep else {
            guard let host = host as? any MistakeHost else { trap(mistake.message, mistake.fix) }
            return host.hear(mistake, inStep: false)
        }
        guard status == .running else {
            // At the end of the chart its scoped values are destroyed, which may run code of the chart.
            if status != .failed, failure == nil { failure = mistake }
            return
        }
        // Offered once, however often it is made.
        let isKnown = cold.pendingErrors.contains { $0.node == node && $0.mistake?.message == message }
        if !isKnown { addMistake(mistake, of: node) }
    }

    /// Adds a mistake to the errors that are to be offered, and tells the host. A reaction that cannot be taken is one of
    /// its source.
    func addMistake(_ mistake: consuming StepError, of node: VertexIndex) {
        if hot.value.mistakeListener == .nobody || status != .running { return }
        mistake.underlying = coldState?.offered
        (host as? any MistakeHost)?.hear(mistake, inStep: true)
        addError(of: node, mistake, isMistake: true)
    }

    /// Runs code of the chart between two steps, and throws the first mistake that it makes, with what it throws.
    /// - Parameter state: the one whose code it is, -1 for none.
    package func throwingMistakes<Result>(of state: VertexIndex = -1, _ body: () throws -> Result) throws -> Result {
        if state >= 0 { acting = state }
        let before = hot.value.mistakeListener
        hot.value.mistakeListener = .visitor
        let result = Swift.Result { try body() }
        hot.value.mistakeListener = before
        guard let mistake = coldState?.visitorsMistake.take() else { return try result.get() }
        if case .failure(let error) = result { throw mistake.followed(by: error) }
        throw mistake
    }

    // MARK: Whose code it is

    /// True if a step calls code of the chart, so that a mistake is one of the step.
    private var isInsideOfStep: Bool { phase == .asking || phase.isPerforming || phase == .settling }

    /// The state whose code runs, if that is known.
    private var actor: VertexIndex? {
        if let coldState, coldState.scopedOwner >= 0 { return coldState.scopedOwner }
        return isInsideOfStep && acting >= 0 && acting < topology.count ? acting : nil
    }

    /// Asks a vertex something, and notes who is asked.
    @inline(__always)
    func asking<Answer>(_ vertex: VertexIndex, _ question: (StateNode) -> Answer) -> Answer {
        acting = vertex
        return nodes.call(vertex, question)
    }

    // MARK: Data of states that are not active

    /// Reports that a scoped property of a state was used that has no value.
    func reportMissingValue(of property: String, of owner: VertexIndex) {
        let name = topology.path(of: owner), all = 0..<answers.count
        let (isExited, isEntered) = (isListed(owner, .exits, all), isListed(owner, .entries, all))
        var code = StepError.Code.notActive
        let (why, fix): (String, String)
        switch phase {
        case _ where coldState?.scopedOwner == owner:
            why = " while the values of \(name) are made or destroyed"
            fix = "declare it above the properties whose initial values need it"
        case _ where isActive(owner):
            code = .overlappingAccess
            why = " while it was being changed"
            fix = "read it before the change, or change a copy and put that in its place"
        case .effects where isExited:
            let isOwn = parts(of: .effect, of: acting).map { isListed(owner, .exits, $0) } ?? true
            let (who, whose) = isOwn ? ("the transition", "its") : ("that of another region", "this")
            why = ", but \(who) leaves \(name) before \(whose) effect runs"
            fix = fixOfExiting(owner, property)
        case .effects where isEntered:
            let type = ClassInfo.of(type(of: nodes[owner])).name
            why = ", but the transition enters \(name) only after its effect"
            fix =
                "hand it over in a property of a state around both, or of the top, and have \(type) take it from "
                + "there in entry(), or as its initial value: @Scoped(\\\(type).top.…)"
        case .exits where isExited, .entries where isExited && !isEntered:
            why = ", which was destroyed when \(name) was left"
            fix = "use it in exit() of \(name), or of a state inside it"
        case .entries where isEntered:
            why = " before \(name) was entered"
            fix = "use it in entry() of \(name), or of a state inside it"
        case .idle, .asking, .exits, .effects, .entries, .settling, .ending, .closing, .recalling:
            why = " while \(name) is not active"
            fix = "use it from the own actions and handlers of \(name), and from those of its substates"
        }
        reportMistake(code, at: owner, "used \(name).\(property)\(why)", fix: fix)
    }

    /// True if some of the transitions under way exit or enter a state.
    private func isListed(_ node: VertexIndex, _ list: Plan.List, _ parts: Range<AnswerIndex>) -> Bool {
        parts.contains { part in
            guard let states = answers[part].plan?[list] else { return false }
            return (0..<states.count).contains { states[$0] == node }
        }
    }

    /// The advice for an effect that needs data of a state which its transition exits.
    private func fixOfExiting(_ owner: VertexIndex, _ property: String) -> String {
        let name = topology.path(of: owner)
        let source = acting
        let targets = parts(of: .effect, of: source).map { transition(of: $0).targets.map(\.index) } ?? []
        let before = "take \(property) in the handler, before it answers"
        if !targets.isEmpty, targets.allSatisfy({ topology.contains(owner, $0) }) {
            return source == owner
                ? "use .local(to:) to stay in it, or \(before)"
                : "let \(name) answer .local(to:) itself, which stays in it, or \(before)"
        }
        if targets == [owner] { return "use .handled { … } to stay in it, or \(before)" }
        guard let around = outward(from: infos[owner].parent).first(where: isActive) else { return before }
        return "\(before), or keep it in a state that stays, such as \(topology.path(of: around))"
    }
}
