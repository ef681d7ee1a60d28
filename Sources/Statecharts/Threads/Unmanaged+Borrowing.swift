extension Unmanaged {
    /// Uses the object without retaining it; somebody else keeps it alive meanwhile.
    ///
    /// A closure of an actor's method that is given to a function of another module checks first whether it runs on
    /// the actor: 57 instructions in each `send`. So this stands in the module of the actors, in front of the standard
    /// library's function.
    @inlinable @inline(__always)
    func borrowed<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
        try unsafe _withUnsafeGuaranteedRef(body)
    }
}
