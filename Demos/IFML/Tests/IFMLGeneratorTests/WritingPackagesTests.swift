import Foundation
import Testing

@testable import IFMLGenerator

@Suite("writing packages") struct WritingPackagesTests {
    @Test func `acceptance 12: a package has our strict settings, Swift 6, and no other dependency`() {
        let manifest = PackageWriter.manifest(package: "loans", targets: ["loans"], runtime: "../IFML")
        for line in [
            ".treatAllWarnings(as: .error)", ".strictMemorySafety()", ".enableUpcomingFeature(\"ExistentialAny\")",
            ".enableUpcomingFeature(\"InternalImportsByDefault\")", "swiftLanguageModes: [.v6]",
            ".enableUpcomingFeature(\"MemberImportVisibility\")",
            ".enableUpcomingFeature(\"NonisolatedNonsendingByDefault\")",
            ".package(name: \"swift-statecharts\", path: \"../IFML/../..\")",
        ] { #expect(manifest.contains(line), "\(line)") }
        #expect(manifest.components(separatedBy: ".package(").count == 3)
    }

    @Test func `a package has a manifest and a main program, which stay when they are there`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let command = ["generate", Models.path("dictionary"), "--package", "--runtime", "../IFML", "--output", folder]
        let first = Tool.run(command)
        #expect(first.output.split(separator: "\n").count == 9)
        #expect(first.errors.contains("there is no package in ../IFML, seen from \(folder); --runtime DIR says where"))
        let main = "\(folder)/Sources/dictionary/main.swift"
        #expect(
            try String(contentsOfFile: main, encoding: .utf8).contains(
                "DictionaryApp(actions: answers, store: answers)"))
        try "by hand".write(toFile: main, atomically: true, encoding: .utf8)
        let second = Tool.run(command.map { $0 == "../IFML" ? Models.package : $0 })
        #expect(second.output.split(separator: "\n").count == 7)
        #expect(second.errors == "ifml: \(folder)/Package.swift stays as it is; it would be written otherwise now\n")
        #expect(try String(contentsOfFile: main, encoding: .utf8) == "by hand")
    }

    @Test func `a package depends on the runtime that the tool was built from, seen from where it is`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = Tool.run(["generate", Models.path("movies"), "--package", "--output", folder])
        #expect(made.status == .success && made.errors == "")
        let manifest = try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8)
        let path = try #require(manifest.firstMatch(of: /name: "IFML", path: "([^"]+)"/)?.1)
        let place = path.hasPrefix("/") ? URL(filePath: String(path)) : URL(filePath: "\(folder)/\(path)")
        #expect(place.standardizedFileURL.path == Models.package)
        #expect(RuntimePackage.way(from: "/a/b/new", to: "/a/c/Demos/IFML") == "../../c/Demos/IFML")
        #expect(RuntimePackage.way(from: "/a/b", to: "/c/Demos/IFML") == "/c/Demos/IFML")
        let beside = RuntimePackage(for: "/a/b/new", told: nil, checkout: "/a/b/Demos/IFML")
        #expect(beside.path == "../Demos/IFML" && !beside.isThere)
    }

    @Test func `a package with views for SwiftUI depends on what they are made of`() throws {
        let app = AppModel(Models.read("movies").model)
        let files = PackageWriter.files(app, runtime: "../IFML", hasViews: true)
        let plain = PackageWriter.files(app, runtime: "../IFML", hasViews: false)
        let runtime = "                .product(name: \"IFMLRuntime\", package: \"IFML\"),\n"
        let views = "                .product(name: \"IFMLViews\", package: \"IFML\"),\n"
        #expect(files[0].file.text == plain[0].file.text.replacing(runtime, with: runtime + views))
        #expect(files.last?.file.text.contains("import IFMLViews") == true)
    }

    @Test(arguments: ["ifml", "IFML", URL(filePath: "\(Models.package)/../..").standardizedFileURL.lastPathComponent])
    func `a folder that is named as one of the packages that it depends on is refused before anything is written`(
        name: String
    ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-\(UUID().uuidString)").path
        let command = ["generate", Models.path("movies"), "--output", "\(folder)/\(name)"]
        let refused = Tool.run(command + ["--package"])
        #expect(refused.status == .usage)
        #expect(refused.errors.hasPrefix("ifml: a package in a folder named \(name) cannot depend on that in "))
        #expect(!FileManager.default.fileExists(atPath: folder))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(Tool.run(command).status == .success)
    }
}
