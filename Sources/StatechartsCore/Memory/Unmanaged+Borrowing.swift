extension Unmanaged {
    /// Uses the object without retaining it; somebody else keeps it alive meanwhile.
    ///
    /// Not the standard library's function itself: that is not compiled for Swift 6, so that a closure of an actor's
    /// method which is given to it checks first whether it runs on the actor.
    @inlinable @inline(__always)
    package func borrowed<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
        try unsafe _withUnsafeGuaranteedRef(body)
    }
}
