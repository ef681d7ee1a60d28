// What states have under way, and what of it waits in the mailbox.

extension Snapshot {
    /// A letter in the mailbox.
    public enum Waiting: Codable, Sendable, Hashable {
        /// An event of the chart.
        case event(SnapshotValue)
        /// A timer's event: the timer has fired, and its turn has not come.
        case expiry(timer: UInt64)
        /// An event that an activity of this state has sent. If it comes from a port of a child machine, the number of
        /// the activity that the child is: it is dropped when that is not there any more.
        case sent(SnapshotValue, state: String, activity: UInt64? = nil)
        /// An activity's end.
        case ended(activity: UInt64, End)
    }

    /// How an activity has ended.
    public enum End: Codable, Sendable, Hashable {
        /// Without an event.
        case silently
        /// With the event of its result.
        case event(SnapshotValue)
        /// With the event of its error.
        case failed(SnapshotValue)
        /// With an error that is to be offered to the states: its text.
        case failure(String)
    }

    /// What a state has under way since its last entry, besides timers.
    public struct Activation: Codable, Sendable, Hashable {
        /// The path of the state.
        public var state: String
        /// The number of this activation, never used again: what belongs to another one comes too late.
        public var number: UInt64
        /// How many activities have failed in place of which no other was begun.
        public var failures: Int
        /// What has begun and not ended, or whose end waits, in the order of beginning.
        public var activities: [Activity]

        /// Makes what a state has under way, for migrations.
        public init(state: String, number: UInt64, failures: Int = 0, activities: [Activity] = []) {
            self.state = state
            self.number = number
            self.failures = failures
            self.activities = activities
        }
    }

    /// Work that a state has begun.
    public struct Activity: Codable, Sendable, Hashable {
        /// What letters refer to it by; the same for no two.
        public var number: UInt64
        /// What it is: `run` or `listen`, and the type of what it brings. Of activities without a name, `restored()`
        /// begins again what is of the same kind.
        public var kind: String
        /// What its state calls it: `restored()` begins it again by that name. `nil` without one.
        public var name: String?
        /// What becomes of it if that does not happen.
        public var policy: ActivityPolicy
        /// The event that comes if it counts as failed; `nil` if its error is to be offered to the states, or the event
        /// is not `Codable`.
        public var failure: SnapshotValue?
        /// The child machine that the work is; `nil` for work that is none.
        public var child: Child?

        /// Makes work that a state has begun, for migrations.
        public init(
            number: UInt64, kind: String, name: String? = nil, policy: ActivityPolicy, failure: SnapshotValue? = nil,
            child: Child? = nil
        ) {
            self.number = number
            self.kind = kind
            self.name = name
            self.policy = policy
            self.failure = failure
            self.child = child
        }
    }
}

extension Snapshot {
    /// The numbers of what waits.
    package var waiting: WaitingNumbers {
        var numbers = WaitingNumbers(last: lastNumber)
        for letter in queued {
            switch letter {
            case .event, .sent: break
            case .expiry(let timer): numbers.timers.insert(timer)
            case .ended(let activity, _): numbers.activities.insert(activity)
            }
        }
        return numbers
    }
}
