extension Unmanaged {
    /// Uses the object without retaining it; somebody else keeps it alive meanwhile.
    ///
    /// A closure of an actor's method that is given to another module's function checks first whether it runs on the
    /// actor, as `send` shows in its instructions. So this is not the standard library's function itself, and stands in
    /// the module of the actors.
    @inlinable @inline(__always)
    func borrowed<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
        try unsafe _withUnsafeGuaranteedRef(body)
    }
}
