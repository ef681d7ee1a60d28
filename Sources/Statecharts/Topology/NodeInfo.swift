/// What the engine knows of one vertex, as plain numbers in document order.
///
/// Document order numbers a vertex before everything inside it, so that "is inside" is a comparison of two numbers.
struct NodeInfo: Equatable, BitwiseCopyable {
    struct Flags: OptionSet, Equatable, BitwiseCopyable {
        let rawValue: UInt16
        static let isRegion = Self(rawValue: 1 << 0)
        static let hasRegions = Self(rawValue: 1 << 1)
        static let isState = Self(rawValue: 1 << 2)
        static let hasScoped = Self(rawValue: 1 << 3)
        static let hasAutomaticJoin = Self(rawValue: 1 << 4)
        static let resumesShallow = Self(rawValue: 1 << 5)
        static let resumesDeep = Self(rawValue: 1 << 6)
        static let recordsHistory = Self(rawValue: 1 << 7)
    }

    var kind: VertexKind
    var overrides: ClassFacts.Overrides
    var flags: Flags
    /// The chart that the vertex belongs to: 0 the host's, others the submachines'.
    var scope: Int16
    /// The node that contains it, -1 for the top.
    var parent: Int32
    /// One past the last vertex inside it.
    var end: Int32
    /// What is entered by default, -1 to rest on the node itself.
    var initial: Int32
    /// Its children in `Topology.children`.
    var firstChild: Int32
    var childCount: Int32
    /// Where its recorded history lies, -1 without: the direct substate, then the number of leaves, then the leaves.
    var history: Int32
    /// Its fixed targets or sources in `Topology.fixed`.
    var firstFixed: Int32
    var fixedCount: Int32
}
