/// What the engine knows of one vertex, as plain numbers.
///
/// Vertices are numbered in document order, each before everything inside it: "is inside" is a comparison of two
/// numbers.
package struct NodeInfo: BitwiseCopyable {
    package struct Flags: OptionSet, Equatable, BitwiseCopyable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// A state directly inside an orthogonal state.
        package static let isRegion = Self(rawValue: 1 << 0)
        package static let hasRegions = Self(rawValue: 1 << 1)
        /// Not a pseudostate.
        package static let isState = Self(rawValue: 1 << 2)
        /// It has scoped properties.
        package static let hasScoped = Self(rawValue: 1 << 3)
        /// A join directly inside it waits for nothing but its sources.
        static let hasAutomaticJoin = Self(rawValue: 1 << 4)
        /// It is entered by default as its shallow history says.
        static let resumesShallow = Self(rawValue: 1 << 5)
        /// It is entered by default as its deep history says.
        static let resumesDeep = Self(rawValue: 1 << 6)
        /// A composite, an orthogonal state or a submachine: states are inside. A leaf may own pseudostates only.
        package static let hasSubstates = Self(rawValue: 1 << 7)
    }

    package var kind: VertexKind
    package var overrides: ClassInfo.Overrides
    package var flags: Flags
    /// The chart that the vertex belongs to: 0 the host's, others the submachines'.
    package var scope: ScopeIndex
    /// The node that contains it, -1 for the top.
    package var parent: VertexIndex
    /// One past the last vertex inside it.
    package var end: VertexIndex
    /// The vertex that is entered by default, -1 to rest on the node itself.
    package var initial: VertexIndex
    /// Where its recorded history lies, -1 without: the direct substate, then the number of leaves, then the leaves.
    package var history: Int32
    var firstFixed: Int32
    var fixedCount: Int32
    /// Where its fixed targets or sources lie in `Topology.fixed`.
    var fixed: Range<Int32> { firstFixed..<firstFixed + fixedCount }
}
