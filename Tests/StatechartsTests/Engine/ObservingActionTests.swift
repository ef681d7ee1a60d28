import Statecharts
import Testing

//   Watched: ●──▶ A ──go──▶ B ──always──▶ C ──go──▶ A      each action does what the test says, where it says
private final class Watched: TopState<String> {
    var onEntry: [String: () -> Void] = [:]
    let a = A(), b = B(), c = C()
    override func configure() { substates(a, b, c) }
    final class A: State<Watched, Watched> {
        override func entry() { top.onEntry["A"]?() }
        override func handle(_ event: String) -> Reaction { .to(superior.b) }
    }
    final class B: State<Watched, Watched> {
        override func entry() { top.onEntry["B"]?() }
        override func always() -> Reaction { .to(superior.c) }
    }
    final class C: State<Watched, Watched> {
        override func entry() { top.onEntry["C"]?() }
        override func handle(_ event: String) -> Reaction { event == "later" ? .deferred : .to(superior.a) }
    }
}

/// Actions that say who wants records, while a step is under way.
@Suite struct ObservingActionTests {
    private let go = """
        go: handled → C
          event, A → B, exits A, entries B
          eventless, B → C, exits B, entries C
        """
    private let back = "back: handled → A\n  event, C → A, exits C, entries A"

    private func started() throws -> Interpreter<Watched> {
        let interpreter = Interpreter(Watched())
        try interpreter.start()
        return interpreter
    }

    @Test(arguments: ["B", "C"])
    func `who takes onStep back leaves nothing in the next record`(_ place: String) throws {
        let interpreter = try started()
        var told: [String] = []
        interpreter.top.onEntry[place] = { [unowned interpreter] in interpreter.onStep = nil }
        interpreter.onStep = { told.append($0.description) }
        try interpreter.send("go")
        #expect(told == [])
        #expect(try interpreter.step("back").description == back)
        #expect(try interpreter.step("go").description == go)
        #expect(try interpreter.send("back") == .handled)
        #expect(told == [])
    }

    @Test(arguments: ["B", "C"])
    func `who sets onStep is told of the steps after the one under way`(_ place: String) throws {
        let interpreter = try started()
        var told: [String] = []
        interpreter.top.onEntry[place] = { [unowned interpreter] in
            interpreter.onStep = { told.append($0.description) }
        }
        try interpreter.send("go")
        #expect(told == [])
        try interpreter.send("back")
        #expect(told == [back])
    }

    @Test func `of a recalled event its own step is told`() throws {
        let interpreter = try started()
        var told: [String] = []
        try interpreter.send("go")
        try interpreter.send("later")
        interpreter.top.onEntry["A"] = { [unowned interpreter] in
            interpreter.onStep = { told.append($0.description) }
        }
        try interpreter.send("back")
        #expect(
            told == ["recalled later: handled → C\n" + go.split(separator: "\n").dropFirst().joined(separator: "\n")])
    }

    @Test func `who exchanges onStep has the whole record told to the new one`() throws {
        let interpreter = try started()
        var told: [String] = []
        interpreter.onStep = { told.append("old \($0)") }
        interpreter.top.onEntry["B"] = { [unowned interpreter] in
            interpreter.onStep = nil
            interpreter.onStep = { told.append($0.description) }
        }
        try interpreter.send("go")
        #expect(told == [go])
    }
}
