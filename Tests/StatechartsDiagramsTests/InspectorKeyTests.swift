import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

/// Keys, the filter and what is deferred on the page of a recording, in a real browser.
@Suite(.needs(.chromium)) struct InspectorKeyTests {
    @Test func `a browser that refuses another address in the history stops nothing else`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            history.replaceState = () => { throw new Error("refused"); };
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
            return [inspector.place, document.querySelector("#detail h2").textContent];
            """
        #expect(
            try Browser.answer(recording.html(title: "Radio"), script) == "[1,\"\(recording.steps(of: 0)[1].text)\"]")
    }

    @Test func `the filter takes a name with blanks in quotes, and a screenful is one of what it shows`() throws {
        var recording = try RecordingTests.recording()
        let player = Interpreter(Player())
        let start = try player.startStep()
        let other = recording.add("Radio", player.vertices)
        // One of the other machine after each of the first.
        for number in 0..<100 {
            recording.append(start, of: number % 2 == 0 ? 0 : other, time: Double(number))
        }
        let script = """
            const filter = document.getElementById("filter"), answer = [];
            for (const text of ['machine:"Kitchen radio"', 'machine:radio', 'machine:"kitchen radio" power', 'machine:"Radio"']) {
              filter.value = text; filter.dispatchEvent(new Event("input"));
              answer.push(document.getElementById("count").textContent);
            }
            const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            const places = [];
            inspector.go(0);
            for (const key of ["PageDown", "PageDown", "PageUp", "End", "PageDown", "PageUp"]) { press(key); places.push(inspector.place); }
            return { answer, places };
            """
        struct Answer: Decodable { var answer: [String], places: [Int] }
        let text = try Browser.answer(recording.html(title: "Radio"), script)
        let answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
        let all = recording.entries.count, kitchen = recording.steps(of: 0)
        let powers = kitchen.filter { $0.text.contains("power") }.count
        #expect(
            answer.answer == ["\(kitchen.count) of \(all)", "50 of \(all)", "\(powers) of \(all)", "50 of \(all)"])
        let shown = recording.entries.indices.filter {
            if case .step(let step) = recording.entries[$0] { step.machine == other } else { false }
        }
        #expect(answer.places.allSatisfy(shown.contains))
        #expect(answer.places[0] < answer.places[1] && answer.places[2] == answer.places[0])
        #expect(answer.places[3] == shown.last && answer.places[4] == shown.last)
    }

    @Test func `an event that is deferred again keeps its place among those that wait`() throws {
        let recording = try desk()
        let script = """
            const answer = [];
            for (let place = 0; place < inspector.length; place++) {
              inspector.go(place);
              const texts = (name) => [...document.querySelectorAll("#detail " + name)].map((node) => node.textContent);
              const at = texts("dt").indexOf("deferred");
              answer.push(at < 0 ? "" : texts("dd")[at].replaceAll("\\n", " "));
            }
            return answer;
            """
        #expect(
            try Browser.answer(recording.html(title: "Desk"), script)
                == #"["","a","a b","a b","a b","a b","a b","b",""]"#)
    }

    /// Somebody who is busy, then still busy, then free.
    private func desk() throws -> Recording {
        let desk = Interpreter(DeferringDesk())
        var recording = Recording(), steps: [Macrostep<DeferringDesk.Event>] = []
        desk.onStep = { steps.append($0) }
        try desk.start()
        for event in [DeferringDesk.Event.a, .b, .next, .next] { try desk.send(event) }
        let machine = recording.add("Desk", desk.vertices)
        for step in steps { recording.append(step, of: machine, time: 0) }
        let texts = ["start", "a", "b", "next", "recalled a", "recalled b", "next", "recalled a", "recalled b"]
        #expect(recording.steps(of: machine).map(\.text) == texts)
        return recording
    }
}

private final class DeferringDesk: TopState<DeferringDesk.Event> {
    enum Event: Sendable { case a, b, next }
    let busy = Busy(), stillBusy = StillBusy(), free = Free()
    override func configure() { substates(busy, stillBusy, free) }

    final class Busy: State<DeferringDesk, DeferringDesk> {
        override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.stillBusy) : .deferred }
    }
    final class StillBusy: State<DeferringDesk, DeferringDesk> {
        override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.free) : .deferred }
    }
    final class Free: State<DeferringDesk, DeferringDesk> {
        override func handle(_ event: Event) -> Reaction { .handled }
    }
}
