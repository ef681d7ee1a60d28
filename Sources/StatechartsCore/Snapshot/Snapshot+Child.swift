// Child machines, in the snapshot of the machine that owns them.

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
            /// It has begun: its own snapshot.
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
