import Foundation
import Testing

/// A page in a real browser: opened from disk, by a script that does what a person would.
enum Browser {
    /// What the script answers with, as JSON. Errors of the page, also those that it only writes down, are a part of the answer.
    /// - Parameters:
    ///   - hash: what stands behind the file's name.
    ///   - patience: how many milliseconds of the browser's own time the page gets, if the script answers `undefined`: until it is run again, when it has
    ///     the page loaded again, or until the page itself has written down an answer.
    static func answer(
        _ page: String, hash: String = "", patience: Int? = nil, _ script: String
    ) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.html")
        let guarding = """
            <head><script>
            globalThis.faults = "";
            addEventListener("error", (event) => { faults += event.message; });
            console.error = (...words) => { faults += words.join(" "); };
            </script>
            """
        let probe = """
            <script>
            (() => {
              let answer;
              try { answer = JSON.stringify((() => { \(script) })()); } catch (error) { answer = "failed: " + error; }
              if (answer !== undefined) document.body.textContent = "ANSWER" + faults + answer + "REWSNA";
            })();
            </script></body>
            """
        try page.replacing("<head>", with: guarding).replacing("</body>", with: probe).write(
            to: file, atomically: true, encoding: .utf8)
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--dump-dom"]
            + (patience.map { ["--virtual-time-budget=\($0)"] } ?? []) + ["file://\(file.path)\(hash)"]
        let output = try Tool.chromium.run(arguments).output
        // The script's own text has the first mark too.
        guard output.contains("REWSNA"),
            let answer = output.components(separatedBy: "ANSWER").last?.components(separatedBy: "REWSNA").first
        else { throw Tool.Missing(description: "the browser gave no answer: \(output.suffix(400))") }
        return answer.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
