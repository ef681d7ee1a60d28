/// How a child is called.
struct ChildName: Sendable {
    private let isOfTop: Bool
    private let owner: String
    /// The property of its state.
    let property: String
    /// `player`, or `rows[7]` in a list.
    let text: String
    /// What errors call it, whose child it is included: it stands alone there.
    let machine: String

    /// - Parameter key: that of one in a list.
    init(_ property: String, key: Any?, of owner: StateNode?) {
        isOfTop = owner?.index == 0
        self.owner = owner?.path ?? ""
        self.property = property
        text = key.map { "\(property)[\($0)]" } ?? property
        machine = "\(self.owner)/\(text)"
    }

    /// Where it is in its owner's chart: `Playing/rows[7]`; without the state for one of the top.
    var path: String { isOfTop ? text : machine }
    /// Where its declaration is: `Playing/rows`.
    var place: String { isOfTop ? property : "\(owner)/\(property)" }
}
