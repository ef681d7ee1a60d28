/// How a child is called. The texts are made when they are asked for: as a rule nobody asks.
final class ChildName: OwnedName {
    /// That of a child whose place was never taken.
    static let none = ChildName("", key: nil, of: nil)

    private let isOfTop: Bool
    private let owner: String
    /// The property of its state.
    let property: String
    private let key: (any Sendable)?

    /// - Parameter key: that of one in a list.
    init(_ property: String, key: (any Sendable)?, of owner: StateNode?) {
        isOfTop = owner?.index == 0
        self.owner = owner?.path ?? ""
        self.property = property
        self.key = key
    }

    /// `player`, or `rows[7]` in a list.
    var text: String {
        guard let key else { return property }
        // The text of a key is foreign code.
        callingOut()
        return "\(property)[\(key)]"
    }
    /// What errors call it, whose child it is included: it stands alone there.
    var machine: String { "\(owner)/\(text)" }
    /// Where it is in its owner's chart: `Playing/rows[7]`; without the state for one of the top.
    var path: String { isOfTop ? text : machine }
    /// Where its declaration is: `Playing/rows`.
    var place: String { isOfTop ? property : "\(owner)/\(property)" }
}
