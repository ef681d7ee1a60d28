import Statecharts

/// What one machine is in the recording. It is over when the machine's end, or the recorder's, lets it go.
final class RecorderLane: Sendable {
    private struct Contents {
        /// Known from the first step of the machine or of a child on: a child may be made while the one before it
        /// lives.
        var name: String?
        /// Whether nobody else may be called so.
        var isLiving = false
        /// Its place in the recording, known from its first step on.
        var number: Int?
        /// What the recorder keeps for it.
        var ends: [Int] = []
    }

    private let wanted: String
    private let owner: (lane: RecorderLane, place: String)?
    private weak let recorder: Recorder?
    private let contents = Guarded(Contents())

    /// - Parameters:
    ///   - name: what it should be called, a child by where it is in the chart of its owner.
    ///   - owner: whose child it is, and where that declares it.
    init(_ name: String, of owner: (lane: RecorderLane, place: String)?, _ recorder: Recorder) {
        wanted = name
        self.owner = owner
        self.recorder = recorder
    }

    deinit {
        let ends = contents.withLock { $0.ends }
        // Handed out, to be let go outside the lock.
        let gone = recorder?.contents.withLock { contents in
            leave(&contents)
            return ends.map { contents.takeEnd($0) }
        }
        _ = gone
    }

    var number: Int? { contents.withLock { $0.number } }

    /// Answers the place in the recording, where it is from then on.
    func enter(_ recorder: inout RecorderContents, _ vertices: [StateID], isReplayable: Bool) -> Int {
        if let number { return number }
        let name = claim(&recorder)
        let owner = owner.map { Recording.Owner(machine: $0.lane.claim(&recorder), place: $0.place) }
        let number = recorder.add(name, vertices, isReplayable: isReplayable, of: owner)
        contents.withLock { $0.number = number }
        return number
    }

    private func claim(_ recorder: inout RecorderContents) -> String {
        if let name = contents.withLock({ $0.name }) { return name }
        let name = recorder.claim(owner.map { "\($0.lane.claim(&recorder))/\(wanted)" } ?? wanted)
        contents.withLock { ($0.name, $0.isLiving) = (name, true) }
        return name
    }

    /// The machine has taken its last step: the next one of its name goes on there.
    func leave(_ recorder: inout RecorderContents) {
        let name = contents.withLock { contents in
            defer { contents.isLiving = false }
            return contents.isLiving ? contents.name : nil
        }
        if let name { recorder.giveUp(name) }
    }

    /// Has the recorder let go of what ends the recording of the machine, when that is over.
    func whenOver(_ end: Int?) {
        guard let end else { return }
        contents.withLock { $0.ends.append(end) }
    }
}
