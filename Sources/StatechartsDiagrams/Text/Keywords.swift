import Statecharts

extension StateID.Kind {
    /// The word that UML writes for what is no state; `nil` for states.
    var keyword: String? {
        switch self {
        case .top, .state, .orthogonal, .final, .submachine: nil
        case .choice: "choice"
        case .junction: "junction"
        case .fork: "fork"
        case .join: "join"
        case .shallowHistory: "history"
        case .deepHistory: "deep history"
        case .entryPoint: "entry point"
        case .exitPoint: "exit point"
        case .terminate: "terminate"
        }
    }

    /// A name in a list of states, where pseudostates are known as what they are.
    func title(_ name: String) -> String { keyword.map { "«\($0)» \(name)" } ?? name }
}

extension ChartGraph.ChildMachine {
    /// Its line in a list of states.
    var treeText: String { "«\(keys == nil ? "child" : "children")» \(title)" }
}
