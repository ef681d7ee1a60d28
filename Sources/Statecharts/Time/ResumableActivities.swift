/// The activities of one state that a snapshot has under way and `restored()` has not begun again: a queue for each key
/// and policy, so that many cost no more each than a few.
struct ResumableActivities {
    /// What two activities share of which one can take the place of the other: the name, or without one the kind.
    struct Key: Hashable {
        private let name: String?
        private let kind: String?

        init(_ name: String?, _ kind: String) { (self.name, self.kind) = (name, name == nil ? kind : nil) }
    }
    private var queues: [Key: [ActivityPolicy: ArraySlice<UInt64>]] = [:]

    /// To be called in the order of numbers.
    mutating func append(_ number: UInt64, _ policy: ActivityPolicy, of key: Key) {
        queues[key, default: [:]][policy, default: []].append(number)
    }

    /// Takes the first one of the policy, or else the first of all; `nil` if there is none.
    mutating func next(_ policy: ActivityPolicy, of key: Key) -> UInt64? {
        if let number = queues[key]?[policy]?.popFirst() { return number }
        let firsts = (queues[key] ?? [:]).compactMap { policy, queue in queue.first.map { ($0, policy) } }
        return firsts.min { $0.0 < $1.0 }.flatMap { queues[key]?[$0.1]?.popFirst() }
    }
}
