public import Statecharts

extension ChartDrawing {
    /// Transitions that are drawn as one arrow, because they differ in their triggers only.
    struct Arrow: Hashable {
        let source: Int
        let targets: [Int]
        let isLocal: Bool
        /// One text for each transition, in order; none for an arrow without words.
        var labels: [String]
        var isTaken: Bool
        /// Whether a coverage says that no test has taken it.
        let isOpen: Bool
    }

    /// What is drawn as arrows: everything but internal transitions.
    var arrows: [Arrow] {
        var arrows: [Arrow] = []
        for (place, transition) in graph.transitions.enumerated() where transition.kind != .internal {
            let isTaken = taken.contains(place)
            if let last = arrows.last, last.source == transition.source, last.targets == transition.targets,
                last.isLocal == (transition.kind == .local), last.isOpen == transition.isOpen
            {
                if !transition.label.isEmpty { arrows[arrows.count - 1].labels.append(transition.label) }
                if isTaken { arrows[arrows.count - 1].isTaken = true }
            } else {
                arrows.append(
                    Arrow(
                        source: transition.source, targets: transition.targets, isLocal: transition.kind == .local,
                        labels: transition.label.isEmpty ? [] : [transition.label], isTaken: isTaken,
                        isOpen: transition.isOpen))
            }
        }
        return arrows
    }

    /// The texts of the internal transitions of a state, in order.
    func internals(of vertex: Int) -> [String] {
        graph.transitions(of: vertex).filter { $0.kind == .internal }.map(\.label)
    }
}

extension ChartGraph.Transition {
    /// Whether it is known that it can be taken, and that it was not.
    var isOpen: Bool { count == 0 && origins != [.declared] }

    /// `event [guard]`: what a drawing writes beside the arrow.
    public var label: String {
        let event =
            switch trigger {
            case .event(let event): event
            case .completion: "completed"
            case .eventless: guardText == nil ? "always" : ""
            case .branch: ""
            case .failure: "failed"
            }
        guard let guardText else { return event }
        return event.isEmpty ? "[\(guardText)]" : "\(event) [\(guardText)]"
    }
}
