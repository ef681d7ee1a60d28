// Unsafe code of its own. Why it is sound: both functions are what the standard library's `Mirror` calls in its own
// dynamic library to show an object whose class does not describe itself; they only read. `type` is the object's class
// or one that it inherits, `index` is below the count that was asked for the same class, and a name is copied before it
// is given back to whoever allocated it. All properties are asked for this way only of objects whose class hides them
// from `Mirror`; one property of any object by its place, which was taken from a list of all of them.

/// A stored property of an object.
package struct StoredProperty {
    /// Its name; that of a wrapped one begins with an underscore.
    package let label: String
    package let value: Any
    /// The class that declares it: that of the object, or one that it inherits.
    package let owner: Any.Type
    /// Its place among those of the same class.
    package let place: Int
    /// A lazy one holds `nil` until it is asked for.
    package var isLazy = false

    /// All stored properties of an object, those of superclasses first, also if its class is `CustomReflectable` and
    /// shows others.
    package static func all(of object: AnyObject) -> [StoredProperty] {
        object is any CustomReflectable ? hidden(of: object) : shown(of: object)
    }

    private static func shown(of object: AnyObject) -> [StoredProperty] {
        var all: [StoredProperty] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            all.insert(
                contentsOf: current.children.enumerated().map { place, child in
                    StoredProperty(
                        label: plainLabel(child.label), value: child.value, owner: current.subjectType, place: place,
                        isLazy: isLazy(child.label))
                }, at: 0)
            mirror = current.superclassMirror
        }
        return all
    }

    private static func hidden(of object: AnyObject) -> [StoredProperty] {
        var all: [StoredProperty] = []
        var next: AnyClass? = type(of: object)
        while let current = next {
            let count = unsafe propertyCount(object, type: current)
            let own = (0..<count).map { index in
                var name: UnsafePointer<CChar>?
                var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
                let value = unsafe property(
                    of: object, type: current, index: index, outName: &name, outFreeFunc: &release)
                let label = unsafe name.map { unsafe String(cString: $0) }
                unsafe release?(name)
                return StoredProperty(
                    label: plainLabel(label), value: value, owner: current, place: index, isLazy: isLazy(label))
            }
            all.insert(contentsOf: own, at: 0)
            next = _getSuperclass(current)
        }
        return all
    }

    /// The value of one property as it is now, without looking at the others.
    /// - Parameters:
    ///   - place: as it was found for an object of the same class.
    ///   - owner: likewise.
    package static func value(of object: AnyObject, at place: Int, of owner: Any.Type) -> Any {
        var name: UnsafePointer<CChar>?
        var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        let value = unsafe property(of: object, type: owner, index: place, outName: &name, outFreeFunc: &release)
        unsafe release?(name)
        return value
    }

    private static let lazyPrefix = "$__lazy_storage_$_"

    private static func isLazy(_ label: String?) -> Bool { label?.hasPrefix(lazyPrefix) ?? false }

    private static func plainLabel(_ label: String?) -> String {
        guard let label else { return "" }
        return label.hasPrefix(lazyPrefix) ? String(label.dropFirst(lazyPrefix.count)) : label
    }
}

@unsafe @_silgen_name("swift_reflectionMirror_count")
private func propertyCount<T>(_: T, type: Any.Type) -> Int

@unsafe @_silgen_name("swift_reflectionMirror_subscript")
private func property<T>(
    of: T, type: Any.Type, index: Int, outName: UnsafeMutablePointer<UnsafePointer<CChar>?>,
    outFreeFunc: UnsafeMutablePointer<(@convention(c) (UnsafePointer<CChar>?) -> Void)?>
) -> Any

extension StoredProperty {
    /// The vertices that stored properties hold, also in arrays, with the names of these.
    static func nodes(of owner: StateNode) -> [(label: String, node: StateNode)] { all(of: owner).flatMap(\.nodes) }

    /// The vertices that it holds, also in an array, with a name for each.
    var nodes: [(label: String, node: StateNode)] {
        if let node = Self.node(in: value) { return [(label, node)] }
        return Self.nodes(in: value).enumerated().map { position, node in ("\(label)\(position + 1)", node) }
    }

    /// The vertices that the value of a property is, or has in an array.
    static func nodes(in value: Any) -> [StateNode] {
        node(in: value).map { [$0] } ?? (value as? any Wrapping)?.nodes ?? []
    }

    /// The vertex that a value is, also in an optional.
    ///
    /// The type is asked first. Where Foundation is linked, `as?` with a class makes an object of an array or a
    /// dictionary, element by element, to see whether that is one of the class.
    package static func node(in value: Any) -> StateNode? {
        type(of: value) is StateNode.Type ? value as? StateNode : (value as? any Wrapping)?.node
    }
}

/// An optional or an array.
protocol Wrapping {
    static var inner: Any.Type { get }
    /// The vertex that it is.
    var node: StateNode? { get }
    /// The vertices in it; none if anything else is in it.
    var nodes: [StateNode] { get }
}

extension Optional: Wrapping {
    static var inner: Any.Type { Wrapped.self }
    var node: StateNode? { flatMap { StoredProperty.node(in: $0) } }
    var nodes: [StateNode] { map { StoredProperty.nodes(in: $0) } ?? [] }
}

extension Array: Wrapping {
    static var inner: Any.Type { Element.self }
    var node: StateNode? { nil }

    var nodes: [StateNode] {
        var nodes: [StateNode] = []
        for element in self {
            guard let node = StoredProperty.node(in: element) else { return [] }
            nodes.append(node)
        }
        return nodes
    }
}
