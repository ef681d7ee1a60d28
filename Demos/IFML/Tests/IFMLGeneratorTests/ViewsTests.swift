#if os(Linux)
    import Foundation
    import Testing

    @testable import IFMLGenerator

    /// What is generated for SwiftUI, where there is none: checked against a module that declares as much of it as is
    /// used, with the signatures and the isolation of the real one.
    @Suite("views for SwiftUI", .serialized) struct ViewsTests {
        /// A folder with the modules SwiftUI and IFMLViews, made once.
        private static let folder = Result { () throws -> String in
            let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-views-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let stub = "\(folder)/SwiftUIStub.swift"
            try SwiftUIStub.text.write(toFile: stub, atomically: true, encoding: .utf8)
            var flags = ["-emit-module", "-parse-as-library", "-module-name", "SwiftUI", stub]
            #expect(try Compiler.run(flags + ["-o", "\(folder)/SwiftUI.swiftmodule"]) == "")
            let sources = "\(Models.package)/Sources/IFMLViews"
            let files = try FileManager.default.contentsOfDirectory(atPath: sources).sorted().map { "\(sources)/\($0)" }
            flags = ["-emit-module", "-parse-as-library", "-module-name", "IFMLViews"] + Self.strict + files
            flags += ["-I", folder, "-I", try Compiler.modules(), "-o", "\(folder)/IFMLViews.swiftmodule"]
            #expect(try Compiler.run(flags) == "")
            return folder
        }

        private static let strict = [
            "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        ].flatMap { ["-enable-upcoming-feature", $0] }

        /// What the compiler says of a generated application with its views, and of more code beside.
        private func check(_ name: String, more: String = "", change: (String) -> String = { $0 }) throws -> String {
            try check(Models.read(name).model, more: more, change: change)
        }

        private func check(_ model: Model, more: String = "", change: (String) -> String = { $0 }) throws -> String {
            let modules = try Self.folder.get()
            let folder = "\(modules)/\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var files = SwiftWriter.files(AppModel(model), hasViews: true)
            files[7].text = change(files[7].text)
            files.append(SwiftWriter.File(name: "More.swift", text: more))
            for file in files { try file.write(to: "\(folder)/\(file.name)") }
            let flags = ["-typecheck", "-parse-as-library", "-I", modules, "-I", try Compiler.modules()]
            return try Compiler.run(flags + Self.strict + files.map { "\(folder)/\($0.name)" })
        }

        @Test(arguments: Models.applications)
        func `acceptance 50: the views of all six applications are type-checked`(name: String) throws {
            #expect(try check(name) == "")
        }

        @Test(arguments: ["Form", "List", "Details"])
        func `acceptance 15: what is generated for things of one name compiles`(kind: String) throws {
            #expect(try check(Inline.read(NameTests.alike(kind)).model) == "")
        }

        @Test func `acceptance 50: a member that does not exist is found`() throws {
            let said = try check("movies") { $0.replacing("screen.moviesList", with: "screen.booksList") }
            #expect(said.contains("has no member 'booksList'"))
            let event = try check("movies") { $0.replacing(".addMovieFormTitle($0)", with: ".never($0)") }
            #expect(event.contains("has no member 'never'"))
        }

        @Test func `acceptance 50: replacing one closure leaves the others`() throws {
            let more = """
                import IFMLRuntime
                import SwiftUI

                @MainActor func replaced() -> MovieManagerViews {
                    var views = MovieManagerViews()
                    views.movieDetailsWindow = { screen, _, send in
                        AnyView(Button(screen.movieDetails.object?.title ?? "-") { send(.back) })
                    }
                    return views
                }
                """
            #expect(try check("movies", more: more) == "")
            let text = SwiftWriter.files(AppModel(Models.read("movies").model), hasViews: true)[7].text
            // A property each, with a default each: setting one is setting no other.
            for name in ["favoriteMoviesWindow", "movieDetailsWindow", "addMovieWindow"] {
                #expect(text.components(separatedBy: "var \(name): (").count == 2)
                #expect(text.components(separatedBy: "views.\(name)(screen, ").count == 2)
            }
        }
    }
#endif
