import Foundation
import PackagePlugin

/// Generates the application of each model (`.core`) of a target before it is compiled, and again when the model, or a
/// domain (`.uml`) beside it, has changed.
@main
struct GenerateIFML: BuildToolPlugin {
    /// What is generated for every model, whatever it says: outputs have to be known before.
    static let parts = ["Domain", "Chart", "Actions", "Screens", "App", "SwiftUI"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let files = target.sourceModule?.sourceFiles else { return [] }
        let tool = try context.tool(named: "ifml-generate").url
        let domains = files.map(\.url).filter { $0.pathExtension == "uml" }
        return files.map(\.url).filter { $0.pathExtension == "core" }.map { model in
            let name = model.deletingPathExtension().lastPathComponent
            let folder = context.pluginWorkDirectoryURL.appending(path: name)
            return .buildCommand(
                displayName: "Generating \(name) from \(model.lastPathComponent)", executable: tool,
                arguments: [model.path, "--swiftui", "--prefix", name, "--output", folder.path],
                inputFiles: [model] + domains,
                outputFiles: Self.parts.map { folder.appending(path: "\(name)+\($0).swift") })
        }
    }
}
