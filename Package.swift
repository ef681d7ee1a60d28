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
    name: "swift-statecharts",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Statecharts", targets: ["Statecharts"]),
        .library(name: "StatechartsSimulation", targets: ["StatechartsSimulation"]),
        .library(name: "StatechartsTesting", targets: ["StatechartsTesting"]),
        .library(name: "StatechartsDiagrams", targets: ["StatechartsDiagrams"]),
        .library(name: "StatechartsBridge", targets: ["StatechartsBridge"]),
        .executable(name: "running-lights", targets: ["running-lights"]),
        .executable(name: "download", targets: ["download"]),
        .executable(name: "calculator", targets: ["calculator"]),
        .executable(name: "expense-flow", targets: ["expense-flow"]),
        .executable(name: "messenger", targets: ["messenger"]),
        .executable(name: "monitor", targets: ["monitor"]),
        .executable(name: "benchmark", targets: ["benchmark"]),
    ],
    targets: [
        // What runs a chart, without tasks and clocks. Programs import Statecharts, which re-exports it.
        .target(name: "StatechartsCore", swiftSettings: strict),
        .target(name: "Statecharts", dependencies: ["StatechartsCore"], swiftSettings: strict),
        .target(name: "StatechartsSimulation", dependencies: ["Statecharts"], swiftSettings: strict),
        .target(
            name: "StatechartsTesting", dependencies: ["Statecharts", "StatechartsSimulation"], swiftSettings: strict),
        .target(
            name: "StatechartsDiagrams", dependencies: ["Statecharts"],
            resources: [
                .embedInCode("Inspector/Page/page.html"), .embedInCode("Inspector/Page/page.css"),
                .embedInCode("Inspector/Page/page.js"),
            ], swiftSettings: strict),
        .target(name: "StatechartsBridge", dependencies: ["Statecharts"], swiftSettings: strict),
        .target(
            name: "DemoSupport", dependencies: ["Statecharts", "StatechartsDiagrams"], path: "Demos/Support",
            swiftSettings: strict),
        .executableTarget(
            name: "running-lights",
            dependencies: ["Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "DemoSupport"],
            path: "Demos/RunningLights", exclude: ["Scripts"], swiftSettings: strict),
        .executableTarget(
            name: "download",
            dependencies: ["Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "DemoSupport"],
            path: "Demos/Download",
            exclude: ["Scripts"], swiftSettings: strict),
        .executableTarget(
            name: "calculator",
            dependencies: ["Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "DemoSupport"],
            path: "Demos/Calculator", exclude: ["Scripts"], swiftSettings: strict),
        .target(
            name: "ExpenseFlow",
            dependencies: [
                "Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "StatechartsBridge", "DemoSupport",
            ],
            path: "Demos/ExpenseFlow/Model",
            swiftSettings: strict),
        .executableTarget(
            name: "expense-flow",
            dependencies: [
                "ExpenseFlow", "Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "StatechartsBridge",
                "DemoSupport",
            ],
            path: "Demos/ExpenseFlow/App", swiftSettings: strict),
        .executableTarget(
            name: "monitor", dependencies: ["Statecharts", "StatechartsBridge", "DemoSupport"], path: "Demos/Monitor",
            exclude: ["Scripts"], swiftSettings: strict),
        // Not named as the executable: there are file systems that know no capitals.
        .target(
            name: "MessengerModel",
            dependencies: ["Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "DemoSupport"],
            path: "Demos/Messenger/Model",
            swiftSettings: strict),
        .executableTarget(
            name: "messenger",
            dependencies: [
                "MessengerModel", "Statecharts", "StatechartsSimulation", "StatechartsDiagrams", "DemoSupport",
            ],
            path: "Demos/Messenger/App", swiftSettings: strict),
        // Counts allocations and asks the system about memory and cores, for the benchmark only.
        .target(name: "CSupport", path: "Demos/Benchmark/CSupport"),
        .executableTarget(
            name: "benchmark",
            dependencies: [
                "Statecharts", "StatechartsSimulation", "StatechartsTesting", "StatechartsDiagrams",
                "StatechartsBridge", "DemoSupport", "CSupport", "MessengerModel",
            ],
            path: "Demos/Benchmark",
            exclude: [
                "CSupport", "budgets.json", "check-budgets", "compile-time", "page-figures", "profile", "Scripts",
            ],
            swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["StatechartsSimulation", "StatechartsCore"], path: "Tests/Support",
            swiftSettings: strict),
        .testTarget(
            name: "StatechartsTests",
            dependencies: [
                "Statecharts", "StatechartsCore", "StatechartsTesting", "StatechartsDiagrams", "TestSupport",
            ],
            exclude: ["Drawings/Golden"], swiftSettings: strict),
        .testTarget(
            name: "StatechartsPortsTests",
            dependencies: ["Statecharts", "StatechartsCore", "StatechartsTesting", "TestSupport"],
            swiftSettings: strict),
        // The other process of tests.
        .executableTarget(
            name: "bridge-peer", dependencies: ["Statecharts", "StatechartsBridge"], path: "Tests/BridgePeer",
            swiftSettings: strict),
        .testTarget(
            name: "StatechartsBridgeTests",
            dependencies: [
                "Statecharts", "StatechartsBridge", "StatechartsDiagrams", "StatechartsTesting", "TestSupport",
                "DemoSupport", "bridge-peer", "monitor", "expense-flow",
            ],
            exclude: ["Peer"], swiftSettings: strict),
        .testTarget(
            name: "StatechartsSupervisionTests",
            dependencies: ["Statecharts", "StatechartsCore", "StatechartsTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DemosTests",
            dependencies: [
                "Statecharts", "StatechartsTesting", "StatechartsDiagrams", "DemoSupport", "calculator", "download",
                "running-lights", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BenchmarkTests", dependencies: ["Statecharts", "DemoSupport", "benchmark"], swiftSettings: strict),
        .testTarget(
            name: "ExpenseFlowTests",
            dependencies: [
                "Statecharts", "StatechartsCore", "StatechartsTesting", "StatechartsDiagrams", "DemoSupport",
                "ExpenseFlow", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MessengerTests",
            dependencies: [
                "Statecharts", "StatechartsTesting", "StatechartsSimulation", "StatechartsDiagrams", "DemoSupport",
                "MessengerModel", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StatechartsTestingTests",
            dependencies: ["Statecharts", "StatechartsSimulation", "StatechartsTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StatechartsDiagramsTests",
            dependencies: [
                "Statecharts", "StatechartsCore", "StatechartsDiagrams", "StatechartsTesting", "TestSupport",
            ],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Statecharts", "StatechartsTesting", "StatechartsDiagrams", "StatechartsBridge", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StatechartsStressTests",
            dependencies: ["Statecharts", "StatechartsBridge", "StatechartsTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StatechartsReferenceTests", dependencies: ["Statecharts", "StatechartsCore", "TestSupport"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
