/// Why a chart cannot be entered at the states that were named.
///
/// Its ``description`` names the states: they cannot be active together, are not of this chart, or are pseudostates.
public struct PlaceError: Error, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public let description: String
    init(_ description: String) { self.description = description }
}

extension Engine {
    /// The numbers of states at which the chart is to be entered, in document order.
    func places(of targets: [StateNode]) throws(PlaceError) -> [Int32] {
        var found: Set<Int32> = []
        for target in targets { found.insert(try place(of: target)) }
        let places = found.sorted()
        for (a, b) in zip(places, places.dropFirst()) where !topology.allowsTogether(a, b) {
            throw PlaceError("\(topology.path(of: a)) and \(topology.path(of: b)) cannot be active together")
        }
        return places
    }

    private func place(of state: StateNode) throws(PlaceError) -> Int32 {
        guard state.engine === self else {
            throw PlaceError("\(ClassFacts.of(type(of: state)).name) is no state of this chart")
        }
        guard infos[state.index].flags.contains(.isState) else {
            throw PlaceError("\(state.path) is a pseudostate; name a state")
        }
        return state.index
    }
}
