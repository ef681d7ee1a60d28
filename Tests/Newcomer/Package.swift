// snippet: package
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "my-lights",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "swift-statecharts", path: "../swift-statecharts")],
    targets: [
        .executableTarget(
            name: "my-lights",
            dependencies: [.product(name: "Statecharts", package: "swift-statecharts")]),
        .testTarget(
            name: "LightsTests",
            dependencies: [
                "my-lights", .product(name: "StatechartsTesting", package: "swift-statecharts"),
            ]),
    ]
)
// end snippet
