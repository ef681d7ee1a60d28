/// What takes over the child machines of one declaration.
final class ChildRestorer {
    /// A child of a snapshot that fits.
    struct Admitted {
        /// Its key as the chart has it; `nil` if it is the only one of its declaration.
        let key: AnyHashable?
        let make: () -> Void
    }

    /// Checks a child of a snapshot, and answers with what makes it.
    let admit: (Snapshot.Activity, Snapshot.Child, Snapshot.Migration?) throws -> Admitted

    init(_ admit: @escaping (Snapshot.Activity, Snapshot.Child, Snapshot.Migration?) throws -> Admitted) {
        self.admit = admit
    }
}
