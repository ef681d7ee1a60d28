import Statecharts
import Testing

/// A chart whose shape was found sound before may have objects in it that are not: it is refused all the same.
@Suite struct KnownMistakeTests {
    @Test(arguments: Usher.Slip.allCases)
    func `what one chart of a class has declared excuses no other one`(slip: Usher.Slip) throws {
        let expected =
            switch slip {
            case .none: [String]()
            case .port, .gate: ["Usher: notReceived"]
            case .twice: ["Usher: declaredTwice"]
            case .optional, .array, .reference: ["Usher: notDeclared"]
            case .junction: ["junction: tooFew"]
            case .exit, .asked: ["Box.out: targetOutside"]
            }
        for slip in [slip, .none, slip, .none] {
            let interpreter = Interpreter(Usher(slip))
            var found: [String] = []
            do throws(any Error) {
                try interpreter.start()
            } catch {
                let diagnostics = try #require(error as? ChartError).diagnostics
                found = diagnostics.map { "\($0.path): \($0.code.rawValue)" }
            }
            #expect(found == (slip == .none ? [] : expected))
        }
    }

    @Test func `a vertex that another machine has need not be declared, in any chart of the class`() throws {
        let other = Usher(.none)
        let running = Interpreter(other)
        try running.start()
        for _ in 0..<2 { try Interpreter(Usher(.none, beside: other.home)).start() }
        #expect(throws: ChartError.self) { try Interpreter(Usher(.none, beside: Usher.Home())).start() }
        withExtendedLifetime(running) {}
    }
}

/// May have one mistake that its shape does not show.
final class Usher: TopState<Int> {
    enum Slip: CaseIterable { case none, port, twice, gate, optional, array, reference, junction, exit, asked }

    let orders = InputPort<Int>("orders"), urgent = InputPort<Int>("urgent")
    let home = Home(), box = Box()
    let extra: Home?
    let others: [Home]
    /// A state that is somewhere else.
    let seen: Home
    let junction: Junction<Usher, Usher>
    private let slip: Slip

    init(_ slip: Slip, beside: Home? = nil) {
        self.slip = slip
        extra = slip == .optional ? Home() : nil
        others = slip == .array ? [Home()] : []
        seen = slip == .reference ? Home() : beside ?? home
        junction = slip == .junction ? Junction() : Junction { .to($0.home) }
    }

    override func configure() {
        if slip != .port { receive(orders) { $0 } }
        if slip == .twice { receive(orders) { -$0 } }
        receive(urgent, while: slip == .gate ? Home() : home) { $0 }
        switch slip {
        case .exit: box.out.leads(to: Home())
        case .asked: box.out.leads(asking: Home()) { .to($0) }
        case .none, .port, .twice, .gate, .optional, .array, .reference, .junction: box.out.leads(to: home)
        }
        substates(home, box, junction)
    }

    final class Home: State<Usher, Usher> {}
    final class Box: State<Usher, Usher> {
        let inside = Inside(), out = ExitPoint<Box, Usher>()
        override func configure() { substates(inside, out) }
        final class Inside: State<Box, Usher> {}
    }
}
