import Statecharts
import Testing

@Suite struct ForkTests {
    /// For each of three regions no target, its first or its second state.
    static let choices: [[Int]] = (0..<27).map { [$0 / 9, $0 / 3 % 3, $0 % 3] }
    static let several = choices.filter { $0.filter { $0 > 0 }.count > 1 }
    static let some = choices.filter { $0.contains { $0 > 0 } }

    private func expected(_ choice: [Int], _ event: String) -> String {
        let states = Trio.states(choice)
        let targets = zip(states, choice).filter { $1 > 0 }.map(\.0).joined(separator: ", ")
        let entries = states.map { "\($0.dropLast(3)) \($0)" }.joined(separator: " ")
        return """
            \(event): handled → (\(states.joined(separator: ", ")))
              event, Out → \(targets), exits Out, entries All \(entries)
            """
    }

    @Test(arguments: several)
    func `a fork enters its targets and the other regions by default`(choice: [Int]) throws {
        let run = Run(Trio(fork: choice))
        try run.start()
        try run.send("fork", expected(choice, "fork"))
    }

    @Test(arguments: some)
    func `an entry point forks into any number of regions`(choice: [Int]) throws {
        let run = Run(Trio(fork: choice))
        try run.start()
        try run.send("point", expected(choice, "point"))
    }

    @Test(arguments: some)
    func `a reaction with several targets is a fork, whatever their order`(choice: [Int]) throws {
        for event in ["targets", "reversed"] {
            let run = Run(Trio(fork: choice))
            try run.start()
            try run.send(event, expected(choice, event))
        }
    }

    @Test func `a fork reaches into nested orthogonal states`() throws {
        let run = Run(NestedRegions())
        try run.start()
        try run.send(
            "fork",
            """
            fork: handled → (Outer.P.Inner.R.R2, Outer.P.Inner.S.S2, Outer.Q.Q1)
              event, Out → Outer.P.Inner.R.R2, Outer.P.Inner.S.S2, Outer.Q.Q1, exits Out, \
            entries Outer Outer.P Outer.P.Inner Outer.P.Inner.R Outer.P.Inner.R.R2 Outer.P.Inner.S \
            Outer.P.Inner.S.S2 Outer.Q Outer.Q.Q1
            """)
    }

    @Test func `a transition into one region of a nested orthogonal state enters all others by default`() throws {
        let run = Run(NestedRegions())
        try run.start()
        try run.send(
            "inner",
            """
            inner: handled → (Outer.P.Inner.R.R1, Outer.P.Inner.S.S2, Outer.Q.Q1)
              event, Out → Outer.P.Inner.S.S2, exits Out, \
            entries Outer Outer.P Outer.P.Inner Outer.P.Inner.R Outer.P.Inner.R.R1 Outer.P.Inner.S \
            Outer.P.Inner.S.S2 Outer.Q Outer.Q.Q1
            """)
    }
}
