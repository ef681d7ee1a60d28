// The current value of an output in snapshots. Where messages are changes of a whole, that is the whole.

extension OutputStorage {
    @usableFromInline var hasCurrent: Bool { folds || latest != nil }

    @usableFromInline
    func savedCurrent() throws -> SavedCurrent {
        guard let value = current else { return folds ? .beingChanged(type: "\(Message.self)") : .none }
        do {
            if let tree = try DynamicCoding.tree(of: value) { return .value(tree) }
        } catch is SecretError {
            // Left out as what has no form.
        }
        return .notCodable(type: "\(Message.self)")
    }

    /// Who is connected already gets the value too, unless it is the one that the port has.
    @usableFromInline
    func restoration(ofCurrent tree: SnapshotValue) throws -> (() -> Void)? {
        guard hasCurrent, let value = try DynamicCoding.value(Message.self, from: tree) else { return nil }
        if case .value(tree) = try savedCurrent() { return { [self] in keepRestored() } }
        return { [self] in restore(value) }
    }
}
