/// Why a chart cannot be entered at the states that were named.
///
/// Thrown where a chart begins in the middle: by `TestMachine.place(in:)`. Nothing was entered and no action has run;
/// after a correction the same chart can be placed or started.
///
/// Its ``description`` names the states. There are three reasons: two of them cannot be active together, as they are in
/// one region and none is inside the other (`place(in: \.off, \.on.tape.playing)`); one is no state of this chart, such
/// as one that another machine has; one is a pseudostate, where nothing can rest.
public struct PlaceError: Error, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public let description: String
    package init(_ description: String) { self.description = description }
}

extension Engine {
    /// The numbers of states at which the chart is to be entered, in document order.
    package func places(of targets: [StateNode]) throws(PlaceError) -> [Int32] {
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
