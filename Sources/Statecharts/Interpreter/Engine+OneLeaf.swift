// The step of a chart with one active leaf, the most frequent of all: nothing of it is written down, the transition runs while it is
// found. It follows the same order as `beginMicrostep` and gives way to it wherever that needs more. The random tests run every chart both ways.

extension Engine {
    /// The first vertex to be asked about an event, if the step can go the short way: 0 or more.
    ///
    /// Otherwise -1 if there is nobody to ask, -2 if the step has to go the general way, -3 if no event may be given to the engine now.
    @usableFromInline
    func firstHandler() -> Int32 {
        guard cells.value.phase == .idle, cells.value.status == .running else { return -3 }
        guard mayStepWithOneLeaf, leaves.count == 1, raised.isEmpty, !cells.value.wantsRecord, services == nil else {
            return -2
        }
        cells.value.didChange = false
        cells.value.answer = .unhandled
        keptTargets.removeAll()
        return handlers[leaves[0]]
    }

    /// What came of a reaction that was taken.
    @usableFromInline
    enum Taken {
        /// It is not enabled after all, so that the superiors are to be asked.
        case disabled
        /// The step is complete, and the machine goes on.
        case complete
        /// The engine has to be run on.
        case begun
    }

    /// Takes the reaction of a vertex that `firstHandler` or `handlersAbove` named.
    @usableFromInline
    func take(_ reaction: consuming RawReaction, of source: Int32) -> Taken {
        if reaction.isPlainExternal, reaction.tag == tag {
            let target = reaction.first
            let domain = domainOfExchange(source, target)
            if domain >= 0 {
                exchangeLeaf(source, target, in: domain, reaction)
                return cells.value.phase == .idle ? .complete : .begun
            }
        }
        open(.event)
        if enable(source, reaction) {
            goOn(.handled, as: .event)
        } else {
            guard cells.value.status == .failed else { return .disabled }
            cells.value.phase = .settle
        }
        return .begun
    }

    /// Keeps the event because a vertex that was asked deferred it.
    @usableFromInline
    func deferEvent(_ event: EventPointer, by source: Int32) {
        open(.event)
        cells.value.deferredBy = source
        keep(event, scope: 0)
        goOn(.deferred, as: .event)
    }

    /// Begins the step of an event the general way.
    @usableFromInline
    func takeEvent(_ event: EventPointer) { take(event) }

    /// The answer to an event once its step is complete.
    @usableFromInline
    func answerWithoutSuspending() throws -> Outcome {
        if cells.value.phase != .idle { try runWithoutSuspending() }
        return cells.value.answer
    }

    /// Whether the step is complete and was not the last one.
    @usableFromInline
    var isReady: Bool { cells.value.phase == .idle && cells.value.status == .running }

    @usableFromInline
    var answer: Outcome { cells.value.answer }

    /// The composite that holds both, or -1 if a plan is needed: regions, history to be resumed, pseudostates, suspending actions.
    @inline(__always)
    private func domainOfExchange(_ source: Int32, _ target: Int32) -> Int32 {
        guard infos[target].flags.contains(.entersDirectly) else { return -1 }
        var domain = infos[source].parent
        if domain < 0 { domain = 0 }
        while domain > 0 && !(target > domain && target < infos[domain].end) { domain = infos[domain].parent }
        var node = leaves[0]
        while node > domain {
            guard infos[node].flags.contains(.exitsDirectly) else { return -1 }
            node = infos[node].parent
        }
        node = infos[target].parent
        while node > domain {
            guard infos[node].flags.contains(.passesDirectly) else { return -1 }
            node = infos[node].parent
        }
        return domain
    }

    /// Leaves everything inside `domain`, runs the effect, enters the target.
    @inline(__always)
    private func exchangeLeaf(_ source: Int32, _ target: Int32, in domain: Int32, _ reaction: borrowing RawReaction) {
        cells.value.phase = .exits
        let place = leaves[0]
        var node = place
        while node > domain {
            let info = infos[node]
            if info.flags.contains(.recordsHistory) { recordHistory(of: node, info) }
            node = info.parent
        }
        node = place
        while node > domain {
            let info = infos[node]
            if info.flags.contains(.acts) { exitAction(node, info) }
            node = info.parent
        }
        leaves[0] = domain
        if reaction.hasEffect {
            cells.value.phase = .effects
            do { try reaction.runEffect() } catch { failures.append(Failure(node: source, error: error)) }
        }
        cells.value.phase = .entries
        var leaf = target
        while infos[leaf].initial >= 0 { leaf = infos[leaf].initial }
        leaves[0] = leaf
        if infos[target].parent != domain { enterPath(from: domain, to: target) }
        node = target
        while true {
            let info = infos[node]
            if info.flags.contains(.acts) { entryAction(node, info) }
            if node == leaf { break }
            node = info.initial
        }
        cells.value.didChange = true
        endExchange()
    }

    @inline(never)
    private func enterPath(from domain: Int32, to target: Int32) {
        var node = infos[target].parent
        while node > domain {
            work.entries.append(node)
            node = infos[node].parent
        }
        while let next = work.entries.popLast() {
            let info = infos[next]
            if info.flags.contains(.acts) { entryAction(next, info) }
        }
    }

    @inline(__always)
    func exitAction(_ node: Int32, _ info: NodeInfo) {
        if info.overrides.contains(.exit) { attempt(node) { try nodes.call(node) { try $0.exit() } } }
        if info.flags.contains(.hasScoped) { empty(node) }
    }

    @inline(__always)
    func entryAction(_ node: Int32, _ info: NodeInfo) {
        if info.flags.contains(.hasScoped) { fill(node) }
        if info.overrides.contains(.entry) { attempt(node) { try nodes.call(node) { try $0.entry() } } }
    }

    /// Ends the step at once if nothing can follow; otherwise leaves it to `settle`.
    @inline(__always)
    private func endExchange() {
        assert(invariantsHold())
        if failures.isEmpty, deferred.isEmpty, raised.isEmpty, cells.value.status == .running {
            cells.value.answer = .handled
            cells.value.phase = .idle
        } else {
            openAfterExchange()
        }
    }

    @inline(never)
    private func openAfterExchange() {
        open(.event)
        cells.value.didChange = true
        cells.value.trigger = .event
        cells.value.phase = .settle
    }
}
