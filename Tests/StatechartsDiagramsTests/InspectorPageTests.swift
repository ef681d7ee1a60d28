import Foundation
import Statecharts
import StatechartsDiagrams
import Testing

/// The page in a real browser, where Chromium is installed: opened from disk, by a script that does what a person would.
struct InspectorPageTests {
    /// What the script answers with, or `nil` without a browser.
    private func browse(_ page: String, _ script: String) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.html")
        let probe = """
            <script>
            (() => {
              let answer;
              try { answer = JSON.stringify((() => { \(script) })()); } catch (error) { answer = "failed: " + error; }
              document.body.textContent = "ANSWER" + (globalThis.faults || "") + answer + "REWSNA";
            })();
            </script>
            """
        let guarded = page.replacing(
            "<head>",
            with:
                "<head><script>addEventListener('error', (event) => { globalThis.faults = (globalThis.faults || '') + event.message; });</script>"
        )
        try guarded.replacing("</body>", with: probe + "</body>").write(to: file, atomically: true, encoding: .utf8)
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--dump-dom",
            "file://\(file.path)",
        ]
        guard let result = try Golden.run("chromium", arguments, input: "") else { return nil }
        // The script's own text has the first mark too.
        guard
            let answer = result.output.components(separatedBy: "ANSWER").last?.components(separatedBy: "REWSNA").first,
            result.output.contains("REWSNA")
        else {
            Issue.record("the browser gave no answer: \(result.output.suffix(400))")
            return nil
        }
        return answer.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
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
        guard let answer = try browse(recording.html(title: "Radio"), script) else { return }
        let shown = try JSONDecoder().decode([[Int]].self, from: Data(answer.utf8))
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
        guard let answer = try browse(recording.html(title: "Radio"), script) else { return }
        let places = recording.steps(of: 0).indices.filter { recording.steps(of: 0)[$0].text.contains("mute") }
        #expect(
            answer
                == "[\"\(places.count) of \(recording.entries.count)\",\(places.prefix(4))]".replacing(", ", with: ","))
    }

    @Test func `text that looks like markup stays text`() throws {
        let recording = try RecordingTests.recording()
        let script = """
            inspector.go(12);
            return [document.querySelector("#detail h2").textContent, document.querySelectorAll("#rows .row").length > 0, document.title];
            """
        guard let answer = try browse(recording.html(title: "<b>\"Radio\"</b> & Co"), script) else { return }
        #expect(answer == "[\"\(recording.steps(of: 0)[12].text)\",true,\"<b>\\\"Radio\\\"</b> & Co\"]")
    }
}
