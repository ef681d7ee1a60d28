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

let statecharts: [Target.Dependency] = [
    .product(name: "Statecharts", package: "swift-statecharts"),
    .product(name: "StatechartsSimulation", package: "swift-statecharts"),
]

let package = Package(
    name: "IFML",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "IFMLGenerator", targets: ["IFMLGenerator"]),
        .library(name: "IFMLRuntime", targets: ["IFMLRuntime"]),
        .library(name: "IFMLViews", targets: ["IFMLViews"]),
        .library(name: "IFMLTool", targets: ["IFMLTool"]),
        .executable(name: "ifml", targets: ["ifml"]),
        .plugin(name: "GenerateIFML", targets: ["GenerateIFML"]),
    ],
    dependencies: [
        // The name is given, so that the folder of the checkout may be called anything.
        .package(name: "swift-statecharts", path: "../..")
    ],
    targets: [
        // Needs Foundation only: no framework, so that the tool builds quickly.
        .target(name: "IFMLGenerator", swiftSettings: strict),
        .target(
            name: "IFMLTool",
            dependencies: [
                "IFMLGenerator", .product(name: "Statecharts", package: "swift-statecharts"),
                .product(name: "StatechartsDiagrams", package: "swift-statecharts"),
            ],
            resources: [
                .embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/page.js"),
            ], swiftSettings: strict),
        .executableTarget(name: "ifml", dependencies: ["IFMLTool"], swiftSettings: strict),
        .executableTarget(name: "ifml-generate", dependencies: ["IFMLGenerator"], swiftSettings: strict),
        .testTarget(
            name: "IFMLGeneratorTests", dependencies: ["IFMLGenerator", "IFMLTool", "IFMLViews"], swiftSettings: strict),
        .target(name: "IFMLRuntime", dependencies: statecharts, swiftSettings: strict),
        // Views for SwiftUI; empty where there is none.
        .target(name: "IFMLViews", dependencies: ["IFMLRuntime"] + statecharts, swiftSettings: strict),
        .executableTarget(
            name: "movie-manager", dependencies: ["IFMLRuntime"] + statecharts, path: "Demos/MovieManager",
            exclude: ["movies.core", "movies.uml", "Scripts", "Diagrams"], swiftSettings: strict),
        .executableTarget(
            name: "dictionary", dependencies: ["IFMLRuntime"] + statecharts, path: "Demos/Dictionary",
            exclude: ["dictionary.core", "dictionary.uml", "Scripts", "Diagrams"], swiftSettings: strict),
        .executableTarget(
            name: "mail", dependencies: ["IFMLRuntime"] + statecharts, path: "Demos/Mail",
            exclude: ["mail.core", "mail.uml", "Scripts", "Diagrams"], swiftSettings: strict),
        .executableTarget(
            name: "podcasts", dependencies: ["IFMLRuntime"] + statecharts, path: "Demos/Podcasts",
            exclude: ["podcasts.core", "podcasts.uml", "Scripts", "Diagrams"], swiftSettings: strict),
        .executableTarget(
            name: "booking", dependencies: ["IFMLRuntime"] + statecharts, path: "Demos/Booking",
            exclude: ["booking.core", "booking.uml", "Scripts", "Diagrams"], swiftSettings: strict),
        .executableTarget(
            name: "guide", dependencies: ["IFMLRuntime"] + statecharts, path: "Demos/Guide",
            exclude: ["guide.core", "guide.uml", "Scripts", "Diagrams"], swiftSettings: strict),
        .plugin(
            name: "GenerateIFML", capability: .buildTool(), dependencies: ["ifml-generate"],
            path: "Sources/GenerateIFML"),
        .testTarget(
            name: "PluginTests", dependencies: ["IFMLRuntime", "IFMLViews"] + statecharts, swiftSettings: strict,
            plugins: ["GenerateIFML"]),
        .testTarget(
            name: "IFMLRuntimeTests",
            dependencies: [
                "IFMLGenerator", "IFMLTool", "IFMLRuntime", "IFMLViews", "movie-manager", "dictionary", "mail",
                "podcasts", "booking", "guide",
            ] + statecharts + [.product(name: "StatechartsDiagrams", package: "swift-statecharts")],
            swiftSettings: strict, plugins: ["GenerateIFML"]),
    ],
    swiftLanguageModes: [.v6]
)
