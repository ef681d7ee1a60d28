/// What the code that runs now was caused by.
enum Tracing {
    /// The message that is being handled; what is sent meanwhile refers to it. Tasks that are started meanwhile inherit it.
    @TaskLocal static var cause: Origin?
}
