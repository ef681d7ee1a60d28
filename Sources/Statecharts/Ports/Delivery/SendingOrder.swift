import Synchronization

/// Numbers that say in which order things were sent that wait in different places for the first start of a machine: its
/// ports, and the mail of the supervised machine that it belongs to.
enum SendingOrder {
    private static let last = Atomic<UInt64>(0)

    /// The number of what is sent now. What one task sends later has a greater one.
    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }

    /// That of the message which a port lets go, if it has waited there.
    @TaskLocal static var waited: UInt64?
}
