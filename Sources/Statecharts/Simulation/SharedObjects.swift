extension Simulation {
    /// What a chart that is put back has in common with itself on other paths, in a few words; `nil` if there is
    /// nothing.
    ///
    /// Values are kept as they are. An object in one of them is the same on all paths, so that one path sees what
    /// another has done to it.
    package func objectInCommon(in placement: Placement) -> String? {
        let reader = host.reader
        for (slot, value) in placement.scoped {
            if let object = reader.object(in: value) { return "\(slot.label) holds \(object)" }
        }
        for saved in placement.saved {
            if let object = reader.object(in: saved.value) { return "what \(saved.state.path) saves holds \(object)" }
        }
        for deferred in placement.deferred {
            if let object = reader.object(in: deferred.event) { return "an event that is deferred holds \(object)" }
        }
        for timer in placement.timers {
            if let object = reader.object(in: timer.event) {
                return "the event of a timer of \(timer.state.path) holds \(object)"
            }
        }
        for message in placement.messages.joined() {
            if let object = reader.object(in: message) { return "a message that waits holds \(object)" }
        }
        return nil
    }
}

extension ValueReader {
    /// What is in a value that copies of it share: an object, or what may hold one. `nil` if they share nothing.
    ///
    /// A `Hashable` value is not looked into: what it is made of is told apart by its own `==`. States and ports are
    /// parts of the chart.
    func object(in value: Any) -> String? { object(in: value, 0) }

    private func object(in value: Any, _ depth: Int) -> String? {
        guard depth < Self.deepest else { return "parts of parts, \(Self.deepest) deep" }
        switch kind(of: value) {
        case .whole, .typed, .port, .timer, .ignored: return nil
        case .opaque(let what): return what
        case .erased: return (value as? AnyHashable).flatMap { object(in: $0.base, depth + 1) }
        case .parts:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == nil { return value is Any.Type ? nil : "a closure" }
            for child in mirror.children {
                if let object = object(in: child.value, depth + 1) { return object }
            }
            return nil
        }
    }
}
