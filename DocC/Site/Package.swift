// swift-tools-version: 6.2
import PackageDescription

// What DocC does not make of its output: search, relative addresses, a Markdown copy. A package of its own, so that nobody who
// uses Statecharts builds it. `DocC/build` runs it.
let package = Package(
    name: "site",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "site", swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
