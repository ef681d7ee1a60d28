#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

// Unsafe storage of its own. Why it is sound: each thread has its own value of the key, which only that thread reads
// and writes, through this type. It is an object of type `Object` or nothing. An owned object is retained when it is
// set, once for each thread, and released when the thread ends; of any other it is said below who keeps it alive.
//
// Tried against it: threads that configure nested charts and end (ForeignUseTests).

/// A variable of which each thread has its own.
@usableFromInline
package struct ThreadVariable<Object: AnyObject>: Sendable {
    @usableFromInline let key: ThreadKey

    /// - Parameter owns: true if each thread keeps its object until it ends. Otherwise whoever sets it outlives the
    ///   use, and resets it.
    package init(owns: Bool) { key = ThreadKey(owns: owns) }

    /// What this thread has set.
    @inlinable package var object: Unmanaged<Object>? {
        guard let place = unsafe key.place else { return nil }
        return unsafe Unmanaged.fromOpaque(place)
    }

    @inlinable package func set(_ object: Unmanaged<Object>) { unsafe key.set(object.toOpaque()) }

    @inlinable package func reset() { unsafe key.set(nil) }
}

/// The key of such a variable, whatever is kept there: not generic, so that the system's functions are called here
/// only.
@safe
@usableFromInline
struct ThreadKey: Sendable {
    private let key: pthread_key_t

    init(owns: Bool) {
        var key = pthread_key_t()
        let status = unsafe owns ? pthread_key_create(&key, { unsafe release($0) }) : pthread_key_create(&key, nil)
        guard status == 0 else {
            trap("there are no more keys for variables of threads", "use fewer libraries that take them")
        }
        self.key = key
    }

    @usableFromInline var place: UnsafeMutableRawPointer? { unsafe pthread_getspecific(key) }

    @usableFromInline func set(_ place: UnsafeMutableRawPointer?) { unsafe pthread_setspecific(key, place) }
}

/// Not generic, as C calls it.
private func release(_ place: UnsafeMutableRawPointer?) {
    if let place = unsafe place { unsafe Unmanaged<AnyObject>.fromOpaque(place).release() }
}

/// Switches by environment variables in debug builds, for tests of fallbacks that are not taken otherwise.
enum DebugSwitch {
    /// True if the variable is set; always false in release builds.
    static func isOn(_ variable: String) -> Bool {
        #if DEBUG
            unsafe getenv(variable) != nil
        #else
            false
        #endif
    }
}
