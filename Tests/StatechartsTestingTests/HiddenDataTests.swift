import Statecharts
import StatechartsTesting
import Synchronization
import Testing

private final class Box: Sendable {}
private struct Plain { var number: Int, rest: [Double] = [] }
private enum Shade { case light(Plain), dark, bright }
private struct Handle: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: []) }
}
@propertyWrapper private struct Clamped { var wrappedValue: Int }

//   Diary: a state, a superclass of it, wrapped and lazy properties that change with each note
private final class Diary: TopState<Int> {
    class Page: State<Diary, Diary> {
        var lines = 0
        @Clamped var mark = 0
        private(set) lazy var title = "page"
    }
    final class Today: Page {
        private var words: [String: Int] = [:]
        private var others: [Page] = [], outputs = [OutputPort<Int>("one")]
        override func handle(_ event: Event) -> Reaction {
            .handled {
                switch event {
                case 0: lines += 1
                case 1: mark += 1
                case 2: words["\(event)"] = 1
                case _: _ = title
                }
            }
        }
    }
    let today: Page
    init(_ today: Page = Today()) { self.today = today }
    override func configure() { substates(today) }
}

//   Gauge: saves one of two numbers
private final class Gauge: TopState<Int>, Snapshotting {
    let on = On()
    private var shown = 0, taken = 0
    override func configure() { substates(on) }
    func save() -> Int { shown }
    func restore(_ saved: Int) { shown = saved }
    final class On: State<Gauge, Gauge> {
        override func handle(_ event: Event) -> Reaction {
            .handled {
                top.taken += 1
                top.shown = min(top.taken, 1)
            }
        }
    }
}

//   Form: ●──▶ Empty ──▶ Filling, with a draft that is an object, and a number that decides
private final class Form: TopState<Form.Event> {
    enum Event: Sendable, CaseIterable { case fill, add, send }
    let empty = Empty(), filling = Filling(), sent = Sent()
    override func configure() { substates(empty, filling, sent) }
    final class Empty: State<Form, Form> {
        override func handle(_ event: Event) -> Reaction { event == .fill ? .to(superior.filling) : .unhandled }
    }
    final class Filling: State<Form, Form> {
        @Scoped var fields = 0
        @Scoped var draft = [Box()]
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add: fields < 2 ? .handled { fields += 1 } : .unhandled
            case .send: fields == 2 ? .to(superior.sent) : .unhandled
            case .fill: .unhandled
            }
        }
    }
    final class Sent: State<Form, Form> {
        override func handle(_ event: Event) -> Reaction { event == .fill ? .to(superior.filling) : .unhandled }
    }
}

