extension Unmanaged {
    /// Uses the object, which somebody else keeps alive meanwhile, without counting a reference.
    ///
    /// As the standard library's own function, which is not compiled for Swift 6: a closure of an actor's method that
    /// is given to it looks first whether it runs on the actor.
    @inlinable @inline(__always)
    package func borrowed<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
        try unsafe _withUnsafeGuaranteedRef(body)
    }
}
