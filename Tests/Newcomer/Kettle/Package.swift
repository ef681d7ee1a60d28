// snippet: the manifest of the kettle
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "kettle",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "swift-statecharts", path: "../swift-statecharts")],
    targets: [
        .executableTarget(
            name: "kettle",
            dependencies: [.product(name: "Statecharts", package: "swift-statecharts")]),
        .testTarget(
            name: "KettleTests",
            dependencies: [
                "kettle", .product(name: "StatechartsTesting", package: "swift-statecharts"),
            ]),
    ]
)
// end snippet
