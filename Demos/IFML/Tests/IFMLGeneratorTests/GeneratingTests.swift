import Foundation
import Testing

@testable import IFMLGenerator

@Suite("generating") struct GeneratingTests {
    static func files(_ text: String, domain: String, name: String = "m") -> [SwiftWriter.File] {
        let reading = ModelReader.read(["\(name).core"]) { path, _ in
            Array((path.hasSuffix(".uml") ? domain : text).utf8)
        }
        #expect(reading.findings == [])
        return SwiftWriter.files(AppModel(reading.model))
    }

    static func files(of name: String) throws -> [SwiftWriter.File] {
        files(try Models.text("\(name).core"), domain: try Models.text("\(name).uml"))
    }

    /// References with `#` before, types of UML in an attribute.
    static func dialectB(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n").map(String.init) {
            let bare = line.trimmingPrefix(while: { $0 == " " })
            let isType = ["<type ", "<classifier ", "<structuralFeature ", "<behavioralFeature "].contains {
                bare.hasPrefix($0)
            }
            if isType, let type = value("xsi:type", bare), let href = value("href", bare), let last = lines.popLast() {
                let feature = bare.dropFirst().prefix { $0 != " " }
                lines.append(last.dropLast() + " \(feature)=\"\(type) \(href)\">")
            } else {
                lines.append(line.replacing("\"//@", with: "\"#//@").replacing(" //@", with: " #//@"))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func value(_ attribute: String, _ line: some StringProtocol) -> String? {
        guard let start = line.firstRange(of: "\(attribute)=\"") else { return nil }
        return String(line[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test(arguments: Models.applications)
    func `acceptance 2: both dialects generate the same`(name: String) throws {
        let text = try Models.text("\(name).core")
        let other = Self.dialectB(text)
        #expect(!other.contains("<type ") && (name == "guide" || other.contains("\"#//@")))
        let domain = try Models.text("\(name).uml")
        #expect(Self.files(text, domain: domain) == Self.files(other, domain: domain))
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint), arguments: ["movies", "movies-first"])
    func `acceptance 9: the thesis's model has the two actions, the class, the windows and the parameters`(name: String)
        throws
    {
        let app = AppModel(try Samples.read("ifml2ng2/\(name)").model)
        let files = Dictionary(SwiftWriter.files(app).map { ($0.name, $0.text) }) { one, _ in one }
        let actions = try #require(files["MoviesApp+Actions.swift"])
        let protocolText = actions.prefix { $0 != "}" }
        #expect(
            protocolText.hasSuffix(
                """
                protocol MoviesAppActions: Sendable {
                    func fetchMovies(movieList: [Movie]) async throws -> [Movie]
                    func addMovie(movieList: [Movie], title: String, year: Double) async throws -> [Movie]

                """))
        #expect(app.structures.map { $0.properties.map(\.property) } == [["title", "year"]])
        #expect(app.containers.map(\.property) == ["favoriteMoviesWindow", "movieDetailsWindow", "addMovieWindow"])
        let chart = try #require(files["MoviesApp+States.swift"])
        for assignment in [
            "top.data.movieDetails = selected", "top.data.addMovieFormMovieList = top.data.moviesList.rows",
            "top.data.moviesList.rows = movieList",
        ] { #expect(chart.contains(assignment)) }
    }

    @Test func `acceptance 9: ours has the two actions of its operations`() throws {
        let actions = try Self.files(of: "movies")[4].text
        #expect(
            actions.contains(
                "func fetchMovies() async throws -> [Movie]\n    func addMovie(movieList: [Movie], title: String, year: Int) async throws -> [Movie]\n}"
            ))
    }

    /// The Movie Manager with the peculiarities of the thesis's own file: ends of bindings that lie outside their flows.
    static func displaced() throws -> String {
        let place = "//@interactionFlowModel/@interactionFlowModelElements"
        let list = "\(place).0/@viewElements.0/@parameters.0", form = "\(place).3/@viewElements.0/@parameters.0"
        let fetch = "\(place).1/@parameters.0", add = "\(place).4/@parameters.0"
        return try Models.text("movies.core").replacing(
            "sourceParameter=\"\(list)\" targetParameter=\"\(form)\"",
            with: "sourceParameter=\"\(fetch)\" targetParameter=\"\(fetch)\""
        ).replacing(
            "sourceParameter=\"\(form)\" targetParameter=\"\(add)\"",
            with: "sourceParameter=\"\(form)\" targetParameter=\"\(form)\""
        ).replacing(
            "sourceParameter=\"\(add)\" targetParameter=\"\(list)\"",
            with: "sourceParameter=\"\(list)\" targetParameter=\"\(list)\"")
    }

    @Test func `acceptance 5: each end of a binding that lies elsewhere is a warning, nothing is dropped`() throws {
        let text = try Self.displaced(), domain = try Models.text("movies.uml")
        let reading = ModelReader.read(["m.core"]) { path, _ in Array((path.hasSuffix(".uml") ? domain : text).utf8) }
        #expect(Checker.check(reading.model).map(\.code) == Array(repeating: .bindingOutsideFlow, count: 4))
    }

    @Test func `acceptance 18: bindings with ends outside their flows generate what those put right do`() throws {
        let domain = try Models.text("movies.uml")
        #expect(try Self.files(Self.displaced(), domain: domain) == Self.files(of: "movies"))
    }

    @Test func `acceptance 10: the tree of the Movie Manager, whose choices are no states`() {
        #expect(
            TreeWriter.text(AppModel(Models.read("movies").model)) == """
                MovieManager *
                  FavoriteMoviesWindow *
                    Showing *
                    PerformingFetchMovies
                  MovieDetailsWindow
                  AddMovieWindow
                    Showing *
                    PerformingAddMovie

                """)
    }

    @Test func `acceptance 10: regions, modal windows and nested containers`() {
        let tree = TreeWriter.text(AppModel(Models.read("mail").model))
        #expect(
            tree.hasPrefix(
                """
                Mail *
                  Mailbox *
                    MailboxContent ||
                    ConfirmDelete ||
                      Hidden *
                      Shown
                        Showing *
                        PerformingDeleteMessage
                  Settings
                    Account *
                """))
    }

    @Test(arguments: Models.applications)
    func `acceptance 13: the same bytes each time, whatever the ids, without date and path`(name: String) throws {
        let text = try Models.text("\(name).core")
        let domain = try Models.text("\(name).uml")
        let files = Self.files(text, domain: domain)
        #expect(Self.files(text, domain: domain) == files)
        #expect(Self.files(text.replacing(" id=\"_", with: " id=\"other"), domain: domain, name: "renamed") == files)
        #expect(
            files.allSatisfy {
                !$0.text.contains(Models.package) && !$0.text.contains("m.core") && !$0.text.contains("202")
            })
    }

