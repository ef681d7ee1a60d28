/// Counts the bridges of this process by the directions of their messages. While there are both, what goes out may be
/// caused by what has come in, and so causes are traced.
package enum CrossProcessTracing {
    private struct Counts {
        var inwards = 0
        var outwards = 0
        var areBoth: Bool { inwards > 0 && outwards > 0 }
    }
    private static let counts = Guarded(Counts())

    /// True while causes are traced because of bridges. For tests: nobody else asks.
    package static var areWanted: Bool { counts.withLock { $0.areBoth } }

    /// Notes that a bridge was opened, or with a difference of -1 closed.
    package static func change(inwards: Bool, outwards: Bool, by difference: Int) {
        counts.withLock { counts in
            let before = counts.areBoth
            if inwards { counts.inwards += difference }
            if outwards { counts.outwards += difference }
            switch (before, counts.areBoth) {
            case (false, true): Tracing.begin(watching: false)
            case (true, false): Tracing.end(watching: false)
            case (true, true), (false, false): break
            }
        }
    }
}
