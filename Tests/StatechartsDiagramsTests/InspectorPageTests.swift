import Foundation
import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsDiagrams

/// The page of a recording, in a real browser.
@Suite(.needs(.chromium)) struct InspectorPageTests {
    private func read<Value: Decodable>(_ answer: String, as type: Value.Type = Value.self) throws -> Value {
        do { return try JSONDecoder().decode(type, from: Data(answer.utf8)) } catch {
            throw Tool.Missing(description: "the page answered \(answer)")
        }
    }

    @Test func `step by step to the end and back, the page marks what was active in the recording`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            const seen = [], keys = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            keys("Home");
            for (let place = 0; place < inspector.length; place++) { seen.push(inspector.active(0)); keys("ArrowRight"); }
            for (let place = 0; place < inspector.length; place++) { seen.push(inspector.active(0)); keys("ArrowLeft"); }
            return seen;
            """
        let shown: [[Int]] = try read(try Browser.answer(recording.html(title: "Radio"), script))
        // Initial dots carry the number of their composite; sets are compared.
        let active = recording.steps(of: 0).map { Set($0.active) }
        #expect(shown.map { Set($0) } == active + active.reversed())
    }

    @Test func `the filter shows what fits, and the keys go from one of these to the next`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            const filter = document.getElementById("filter");
            filter.value = "mute"; filter.dispatchEvent(new Event("input"));
            const places = [];
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
            for (let row = 0; row < 4; row++) { places.push(inspector.place); document.getElementById("forth").click(); }
            return [document.getElementById("count").textContent, places];
            """
        let answer = try Browser.answer(recording.html(title: "Radio"), script)
        let places = recording.steps(of: 0).indices.filter { recording.steps(of: 0)[$0].text.contains("mute") }
        #expect(
            answer
                == "[\"\(places.count) of \(recording.entries.count)\",\(places.prefix(4))]".replacing(", ", with: ","))
    }

    @Test func `f fits pictures into the window or shows them whole, and what is active is scrolled to`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            const stage = document.getElementById("stage"), button = document.getElementById("fit");
            const state = () => [stage.classList.contains("fit"), button.getAttribute("aria-pressed")];
            const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
            const states = [state()];
            press("f"); states.push(state());
            const scrolled = [];
            Element.prototype.scrollIntoView = function () { scrolled.push(this.matches(".active, .active *")); };
            stage.style.height = "60px"; stage.style.overflow = "auto";
            for (const key of ["Home", "End"]) { scrolled.length = 0; press(key); states.push([...scrolled]); }
            press("f"); states.push(state());
            return states;
            """
        #expect(
            try Browser.answer(recording.html(title: "Radio"), script)
                == #"[[true,"true"],[false,"false"],[true],[true],[true,"true"]]"#)
    }

    @Test func `text that looks like markup stays text, and a link leads to a step`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            const first = inspector.place;
            location.hash = "#3"; dispatchEvent(new HashChangeEvent("hashchange"));
            return [first, inspector.place, document.querySelector("#detail h2").textContent,
              document.querySelectorAll("#rows .row").length > 0, document.title];
            """
        let answer = try Browser.answer(recording.html(title: "<b>\"Radio\"</b> & Co"), hash: "#12", script)
        #expect(answer == "[12,3,\"\(recording.steps(of: 0)[3].text)\",true,\"<b>\\\"Radio\\\"</b> & Co\"]")
    }

    @Test func `data are shown before and after, and what is deferred and not recalled yet`() async throws {
        let clock = ManualClock(), recorder = Recorder(clock: clock)
        let machine = Machine(Kiosk(), clock: clock)
        recorder.record(machine, named: "Kiosk") { "price \($0.price)\npaid \($0.paid)" }
        try await machine.start()
        for coin in [2, 2, 5] { try await machine.send(.coin(coin)) }
        await clock.settle()
        try await machine.send(.coin(1))
        try await machine.stop()
        let recording = recorder.recording
        let script = """
            const answer = [];
            for (let place = 0; place < inspector.length; place++) {
              inspector.go(place);
              const texts = (selector) => [...document.querySelectorAll("#detail " + selector)].map((node) => node.textContent);
              const terms = texts("dt"), at = terms.indexOf("deferred");
              answer.push([texts("del"), texts("pre.changed"), at < 0 ? [] : texts("dd")[at].split("\\n")]);
            }
            return answer;
            """
        let shown: [[[String]]] = try read(try Browser.answer(recording.html(title: "Kiosk"), script))
        var waiting: [String] = []
        var old: [String]?
        var expected: [[[String]]] = []
        for step in recording.steps(of: 0) {
            let data = (step.data ?? "").split(separator: "\n").map(String.init)
            let event = step.text.replacing("recalled ", with: "")
            if step.input == .recalled { waiting.removeAll { $0 == event } }
            if step.outcome == "deferred" { waiting.append(event) }
            let past = old ?? data
            expected.append([past.filter { !data.contains($0) }, data.filter { !past.contains($0) }, waiting])
            old = data
        }
        #expect(shown == expected)
        #expect(expected.contains { $0[2].count > 0 } && expected.contains { $0[0].count > 0 })
    }

    @Test func `a system shows a message on all connections that it takes, in sequence, and machines side by side`()
        async throws
    {
        let recorder = try await RecorderSystemTests().restaurant()
        let second = Machine(Player())
        recorder.record(second, named: "Radio")
        try await second.start()
        let recording = recorder.recording
        let system = try #require(recording.system)
        let script = """
            const ways = [], tabs = [...document.querySelectorAll("#views button")].map((button) => button.textContent);
            inspector.show("system");
            for (let place = 0; place < inspector.length; place++) { inspector.go(place); ways.push(inspector.connections()); }
            const shown = (view) => { inspector.show(view); return document.querySelectorAll("#stage figure").length; };
            const figures = [shown("system"), shown("all"), shown("machine-1")];
            inspector.show("sequence");
            inspector.go(0);
            const arrows = document.querySelectorAll("#stage .arrow").length, steps = document.querySelectorAll("#stage .step").length;
            const names = [...document.querySelectorAll("#stage .title")].map((node) => node.textContent);
            const causes = document.querySelectorAll("#stage .cause").length;
            return { ways, tabs, figures, arrows, steps, names, causes };
            """
        struct Answer: Decodable, Equatable {
            var ways: [[String]], tabs: [String], figures: [Int], arrows: Int, steps: Int, names: [String], causes: Int
        }
        let answer: Answer = try read(try Browser.answer(recording.html(title: "Restaurant"), script))
        let ways = recording.entries.map { entry -> [String] in
            guard case .message(let message) = entry else { return [] }
            return SystemWays(system).connections(of: message).map {
                "\(system.connections[$0].from) → \(system.connections[$0].to)"
            }.sorted()
        }
        let steps = recording.entries.count - 2
        #expect(
            answer
                == Answer(
                    ways: ways, tabs: ["All machines", "Oven", "Radio", "System", "Messages"], figures: [1, 2, 1],
                    arrows: 2, steps: steps, names: ["Guest", "Restaurant", "Kitchen", "Oven", "Radio"], causes: 1))
        #expect(ways.contains { $0.count == 3 })
    }

    @Test func `a page that loads itself again shows what its reader looked at`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            const filter = document.getElementById("filter");
            if (filter.value) {
              const kept = [inspector.view, filter.value, document.getElementById("count").textContent, inspector.place];
              filter.value = "";
              return kept;
            }
            inspector.show("machine-1");
            filter.value = "mute"; filter.dispatchEvent(new Event("input"));
            inspector.go(inspector.length - 1);
            inspector.reload();
            """
        var both = recording
        _ = both.add(
            "Second",
            try { () throws -> [StateID] in
                let player = Interpreter(Player())
                try player.start()
                return player.vertices
            }())
        let count = recording.steps(of: 0).filter { $0.text.contains("mute") }.count
        // So seldom that the script alone has it loaded again.
        let page = both.html(title: "Radio", reloadingEvery: .seconds(10_000))
        #expect(
            try Browser.answer(page, patience: 5_000, script)
                == "[\"machine-1\",\"mute\",\"\(count) of \(both.entries.count)\",\(both.entries.count - 1)]")
    }

    @Test func `of ten thousand steps only those in sight are there, and every place can be gone to`() throws {
        var recording = Recording()
        let player = Interpreter(Player())
        let steps = [try player.startStep(), try player.step(.power), try player.step(.power)]
        let machine = recording.add("Radio", player.vertices)
        for number in 0..<10_000 {
            recording.append(number == 0 ? steps[0] : steps[1 + number % 2], of: machine, time: Double(number))
        }
        let script = """
            const answer = [];
            for (const place of [0, 5000, 9999, 123456]) {
              inspector.go(place);
              const rows = [...document.querySelectorAll("#rows .row")];
              answer.push([inspector.place, rows.length < 100,
                rows.filter((row) => row.getAttribute("aria-selected") === "true").map((row) => row.firstChild.textContent).join()]);
            }
            return answer;
            """
        #expect(
            try Browser.answer(recording.html(title: "Radio"), script)
                == "[[0,true,\"0\"],[5000,true,\"5000\"],[9999,true,\"9999\"],[9999,true,\"9999\"]]")
    }
}
