/// Why a chart cannot be entered at the states that were named.
///
/// Thrown where a chart begins in the middle: by `TestMachine.place(in:)`. Nothing was entered and no action has run;
/// after a correction the same chart can be placed or started.
///
/// Its ``message`` names the states.
public struct PlaceError: Error, CustomStringConvertible {
    /// The reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// Two of the states cannot be active together: they are in one region, and none is inside the other.
        case notTogether
        /// One is no state of this chart, such as one that another machine has.
        case otherChart
        /// One is a pseudostate, where nothing can rest.
        case pseudostate
        /// The machine continues from a snapshot, which says where it is.
        case continues
    }

    /// Which reason it is.
    public let code: Code
    /// What is wrong, in a sentence.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message and the code in one line.
    public var description: String { "\(message) [\(code.rawValue)]" }
}

extension Engine {
    /// The numbers of states at which the chart is to be entered, in document order.
    package func places(of targets: [StateNode]) throws(PlaceError) -> [VertexIndex] {
        var found: Set<VertexIndex> = []
        for target in targets { found.insert(try place(of: target)) }
        let places = found.sorted()
        for (a, b) in zip(places, places.dropFirst())
        where !topology.contains(a, b) && !topology.areInDifferentRegions(a, b) {
            throw PlaceError(
                .notTogether, "\(topology.path(of: a)) and \(topology.path(of: b)) cannot be active together")
        }
        return places
    }

    private func place(of state: StateNode) throws(PlaceError) -> VertexIndex {
        guard state.engine === self else {
            throw PlaceError(.otherChart, "\(ClassInfo.of(type(of: state)).name) is no state of this chart")
        }
        guard infos[state.index].flags.contains(.isState) else {
            throw PlaceError(.pseudostate, "\(state.path) is a pseudostate; name a state")
        }
        return state.index
    }
}
