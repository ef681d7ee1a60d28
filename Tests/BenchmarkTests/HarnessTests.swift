import Testing

@testable import benchmark

@Suite struct HarnessTests {
    @Test func `numbers are written with as many decimals as asked for`() {
        #expect(Number.fixed(0.05, 1) == "0.1")
        #expect(Number.fixed(12.345, 2) == "12.35")
        #expect(Number.fixed(-3.5, 0) == "-4")
        #expect(Number.fixed(-0.01, 1) == "0.0")
        #expect(Number.fixed(.infinity, 1) == "–")
        #expect(Number.short(2.5) == "2.5")
        #expect(Number.short(1.02) == "1.02")
        #expect(Number.short(3_333) == "3333")
    }

    @Test func `a goal is met by the minimum, in time, ratio and bytes`() {
        let figures = Figures(subject: [40, 50], floor: [10, 20])
        #expect(Goal.atMost(4, nanoseconds: 40).isMet(by: figures))
        #expect(!Goal.atMost(4, nanoseconds: 39).isMet(by: figures))
        #expect(!Goal.atMost(3.9).isMet(by: figures))
        #expect(Goal.gain(0.25).isMet(by: figures))
        #expect(!Goal.gain(0.3).isMet(by: figures))
        #expect(Goal.within(nanoseconds: 40).isMet(by: figures))
        let bytes = Figures(bytes: (100, 50))
        #expect(Goal.atMost(2, bytes: 100).isMet(by: bytes))
        #expect(!Goal.atMost(2, bytes: 99).isMet(by: bytes))
        #expect(!Goal.atMost(1.9).isMet(by: bytes))
    }

    @Test func `the spread is that of the more restless side`() {
        #expect(Figures(subject: [10, 10, 10], floor: [4, 6, 8]).spread == 0.5)
        #expect(Figures.median([1, 2, 3, 10]) == 2.5)
        #expect(Figures.median([]) == nil)
    }

    @Test func `JSON says null where there is nothing`() {
        let subject = Subject("x", "what", floor: "none", goal: .atMost(1.5)) { _ in Figures() }
        #expect(
            JSON.array([(subject, Figures(subject: [2], floor: [1]))]) == """
                [
                  {"name": "x", "subject_ns": 2.000, "floor_ns": 1.000, "ratio": 2.000, "goal": "≤ 1.5 ×", \
                "allocations": null, "subject_median_ns": 2.000, "floor_median_ns": 1.000, "met": false}
                ]
                """)
        #expect(JSON.array([]) == "[]")
    }

    @Test func `every line of the table and of the list fits 100 columns`() {
        let figures = Figures(subject: [123_456_789], floor: [99_999], allocations: 1_234.56)
        for subject in Benchmark.subjects {
            #expect(Table.line(subject, figures).count <= 100)
            for remark in Table.remarks(subject, Figures(subject: [1, 9, 9], floor: [1], allocations: 1)) {
                #expect(remark.count <= 100)
            }
            #expect(subject.summary.count <= 84 && subject.floor.count + subject.goal.description.count <= 68)
        }
        #expect(Set(Benchmark.subjects.map(\.name)).count == Benchmark.subjects.count)
    }

    @Test func `a slope is not changed by an outlier`() {
        #expect(Slope([1.0, 3, 5, 7]).perStep == 2)
        #expect(Slope([1.0, 3, 50, 7, 9]).perStep == 2)
        #expect(Slope([4.0, 4, 4]).perStep == 0)
        #expect(Slope([1.0]).perStep == 0)
    }

    @Test func `a soak tells what grows with the work from noise`() {
        let mebibyte = 1_048_576.0
        let noise = [9.0, 12, 14, 15, 15.2, 15.6, 15.1, 15.9, 15.3, 15.8, 15.4, 15.7].map { $0 * mebibyte }
        #expect(Growth(noise).isFlat)
        // 16 bytes of each of 20,000 jobs a second, for twelve seconds.
        let leak = noise.enumerated().map { $1 + Double($0) * 16 * 20_000 }
        #expect(!Growth(leak).isFlat)
        #expect(Growth(Array(repeating: mebibyte, count: 12)).description == "0 KiB, of at most 1024: flat")
    }
}
