/// Makes keys of values, equal for values that are equal, and says what cannot be compared.
///
/// A `Hashable` value is its own key. Any other one is told apart by its parts: stored properties, elements, the
/// payload of a case. Objects, closures, pointers and tasks cannot be compared: their contents may change while they
/// stay the same. Of these the key says only that they are there. An output port is told apart by its current value,
/// and a ``TimerID`` by the timer that it stands for.
package final class ValueReader {
    /// How values of a type are told apart.
    enum Kind {
        /// By themselves.
        case whole
        /// By themselves and their type: values of other types are equal to them, as 1 is to 1.0.
        case typed
        /// By what is in them, whatever it is.
        case erased
        /// By their parts.
        case parts
        /// Not at all.
        case opaque(String)
        /// By its current value, if it has one: a port.
        case port
        /// By what it stands for: the name of a timer.
        case timer
        /// A state or a scoped property, which is looked at elsewhere.
        case ignored
    }

    /// What was met that cannot be compared since this was emptied; `nil` for nothing.
    package var opaque: String?
    /// What the name of a timer stands for, in the chart that is looked at; `nil` if it is not armed any more.
    var timer: ((TimerID) -> AnyHashable?)?
    private var kinds: [ObjectIdentifier: Kind] = [:]

    package init() {}

    /// Something that is equal for equal values.
    package func key(of value: Any) -> AnyHashable { key(of: value, 0) }

    /// Parts inside parts are looked at down to here.
    static let deepest = 64

    private func key(of value: Any, _ depth: Int) -> AnyHashable {
        switch kind(of: value) {
        case .whole:
            guard let key = value as? AnyHashable else { return parts(of: value, depth) }
            // `nan` is not equal to itself.
            return key == key ? key : AnyHashable("\(value)")
        case .typed:
            guard let key = value as? AnyHashable else { return parts(of: value, depth) }
            let type = ObjectIdentifier(Swift.type(of: value))
            return AnyHashable(Typed(type: type, value: key == key ? key : AnyHashable("\(value)")))
        case .erased:
            guard depth < Self.deepest, let erased = value as? AnyHashable else { return parts(of: value, depth) }
            return key(of: erased.base, depth + 1)
        case .parts: return parts(of: value, depth)
        case .opaque(let what): return hidden(what)
        case .port:
            guard depth < Self.deepest, let current = (value as? any CurrentPort)?.currentData else {
                return AnyHashable(Blank.ignored)
            }
            return key(of: current, depth + 1)
        case .timer: return (value as? TimerID).flatMap { timer?($0) } ?? AnyHashable(Blank.unarmed)
        case .ignored: return AnyHashable(Blank.ignored)
        }
    }

    private func hidden(_ what: String) -> AnyHashable {
        if opaque == nil { opaque = what }
        return AnyHashable(Blank.opaque)
    }

    // MARK: Types

    func kind(of value: Any) -> Kind {
        let type = Swift.type(of: value)
        if let known = kinds[ObjectIdentifier(type)] { return known }
        let found: Kind
        if value is StateNode || value is any ScopedProperty {
            found = .ignored
        } else if value is any Port {
            found = .port
        } else if type == TimerID.self {
            found = .timer
        } else if type is AnyObject.Type {
            found = .opaque("an object of the class \(type)")
        } else if Self.isHandle(type) {
            found = .opaque("a \(type)")
        } else if type == AnyHashable.self {
            found = .erased
        } else if type is any Hashable.Type, !Self.needsParts(type) {
            // As keys, equal numbers and collections of different types are equal. So keys have their types, except for
            // the most frequent one.
            let hasEquals = type is any Numeric.Type || type is any Holding.Type
            found = hasEquals && type != Int.self ? .typed : .whole
        } else if value is any CustomReflectable, !String(reflecting: type).hasPrefix("Swift.") {
            // Collections of the standard library show their elements this way; others may show anything.
            found = .opaque("a \(type), which shows its parts in a way of its own")
        } else {
            found = .parts
        }
        kinds[ObjectIdentifier(type)] = found
        return found
    }

    /// Types of the standard library whose values are equal if they stand for the same thing, whatever that holds.
    private static func isHandle(_ type: Any.Type) -> Bool {
        if type is any _Pointer.Type { return true }
        let name = String(reflecting: type)
        return [
            "Swift.Task<", "Swift.UnsafeCurrentTask", "Swift.AsyncStream<", "Swift.AsyncThrowingStream<",
            "Swift.CheckedContinuation<", "Swift.UnsafeContinuation<", "Swift.OpaquePointer", "Swift.ObjectIdentifier",
            "Swift.UnsafeBufferPointer<", "Swift.UnsafeMutableBufferPointer<", "Swift.UnsafeRawBufferPointer",
            "Swift.UnsafeMutableRawBufferPointer",
        ].contains { name.hasPrefix($0) }
    }

    /// Whether a collection or an optional is one of objects, which are equal if they are the same, of names of timers,
    /// or of values of any type.
    private static func needsParts(_ type: Any.Type) -> Bool {
        guard let holding = type as? any Holding.Type else { return false }
        return holding.held.contains {
            $0 is AnyObject.Type || $0 == TimerID.self || $0 == AnyHashable.self || isHandle($0) || needsParts($0)
        }
    }

    // MARK: Parts

    private func parts(of value: Any, _ depth: Int) -> AnyHashable {
        guard depth < Self.deepest else { return hidden("parts of parts, \(Self.deepest) deep") }
        let type = Swift.type(of: value)
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .struct, .tuple, .collection, .enum, .foreignReference, .class:
            if mirror.children.isEmpty { return empty(value, type, mirror.displayStyle) }
            return AnyHashable(
                Parts(
                    type: ObjectIdentifier(type),
                    labels: mirror.displayStyle == .enum ? mirror.children.map { $0.label ?? "" } : [],
                    keys: mirror.children.map { key(of: $0.value, depth + 1) }))
        case .set:
            return AnyHashable(Members(keys: [:], elements: Set(mirror.children.map { key(of: $0.value, depth + 1) })))
        case .dictionary:
            var keys: [AnyHashable: AnyHashable] = [:]
            for child in mirror.children {
                let pair = Array(Mirror(reflecting: child.value).children)
                guard pair.count == 2 else { continue }
                keys[key(of: pair[0].value, depth + 1)] = key(of: pair[1].value, depth + 1)
            }
            return AnyHashable(Members(keys: keys, elements: []))
        case nil:
            if let type = value as? Any.Type { return AnyHashable(ObjectIdentifier(type)) }
            return hidden("a closure")
        @unknown default: return hidden("a \(type)")
        }
    }

    /// A value without parts.
    private func empty(_ value: Any, _ type: Any.Type, _ style: Mirror.DisplayStyle?) -> AnyHashable {
        guard style == .enum else { return AnyHashable(Parts(type: ObjectIdentifier(type), labels: [], keys: [])) }
        // A case without a payload is known by its name only, unless the type says something else instead.
        if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
            return hidden("a \(type), whose cases have texts of their own")
        }
        return AnyHashable(Parts(type: ObjectIdentifier(type), labels: ["\(value)"], keys: []))
    }
}