/// What the explorer says of data that it does not tell situations apart by.
@Suite struct HiddenDataTests {
    @Test func `a counter in the top that nobody told of is no complete exploration`() async throws {
        let found = try await Explorer { Safe() }.explore()
        #expect(!found.isComplete)
        #expect(found.limit == nil)
        #expect(
            found.gaps == [
                """
                Safe.wrongs was not looked at: it was 0 and was 1 after wrong, in the same situation, Closed; \
                have fingerprint(_:) tell it, make it @Scoped, or have its state save it; \
                if nothing depends on it, disregard("Safe.wrongs")
                """
            ])
        #expect(
            found.description == """
                Safe: 2 configurations in 2 situations, 6 steps, not all explored, as data were not looked at; at most 1 step deep
                gap: \(found.gaps[0])
                """)
    }

    @Test func `charts whose parts are of another class each time do no harm`() async throws {
        let count = Atomic<Int>(0)
        _ = try? await Explorer(events: [0, 1, 2, 3]) {
            Diary(count.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) ? Diary.Today() : Diary.Page())
        }.explore()
        #expect(count.load(ordering: .relaxed) > 1)
    }

    @Test func `with the repair that it tells the fault is found`() async throws {
        var explorer = Explorer { Safe() }
        explorer.fingerprint { $0.wrongs }
        let found = try await explorer.explore()
        #expect(found.isComplete)
        #expect(found.problems.map(\.path.description) == ["[wrong, wrong, wrong]"], "\(found)")
    }

    @Test func `what nothing depends on can be disregarded, by the name that is told`() async throws {
        var explorer = Explorer { Safe() }
        explorer.disregard("Safe.wrongs")
        var found = try await explorer.explore()
        #expect(found.isComplete && found.gaps.isEmpty && found.hints.isEmpty && found.problems.isEmpty, "\(found)")
        explorer.disregard("Safe.worngs")
        found = try await explorer.explore()
        #expect(found.hints == ["Safe.worngs is disregarded, and is not the name of data that are looked at"])
    }

    @Test func `where everything would have to be known nothing is said`() async throws {
        var explorer = Explorer(events: [Safe.Event.wrong]) { Safe() }
        explorer.eventually(.active(\.open))
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.inconclusive == ["eventually open"])
        explorer.disregard("Safe.wrongs")
        #expect(try await explorer.explore().problems.map(\.kind) == [.violation, .deadEnd, .unreached])
    }

    /// The texts of gaps and hints of a chart that keeps a value.
    private func findings<Value>(
        _ make: @escaping @Sendable () -> Value, _ next: @escaping @Sendable (Value) -> Value
    ) async throws -> [String] {
        var explorer = Explorer(events: [1]) { Keeper(make(), next) }
        explorer.limits.configurations = 3
        explorer.disregard("Keeper.next")
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.isComplete == found.gaps.isEmpty)
        return found.gaps.map { String($0.prefix { $0 != ";" }) } + found.hints
    }

    private func gap(_ values: String = "it was another one") -> [String] {
        ["Keeper.value was not looked at: \(values) after 1, in the same situation, Idle"]
    }

    private func hint(_ what: String) -> [String] {
        [
            "not looked at, as it cannot be compared: Keeper.value (\(what)); "
                + "if the chart depends on what is in there, have fingerprint(_:) tell it"
        ]
    }

    @Test func `values of all kinds are compared`() async throws {
        #expect(try await findings({ 0 }, { $0 + 1 }) == gap("it was 0 and was 1"))
        #expect(try await findings({ "" }, { $0 + "a" }) == gap("it was \"\" and was a"))
        #expect(try await findings({ [Int]() }, { $0 + [1] }) == gap("it was [] and was [1]"))
        #expect(
            try await findings({ [String: [Int]]() }, { _ in ["a": [1]] }) == gap("it was [:] and was [\"a\": [1]]"))
        #expect(try await findings({ Int?.none }, { _ in 1 }).count == 1)
        #expect(try await findings({ Plain(number: 0) }, { Plain(number: $0.number + 1) }) == gap())
        #expect(try await findings({ Plain(number: 0) }, { Plain(number: 0, rest: $0.rest + [1]) }) == gap())
        #expect(try await findings({ [Plain]() }, { $0 + [Plain(number: 1)] }) == gap())
        #expect(try await findings({ [1: Plain(number: 1)] }, { _ in [1: Plain(number: 2)] }) == gap())
        #expect(try await findings({ (1, Plain(number: 0)) }, { ($0.0 + 1, $0.1) }) == gap())
        #expect(try await findings({ Shade.dark }, { _ in .bright }) == gap())
        #expect(try await findings({ Shade.light(Plain(number: 1)) }, { _ in .light(Plain(number: 2)) }) == gap())
        #expect(try await findings({ Plain?.none }, { _ in Plain(number: 1) }) == gap())
    }

    @Test func `equal values are no difference`() async throws {
        #expect(try await findings({ 0 }, { $0 }).isEmpty)
        #expect(try await findings({ Double.nan }, { _ in .nan }).isEmpty)
        #expect(try await findings({ [Plain(number: 1)] }, { _ in [Plain(number: 1)] }).isEmpty)
        #expect(
            try await findings(
                { [1: Plain(number: 1), 2: Plain(number: 2)] },
                { _ in
                    [2: Plain(number: 2), 1: Plain(number: 1)]
                }
            ).isEmpty)
        #expect(try await findings({ Shade.dark }, { _ in .dark }).isEmpty)
    }

    @Test func `what cannot be compared is told, and that it is there is compared`() async throws {
        let isObject = "an object of the class Box"
        #expect(try await findings({ Box() }, { _ in Box() }) == hint(isObject))
        #expect(try await findings({ {} as @Sendable () -> Void }, { $0 }) == hint("a closure"))
        #expect(try await findings({ Task {} }, { _ in Task {} }) == hint("a Task<(), Never>"))
        #expect(
            try await findings({ Handle() }, { $0 }) == hint("a Handle, which shows its parts in a way of its own"))
        #expect(try await findings({ [Box()] }, { $0 }) == hint(isObject))
        #expect(try await findings({ [Box()] }, { $0 + [Box()] }) == gap() + hint(isObject))
        #expect(try await findings({ Box?.none }, { _ in Box() }) == gap() + hint(isObject))
        let count = Atomic(0)
        #expect(
            try await findings({ count.add(1, ordering: .relaxed).newValue }, { $0 })
                == hint("something else in each chart"))
    }

    @Test func `properties of states, of superclasses, wrapped and lazy ones are looked at, ports and states are not`()
        async throws
    {
        func names(_ event: Int) async throws -> [String] {
            var explorer = Explorer(events: [event]) { Diary() }
            explorer.allowsDeadEnds = true
            let found = try await explorer.explore()
            #expect(found.hints.isEmpty, "\(found.hints)")
            return found.gaps.map { String($0.prefix { $0 != " " }) }
        }
        #expect(try await names(0) == ["Today.lines"])
        #expect(try await names(1) == ["Today.mark"])
        #expect(try await names(2) == ["Today.words"])
        #expect(try await names(3).isEmpty)
    }

    @Test func `a state that saves not all that it has is told`() async throws {
        let found = try await Explorer(events: [1]) { Gauge() }.explore()
        #expect(found.replayReason == nil)
        #expect(found.gaps.map { String($0.prefix { $0 != ":" }) } == ["Gauge.taken was not looked at"])
        #expect(found.gaps.first?.contains("have save() save it") == true)
    }

    @Test func `a chart that is placed though it has other data is watched as well`() async throws {
        var explorer = Explorer { Safe() }
        explorer.returning = .placing
        #expect(try await explorer.explore().gaps.count == 1)
    }

    @Test func `a fingerprint adds to scoped data`() async throws {
        var explorer = Explorer { Form() }
        explorer.fingerprint { $0.empty.isActive }
        let found = try await explorer.explore()
        #expect(found.isComplete && found.problems.isEmpty, "\(found)")
        #expect(found.path(to: \.sent)?.description == "fill, add, add, send")
        #expect(
            found.hints == [
                "not looked at, as it cannot be compared: Filling.draft (an object of the class Box); "
                    + "if the chart depends on what is in there, have fingerprint(_:) tell it"
            ])
    }

    /// It is not equal to itself: each time that it was met the situation was a new one, without end.
    @Test func `a fingerprint that is no number is the same each time`() async throws {
        var explorer = Explorer { Form() }
        explorer.fingerprint { _ in [Double.nan] }
        explorer.limits.configurations = 100
        let found = try await explorer.explore()
        #expect(found.isComplete && found.limit == nil, "\(found)")
        #expect(found.path(to: \.sent)?.description == "fill, add, add, send")
    }

    @Test func `a fingerprint that stands alone says what it left out`() async throws {
        var explorer = Explorer { Form() }
        explorer.fingerprint(.alone) { $0.empty.isActive }
        let found = try await explorer.explore()
        #expect(found.path(to: \.sent) == nil)
        #expect(found.isComplete)
        #expect(
            found.hints.first
                == "left out, as the fingerprint stands alone, though it differed in the same situation: Filling.fields"
        )
        #expect(found.description.contains("all explored that the fingerprint tells apart"))
    }

    /// Counted, as times would be those of the machine.
    @Test func `a large exploration shows a test that fails its figures only`() async throws {
        var explorer = Explorer(events: Array(0..<30)) { Keeper(0) { $0 } }
        explorer.fingerprint { $0.value }
        explorer.events { keeper in [keeper.value] }
        explorer.limits = .init(steps: 2_000)
        let found = try await explorer.explore()
        #expect(nodes(of: found) < 30)
        #expect(found.problems.allSatisfy { nodes(of: $0) < 40 })
        #expect(!found.problems.isEmpty)
    }

    private func nodes(of value: Any, _ depth: Int = 0) -> Int {
        guard depth < 10 else { return 1 }
        return Mirror(reflecting: value).children.reduce(1) { $0 + nodes(of: $1.value, depth + 1) }
    }
}
