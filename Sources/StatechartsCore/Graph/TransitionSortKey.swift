/// The order in which a graph keeps its transitions.
struct TransitionSortKey: Comparable {
    let numbers: [Int]
    let text: String

    init(_ transition: ChartGraph.Transition) {
        let kind =
            switch transition.kind {
            case .external: 0
            case .local: 1
            case .internal: 2
            }
        let (trigger, event): (Int, String) =
            switch transition.trigger {
            case .event(let event): (0, event)
            case .completion: (1, "")
            case .eventless: (2, "")
            case .branch: (3, "")
            case .failure: (4, "")
            }
        numbers = [transition.source] + transition.targets + [-1, kind, trigger]
        text = event + "\u{0}" + (transition.guardText ?? "")
    }

    static func < (a: TransitionSortKey, b: TransitionSortKey) -> Bool {
        a.numbers == b.numbers ? a.text < b.text : a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}
