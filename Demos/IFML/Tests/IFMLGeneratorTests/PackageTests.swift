import Foundation
import Testing

@testable import IFMLGenerator
@testable import IFMLTool

/// Packages that are built as a user builds them: minutes, so only with `IFML_LONG=1`. They share a folder, so that the
/// framework is compiled once; each checkout has its own.
@Suite("packages", .serialized, .enabled(if: Long.isWanted, Long.hint)) struct PackageTests {
    static let folder = FileManager.default.temporaryDirectory
        .appending(path: "ifml-packages-\(BuildCache.hash(Models.package))").path

    /// Runs a command; answers with its status and what it printed.
    @discardableResult
    private func call(_ words: String...) throws -> (status: Int32, output: String) { try call(words) }

    private func call(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private func write(_ text: String, _ path: String) throws {
        try SwiftWriter.File(name: path, text: text).write(to: path)
    }

    /// A package whose target has the loans and the plugin.
    private func plugged(_ name: String = "plugged") throws -> String {
        let folder = "\(Self.folder)/\(name)"
        let source = "\(Models.package)/Tests/PluginTests"
        for name in ["loans.core", "loans.uml"] {
            try write(String(contentsOfFile: "\(source)/\(name)", encoding: .utf8), "\(folder)/Sources/loans/\(name)")
        }
        try write(
            """
            import IFMLRuntime

            try await Program.run { outcomes, _ in
                Loans(actions: LoansStubs(outcomes), store: LoansStubs(outcomes))
            }

            """, "\(folder)/Sources/loans/main.swift")
        let manifest = PackageWriter.manifest(
            package: "plugged", targets: ["loans"], runtime: Models.package, hasViews: true)
        try write(
            manifest.replacing(
                "swiftSettings: strict)",
                with: "swiftSettings: strict,\n plugins: [.plugin(name: \"GenerateIFML\", package: \"IFML\")])"
            ),
            "\(folder)/Package.swift")
        return folder
    }

    /// The generated chart, and when it was written.
    private func chart(_ folder: String) throws -> (text: String, date: Date) {
        let files =
            FileManager.default.enumerator(atPath: "\(folder)/.build/plugins")?.compactMap { $0 as? String } ?? []
        let path = try #require(
            files.first { $0.hasSuffix("loans+States.swift") }.map { "\(folder)/.build/plugins/\($0)" })
        let about = try FileManager.default.attributesOfItem(atPath: path)
        return (try String(contentsOfFile: path, encoding: .utf8), try #require(about[.modificationDate] as? Date))
    }

    @Test func `acceptance 16: after a change of the model the build generates anew, without one it does not`() throws {
        let folder = try plugged()
        let first = try call("swift", "build", "--package-path", folder)
        #expect(first.status == 0 && !first.output.contains("warning:"), "\(first.output.suffix(2_000))")
        let before = try chart(folder)
        // The second build links the plugin's tool once more, whatever has changed, and what depends on it is done again.
        _ = try call("swift", "build", "--package-path", folder)
        #expect(try chart(folder).date == before.date)
        let unchanged = try call("swift", "build", "--package-path", folder)
        #expect(unchanged.status == 0 && !unchanged.output.contains("Generating"), "\(unchanged.output.suffix(2_000))")
        #expect(try chart(folder).date == before.date)
        let model = "\(folder)/Sources/loans/loans.core"
        try write(
            String(contentsOfFile: model, encoding: .utf8).replacing("name=\"lendWindow\"", with: "name=\"newLoan\""),
            model)
        let third = try call("swift", "build", "--package-path", folder)
        #expect(third.status == 0, "\(third.output.suffix(2_000))")
        let after = try chart(folder)
        #expect(after.text.contains("final class NewLoan:") && !after.text.contains("LendWindow"))
        let run = try call("\(folder)/.build/debug/loans", "--headless", "--script", "/dev/null")
        #expect(run.output.hasPrefix("== loansWindow"))
    }

    @Test func `acceptance 16: two models of one target that share a domain are refused by the plugin`() throws {
        let folder = try plugged("shared")
        let model = try String(contentsOfFile: "\(folder)/Sources/loans/loans.core", encoding: .utf8)
        try write(model, "\(folder)/Sources/loans/returns.core")
        let built = try call("swift", "build", "--package-path", folder)
        #expect(built.status != 0)
        #expect(
            built.output.contains(
                "loans.core and returns.core share loans.uml, and both would write its classes: "
                    + "put each model into a target of its own"), "\(built.output.suffix(2_000))")
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `acceptance 18: the thesis's own file gives the same transcript, after fetchMovies at the start`() throws {
        let model = "\(try #require(Samples.folder))/ifml2ng2/movies.core"
        let folder = "\(Self.folder)/thesis"
        let made = Tool.run(["generate", model, "--package", "--runtime", Models.package, "--output", folder])
        #expect(made.status == .success, "\(made.errors)")
        try write(
            """
            actor Store: MoviesAppActions {
                private var movies = [Movie(title: "Alien", year: 1979), Movie(title: "Brazil", year: 1985)]

                func fetchMovies(movieList: [Movie]) -> [Movie] { movies }

                func addMovie(movieList: [Movie], title: String, year: Double) -> [Movie] {
                    movies.append(Movie(title: title, year: year))
                    return movies
                }
            }

            """, "\(folder)/Sources/movies-app/Store.swift")
        try write(
            """
            import IFMLRuntime

            try await Program.run { outcomes, stubs in
                MoviesApp(actions: MoviesAppStubs(instead: stubs ? nil : Store(), outcomes))
            }

            """, "\(folder)/Sources/movies-app/main.swift")
        let built = try call("swift", "build", "--package-path", folder)
        #expect(built.status == 0 && !built.output.contains("warning:"), "\(built.output.suffix(2_000))")
        let scripts = "\(Models.package)/Demos/MovieManager/Scripts"
        let script = try String(contentsOfFile: "\(scripts)/thesis.script", encoding: .utf8)
        try write("fetchMovies\n" + script, "\(folder)/thesis.script")
        let run = try call("\(folder)/.build/debug/movies-app", "--headless", "--script", "\(folder)/thesis.script")
        let expected = try String(contentsOfFile: "\(scripts)/thesis.expected", encoding: .utf8)
        let start = try #require(run.output.range(of: "> fetchMovies\n"))
        #expect(run.output[start.upperBound...] == expected)
    }

    @Test(arguments: Models.applications)
    func `acceptance 52: the page of each application has less than 2 MB and takes less than 10 s`(name: String) throws
    {
        let program = "\(Models.package)/.build/debug/ifml"
        let page = "\(Self.folder)/\(name).html"
        let words = ["serve", Models.path(name), "--cache", "\(Self.folder)/cache", "--output", page]
        // The walk's program is built, optimised.
        let first = try call([program] + words)
        #expect(first.status == 0, "\(first.output.suffix(2_000))")
        // Of processor time, so that what else goes on does not matter; the last line has that of the child.
        let again = try call(["bash", "-c", "\"$@\" >&2; times", "-", program] + words)
        let numbers = again.output.split(separator: "\n").last.map(String.init) ?? ""
        let seconds = numbers.matches(of: /(\d+)m([\d.]+)s/).reduce(0.0) { sum, match in
            sum + 60 * (Double(match.1) ?? 0) + (Double(match.2) ?? 0)
        }
        print("page of \(name): \(seconds) s")
        #expect(seconds > 0 && seconds < 10, "\(numbers)")
        let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int
        #expect(try #require(size) < 2_000_000)
    }

    @Test func `run starts again within two seconds if nothing has changed, and prints what the script does`() throws {
        let program = "\(Models.package)/.build/debug/ifml"
        let words = [
            Models.path("mail"), "--cache", "\(Self.folder)/cache", "--script",
            "\(Models.package)/Demos/Mail/Scripts/tour.script",
        ]
        let first = try call(program, "run", words[0], words[1], words[2], words[3], words[4])
        #expect(first.status == 0, "\(first.output.suffix(2_000))")
        var again = first
        let time = try ContinuousClock().measure {
            again = try call(program, "run", words[0], words[1], words[2], words[3], words[4])
        }
        #expect(again.output.hasPrefix("== mailbox"))
        #expect(time < .seconds(2), "\(time)")
    }
}
