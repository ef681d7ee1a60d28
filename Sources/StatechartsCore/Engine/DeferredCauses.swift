/// The causes of deferred events, while messages are traced: each is kept with its event, and is the current one again
/// when that is recalled. What a cause is, whoever runs the engine knows.
///
/// There is none while no message is traced and none was kept, so that the engine pays one load where it defers and
/// where it recalls.
package final class DeferredCauses {
    package init() {}

    /// The cause of the event under way.
    package var current: AnyObject?
    /// True if `current` has just changed, because an event with another cause is recalled next. The engine stops
    /// before that until this is set to false.
    package var hasChanged = false
    /// Those of deferred events, by their numbers.
    private var kept: [Int: AnyObject] = [:]

    package var isEmpty: Bool { kept.isEmpty }

    func keep(_ number: Int) { kept[number] = current }
    func forget(_ number: Int) { kept[number] = nil }

    func recall(_ number: Int) {
        let next = kept[number]
        hasChanged = next !== current
        current = next
    }
}
