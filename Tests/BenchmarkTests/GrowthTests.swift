import Testing

@testable import benchmark

@Suite struct GrowthTests {
    private func figures(_ nanoseconds: Double...) -> GrowthFigures {
        var size = 1, figures = GrowthFigures()
        for time in nanoseconds {
            figures.points.append(.init(size: size, nanoseconds: time))
            size *= 10
        }
        return figures
    }

    @Test func `an exponent of 1 is linear, and one of 2 the square`() {
        let exponents = figures(1e6, 1e7, 1e9).exponents.map { ($0 * 1_000).rounded() / 1_000 }
        #expect(exponents == [1, 2])
        #expect(figures().exponents.isEmpty && figures(1).exponents.isEmpty)
    }

    @Test func `what is steep is marked where it takes time`() {
        #expect(figures(1e6, 1e7, 1e9).isSteep)
        #expect(!figures(1e6, 1e7, 2e8).isSteep)
        #expect(!figures(1e3, 1e5).isSteep)
        #expect(!figures(1e6).isSteep)
    }

    @Test func `a size is left out that would take too long`() async {
        #expect(figures(1e6).predicted() == 1e7)
        #expect(figures(1e6, 1e8).predicted() == 1e10)
        #expect(figures(1e6, 2e6).predicted() == 2e7)
        let subject = GrowthSubject("slow", "what", from: 1) { size in
            { if size > 1 { try await ContinuousClock().sleep(for: .milliseconds(150)) } }
        }
        let measured = await GrowthHarness(rounds: 1, longest: .seconds(1)).measure(subject)
        #expect(measured.points.map(\.size) == [1, 10])
    }

    @Test func `a subject that fails says why, beside what it has measured before`() async {
        struct Broken: Error {}
        let subject = GrowthSubject("broken", "what", from: 2) { size in
            { if size > 2 { throw Broken() } }
        }
        let measured = await GrowthHarness(rounds: 1).measure(subject)
        #expect(measured.points.map(\.size) == [2] && measured.error == "Broken()")
    }

    @Test func `every line of the table and of the list fits 100 columns`() {
        #expect(GrowthTable.head.count <= 100)
        for subject in Benchmark.growthSubjects {
            #expect(GrowthTable.line(subject, figures(123_456, 99_999_999, 1e12)).count <= 100)
            #expect(subject.name.count < 22 && subject.summary.count <= 78, "\(subject.name)")
        }
        #expect(Set(Benchmark.growthSubjects.map(\.name)).count == Benchmark.growthSubjects.count)
    }

    /// The smallest size of each is work that can be done: that takes a moment, and no time is looked at.
    @Test(arguments: Benchmark.growthSubjects.map(\.name))
    func `each subject does its work`(name: String) async throws {
        for subject in Benchmark.growthSubjects where subject.name == name {
            try await subject.prepare(subject.size)()
        }
    }
}
