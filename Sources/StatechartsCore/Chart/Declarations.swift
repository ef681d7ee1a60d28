/// What the nodes of a chart have declared for one start. Each is asked once, with however many shapes the chart is
/// compared.
struct Declarations {
    /// What is kept names nodes that are alive: whoever has declared them is here too.
    private var known: [ObjectIdentifier: Declaration.Contents] = [:]

    func contents(of node: StateNode) -> Declaration.Contents {
        if !known.isEmpty, let contents = known[ObjectIdentifier(node)] { return contents }
        return Declaration.contents(of: node)
    }

    mutating func keep(_ contents: Declaration.Contents, of node: StateNode) {
        known[ObjectIdentifier(node)] = contents
    }
}
