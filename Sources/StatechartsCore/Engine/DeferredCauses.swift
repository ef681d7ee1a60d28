/// What the one who runs an engine wants to be told again when an event that was deferred is recalled.
///
/// Made when there is something to remember; without it the engine pays a load where it defers and where it recalls.
package final class DeferredCauses {
    package init() {}

    /// What the event under way came with.
    package var current: AnyObject?
    /// Whether `current` is that of an event about to be recalled: the engine stops before it until this is `false`
    /// again.
    package var hasTurned = false
    /// Those of deferred events, by their numbers.
    private var kept: [Int: AnyObject] = [:]

    package var isEmpty: Bool { kept.isEmpty }

    func keep(_ number: Int) { kept[number] = current }
    func forget(_ number: Int) { kept[number] = nil }

    func turn(to number: Int) {
        let next = kept[number]
        hasTurned = next !== current
        current = next
    }
}
