// What states have under way, and what of it waits in the mailbox.

extension Snapshot {
    /// A letter in the mailbox.
    public enum Waiting: Codable, Sendable, Hashable {
        /// An event of the chart.
        case event(SnapshotValue)
        /// A message of a port of an embedded chart, as an event of that: with the path of the submachine.
        case inside(SnapshotValue, chart: String)
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
            case .event, .inside, .sent: break
            case .expiry(let timer): numbers.timers.insert(timer)
            case .ended(let activity, _): numbers.activities.insert(activity)
            }
        }
        return numbers
    }
}

// MARK: Child machines, in the snapshot of the machine that owns them

extension Snapshot {
    /// Changes a snapshot that is of another chart, version or format; what it leaves is taken over if it fits.
    package typealias Migration = @Sendable (inout Snapshot) throws -> Void

    /// A child machine of a state: of a `Child`, or one of a list of `ChildMachines`.
    ///
    /// It is in the snapshot of its owner with the activity that it is to its state. Children of which the state knows
    /// that they have ended are not in a snapshot, and neither are those that were stopped and have not ended.
    public struct Child: Codable, Sendable, Hashable {
        /// The property of the state that declares it.
        public var property: String
        /// Its key, as its own `encode(to:)` writes it; `nil` if it is the only one of its declaration.
        public var key: SnapshotValue?
        /// Its place in the list, which may leave out numbers; 0 if it is the only one.
        public var place: Int
        /// What there is to continue.
        public var life: Life
        /// The restarts so far; `nil` if it is never made anew.
        public var restarts: Restarts?

        /// Makes a child, for migrations.
        public init(
            property: String, key: SnapshotValue? = nil, place: Int = 0, life: Life, restarts: Restarts? = nil
        ) {
            self.property = property
            self.key = key
            self.place = place
            self.life = life
            self.restarts = restarts
        }

        /// What there is of a child to continue.
        public enum Life: Codable, Sendable, Hashable {
            /// It has not begun, and does after this time, as a new machine. Events have been posted to it, and
            /// messages wait in its input ports, by their properties.
            case begins(after: Duration, queued: [SnapshotValue], inputs: [String: [SnapshotValue]])
            /// It has begun, or is to continue and has not begun to: its own snapshot.
            indirect case runs(Snapshot)
            /// It has ended: how, waits in the mailbox of its owner.
            case ended
        }

        /// The restarts of a child since its state was entered.
        public struct Restarts: Codable, Sendable, Hashable {
            /// How long ago each was that counts against the limit, the first one first.
            public var ages: [Duration]
            /// How many there were in a row, for the next wait.
            public var inARow: Int
            /// How long the present machine runs; negative if it has still to begin.
            public var age: Duration

            /// Makes restarts, for migrations.
            public init(ages: [Duration], inARow: Int, age: Duration) {
                self.ages = ages
                self.inARow = inARow
                self.age = age
            }
        }
    }
}

extension SnapshotError {
    /// The error as one of a child machine.
    package func of(child name: String) -> SnapshotError {
        SnapshotError(code, "in \(name): \(message)", fix: fix, differences: differences, underlying: underlying)
    }
}

extension Snapshot.Child {
    /// Refuses what is known to be of another chart before a chart is made; a migration sees it later.
    package func admit(_ chart: AnyClass, migrates: Bool) throws {
        guard case .runs(let snapshot) = life, !migrates else { return }
        let name = ClassInfo.of(chart).name
        let version = (chart as? any Snapshotting.Type)?.snapshotVersion ?? 1
        guard snapshot.format == Snapshot.currentFormat else {
            throw SnapshotError(
                .unknownFormat,
                "the part of the child \(property) has format \(snapshot.format), this framework reads "
                    + "\(Snapshot.currentFormat)",
                fix: "migrate the snapshot")
        }
        guard snapshot.chart == name, snapshot.version == version else {
            throw SnapshotError(
                .otherChart,
                "the chart of the child \(property) is \(name) version \(version), the snapshot is of "
                    + "\(snapshot.chart) version \(snapshot.version)",
                fix: "migrate the snapshot, or start afresh")
        }
    }
}
