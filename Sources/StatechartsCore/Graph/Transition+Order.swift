extension ChartGraph.Transition {
    /// The order in which a graph keeps its transitions; neither of two that are the same comes before the other.
    func comes(before other: Self) -> Bool {
        if source != other.source { return source < other.source }
        if targets != other.targets { return targets.lexicographicallyPrecedes(other.targets) }
        let (own, others) = ((kind.place, trigger.place), (other.kind.place, other.trigger.place))
        if own != others { return own < others }
        return (trigger.event, guardText ?? "") < (other.trigger.event, other.guardText ?? "")
    }
}

extension ChartGraph.Transition.Kind {
    fileprivate var place: Int {
        switch self {
        case .external: 0
        case .local: 1
        case .internal: 2
        }
    }
}

extension ChartGraph.Trigger {
    fileprivate var place: Int {
        switch self {
        case .event: 0
        case .completion: 1
        case .eventless: 2
        case .branch: 3
        case .failure: 4
        }
    }

    fileprivate var event: String { if case .event(let event) = self { event } else { "" } }
}
