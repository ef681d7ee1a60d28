/// What takes over the child machines of one declaration.
final class ChildRestorer {
    /// Checks a child of a snapshot, and answers with what makes it.
    let restoration: (Snapshot.Activity, Snapshot.Child, Snapshot.Migration?) throws -> () -> Void

    init(_ restoration: @escaping (Snapshot.Activity, Snapshot.Child, Snapshot.Migration?) throws -> () -> Void) {
        self.restoration = restoration
    }
}
