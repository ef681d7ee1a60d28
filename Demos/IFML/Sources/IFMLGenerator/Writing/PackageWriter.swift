/// A package around what is generated, so that an application runs at once: with stubs, until there is a store.
package enum PackageWriter {
    /// The manifest, the generated files, and a main program. The last one belongs to the user once it is there.
    static func files(
        _ app: AppModel, runtime: String, hasViews: Bool
    ) -> [(file: SwiftWriter.File, isByHand: Bool)] {
        let name = executable(app)
        let generated = SwiftWriter.files(app, hasViews: hasViews).map {
            (SwiftWriter.File(name: "Sources/\(name)/Generated/\($0.name)", text: $0.text), false)
        }
        return [
            (SwiftWriter.File(name: "Package.swift", text: manifest(app, runtime: runtime, hasViews: hasViews)), true),
            (SwiftWriter.File(name: "Sources/\(name)/main.swift", text: main(app)), true),
        ] + generated
    }

    /// `movieManager` → `movie-manager`.
    package static func executable(_ app: AppModel) -> String {
        var result = ""
        for character in lowerCamel(app.modelName) {
            if character.isUppercase, !result.isEmpty { result += "-" }
            result += character.lowercased()
        }
        return result.isEmpty ? "application" : result
    }

    private static func manifest(_ app: AppModel, runtime: String, hasViews: Bool) -> String {
        manifest(package: executable(app), targets: [executable(app)], runtime: runtime, hasViews: hasViews)
    }

    /// The manifest of a package with these applications.
    package static func manifest(
        package name: String, targets: [String], runtime: String, hasViews: Bool = false
    ) -> String {
        let views = hasViews ? "\n                .product(name: \"IFMLViews\", package: \"IFML\")," : ""
        let all = targets.map {
            """
                    .executableTarget(
                        name: \(SwiftText.literal($0)),
                        dependencies: [
                            .product(name: "IFMLRuntime", package: "IFML"),\(views)
                            .product(name: "Statecharts", package: "swift-statecharts"),
                        ], swiftSettings: strict)
            """
        }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let strict: [SwiftSetting] = [
                .treatAllWarnings(as: .error),
                .strictMemorySafety(),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]

            let package = Package(
                name: \(SwiftText.literal(name)),
                platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
                dependencies: [
                    .package(name: "IFML", path: \(SwiftText.literal(runtime))),
                    .package(name: "swift-statecharts", path: \(SwiftText.literal("\(runtime)/../.."))),
                ],
                targets: [
            \(all.joined(separator: ",\n"))
                ],
                swiftLanguageModes: [.v6]
            )

            """
    }

    package static func main(_ app: AppModel) -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.blank()
        text.line("// Once there is a store: \(app.typeName)Stubs(instead: stubs ? nil : Store(), outcomes)")
        text.block("try await Program.run") { text in
            text.line("outcomes, stubs in")
            if app.hasStore {
                text.line("let answers = \(app.typeName)Stubs(outcomes)")
                text.line("return \(app.typeName)(actions: answers, store: answers)")
            } else {
                text.line("\(app.typeName)(actions: \(app.typeName)Stubs(outcomes))")
            }
        }
        return text.text.replacing("Program.run {\n    outcomes, stubs in", with: "Program.run { outcomes, stubs in")
    }
}
