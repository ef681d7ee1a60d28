// Debug builds look whether code that uses the chart runs where the machine does. An `async` action can be somewhere
// else without a word of the compiler: a reference to an `async` method that is not isolated is one that leaves its
// caller's executor, unless the module that declares it says otherwise, and so is everything marked `@concurrent`.

extension StateNode {
    /// Traps in debug builds if this is not the machine's executor. Release builds, and interpreters, have nothing to
    /// look at.
    @inlinable @inline(__always)
    package final func checkIsolation(_ function: StaticString = #function) {
        #if DEBUG
            if let table { lookAtIsolation(table, function) }
        #endif
    }

    #if DEBUG
        @usableFromInline
        final func lookAtIsolation(_ table: NodeTable, _ function: StaticString) {
            guard let host = table.callEngine({ $0.host }) else { return }
            (host as? any IsolatedHost)?.preconditionIsolation {
                """
                Statecharts: \(function) of \(path) was used off the machine's executor; let the async action stay on it: no \
                @concurrent, and nonisolated(nonsending) for a method that is given as an action (or the upcoming feature \
                NonisolatedNonsendingByDefault for its module)
                """
            }
        }
    #endif
}

/// Whoever runs an engine on an executor: a machine.
package protocol IsolatedHost: AnyObject {
    /// Traps with the message if the present code does not run on it.
    nonisolated func preconditionIsolation(_ message: () -> String)
}
