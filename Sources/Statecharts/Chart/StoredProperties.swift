// Unsafe code of its own. Why it is sound: both functions are what the standard library's `Mirror` calls in its own
// dynamic library to show an object whose class does not describe itself; they only read. `type` is the object's class
// or one that it inherits, `index` is below the count that was asked for the same class, and a name is copied before it
// is given back to whoever allocated it. They are called for objects only whose class hides its properties from
// `Mirror`.

/// A stored property of an object.
struct StoredProperty {
    /// Its name; that of a wrapped one begins with an underscore.
    let label: String
    let value: Any

    /// All stored properties of an object, those of superclasses first, also if its class is `CustomReflectable` and
    /// shows others.
    static func all(of object: AnyObject) -> [StoredProperty] {
        object is any CustomReflectable ? hidden(of: object) : shown(of: object)
    }

    private static func shown(of object: AnyObject) -> [StoredProperty] {
        var all: [StoredProperty] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            all.insert(
                contentsOf: current.children.map { StoredProperty(label: plainLabel($0.label), value: $0.value) }, at: 0
            )
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
                return StoredProperty(label: plainLabel(label), value: value)
            }
            all.insert(contentsOf: own, at: 0)
            next = _getSuperclass(current)
        }
        return all
    }

    private static func plainLabel(_ label: String?) -> String {
        let lazyPrefix = "$__lazy_storage_$_"
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