/// What a value is told apart by to which values of other types are equal.
private struct Typed: Hashable {
    let type: ObjectIdentifier
    let value: AnyHashable
}

/// What a value is told apart by if it is not `Hashable`.
private struct Parts: Hashable {
    let type: ObjectIdentifier
    /// The name of a case.
    let labels: [String]
    let keys: [AnyHashable]
}

/// What a dictionary or a set is told apart by if it is not `Hashable`.
private struct Members: Hashable {
    let keys: [AnyHashable: AnyHashable]
    let elements: Set<AnyHashable>
}

/// Stands for something that is not compared.
private enum Blank: Hashable {
    case opaque, ignored, unarmed
}

/// A container of the standard library, by the types of what it holds.
private protocol Holding {
    static var held: [Any.Type] { get }
}
extension Optional: Holding { fileprivate static var held: [Any.Type] { [Wrapped.self] } }
extension Array: Holding { fileprivate static var held: [Any.Type] { [Element.self] } }
extension ArraySlice: Holding { fileprivate static var held: [Any.Type] { [Element.self] } }
extension ContiguousArray: Holding { fileprivate static var held: [Any.Type] { [Element.self] } }
extension Set: Holding { fileprivate static var held: [Any.Type] { [Element.self] } }
extension Dictionary: Holding { fileprivate static var held: [Any.Type] { [Key.self, Value.self] } }
extension Result: Holding { fileprivate static var held: [Any.Type] { [Success.self, Failure.self] } }

extension ValueReader {
    /// The value that a key was made of, in a few letters; `nil` if it was made of parts.
    package static func text(of key: AnyHashable) -> String? {
        let base = (key.base as? Typed)?.value.base ?? key.base
        if base is Parts || base is Members || base is Blank { return nil }
        let text = "\(base)"
        guard text.count <= 40 else { return "\(text.prefix(39))…" }
        return text.isEmpty ? "\"\"" : text
    }
}