    @Test(arguments: Models.applications)
    func `no line is longer than 120 columns, nothing is forced`(name: String) throws {
        for file in try Self.files(of: name) {
            #expect(file.text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(file.name)")
            #expect(!file.text.contains("try!") && !file.text.contains("as!"))
            // A file for what the model has not says so in a line.
            let isEmpty = file.text.hasPrefix("// The model has no ")
            #expect((isEmpty || file.text.hasSuffix("}\n")) && !file.text.contains("\n\n\n"))
        }
    }

    @Test func `the formatter accepts all that is generated`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in Models.applications + ["public/ifml-editor/movies", "public/mobile-ifml-editor/MoviesManager"] {
            let result = Tool.run(["generate", Models.path(name), "--swiftui", "--output", "\(folder)/\(name)"])
            #expect(result.status == .success, "\(result.errors)")
        }
        let configuration = "\(Models.package)/../../.swift-format"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "format", "lint", "--strict", "--configuration", configuration, "-r", folder]
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: output.prefix(2_000), as: UTF8.self))")
    }

    @Test func `samples tell what the model reacts to besides what its screens offer`() throws {
        #expect(
            SwiftWriter(app: AppModel(Models.read("dictionary").model)).samples() == [
                "context userRole premium", "context userRole nil",
            ])
        #expect(SwiftWriter(app: AppModel(Models.read("mail").model)).samples() == ["advance 60s"])
        #expect(
            SwiftWriter(app: AppModel(Models.read("podcasts").model)).samples() == [
                "device appWillResignActive", "device battery", "device memory", "device shake", "device motion",
                "context batteryLevel 0.1", "context batteryLevel 0.2", "context batteryStatus unplugged",
                "context wiFi yes", "context wiFi no",
            ])
    }

    @Test func `viewpoints are conditions of the context`() throws {
        let chart = try Self.files(of: "guide").map(\.text).joined()
        #expect(chart.contains("var isForCurators: Bool { userRole == \"curator\" }"))
        #expect(
            chart.contains(
                "guard !top.guide.administration.isActive, top.data.context.isForCurators else { return .unhandled }"))
    }

    @Test func `what is written by hand stays, and the same command again changes nothing`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "by hand".write(toFile: "\(folder)/Store.swift", atomically: true, encoding: .utf8)
        let command = ["generate", Models.path("movies"), "--output", folder]
        #expect(Tool.run(command).status == .success)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(
            names == [
                "MovieManager+Actions.swift", "MovieManager+App.swift", "MovieManager+Chart.swift",
                "MovieManager+Domain.swift", "MovieManager+Modules.swift", "MovieManager+Screens.swift",
                "MovieManager+States.swift", "Store.swift",
            ])
        #expect(try String(contentsOfFile: "\(folder)/Store.swift", encoding: .utf8) == "by hand")
        #expect(Tool.run(command) == Tool.run(command))
    }

    @Test func `a model with errors gives status 65 and no output, with --keep-going what is sound`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/faulty.core"
        try Inline.file(CheckingTests.faulty).write(toFile: path, atomically: true, encoding: .utf8)
        let refused = Tool.run(["generate", path, "--output", "\(folder)/out"])
        #expect(refused.status == .data && refused.errors.contains("[ambiguous-flows]"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/out"))
        #expect(Tool.run(["generate", "--keep-going", path, "--output", "\(folder)/out"]).status == .success)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/out/Library+Chart.swift"))
    }

    @Test func `commands that are not understood have status 64`() {
        for arguments in [
            [], ["nothing"], ["check"], ["check", "--nothing", "m"], ["generate", "m"], ["generate", "m", "--output"],
        ] {
            #expect(Tool.run(arguments).status == .usage)
        }
        #expect(Tool.run(["check", Models.path("mail")]).output == "150 objects, 0 errors, 0 warnings\n")
        #expect(Tool.run(["check", "--help"]) == Tool.run(["--help"]) && Tool.run(["-h"]).status == .success)
    }

    @Test(.enabled(if: Samples.isThere, Samples.hint))
    func `every public model is generated as far as it is sound`() throws {
        let names = [
            "ifml2ng2/libraryIFML", "ifml2php/movies_original", "ifml-pwa/abs_bankaccount",
            "abs-products/aisco_editor_v2", "ifml-reader/Sudoku", "abs-products/ifml-payment-gateway",
            "bank-account/main", "bank-account/account", "bank-account/overdraft",
        ]
        for name in names { #expect(SwiftWriter.files(AppModel(try Samples.read(name).model)).count == 7, "\(name)") }
    }
}
