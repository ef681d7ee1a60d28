/// Something whose number a user chooses, and work that is to take time in proportion to it.
struct GrowthSubject: Sendable {
    /// What is measured, once.
    typealias Work = () async throws -> Void

    let name: String
    /// What there are so many of, and what is done with them.
    let summary: String
    /// The smallest number; the others are 10 and 100 times as many.
    let size: Int
    /// Prepares the work on so many elements, which is not measured.
    let prepare: @Sendable (_ size: Int) async throws -> Work

    init(
        _ name: String, _ summary: String, from size: Int,
        prepare: @escaping @Sendable (_ size: Int) async throws -> Work
    ) {
        self.name = name
        self.summary = summary
        self.size = size
        self.prepare = prepare
    }
}

extension Benchmark {
    static let growthSubjects: [GrowthSubject] =
        chartGrowth + reactionGrowth + mailboxGrowth + lookingGrowth + timerGrowth + portGrowth + valueGrowth
        + waitingGrowth + channelGrowth + childGrowth + snapshotGrowth + supervisionGrowth + systemGrowth
        + drawingGrowth + learningGrowth + recordingGrowth + simulationGrowth + bridgeGrowth
}
