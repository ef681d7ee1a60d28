import Foundation
import PackagePlugin

/// Generates the application of each model (`.core`) of a target before it is compiled, and again when the model, or a
/// domain (`.uml`) beside it, has changed.
@main
struct GenerateIFML: BuildToolPlugin {
    /// What is generated for every model, whatever it says: outputs have to be known before.
    static let parts = ["Domain", "Chart", "States", "Modules", "Actions", "Screens", "App", "SwiftUI"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let files = target.sourceModule?.sourceFiles else { return [] }
        let tool = try context.tool(named: "ifml-generate").url
        let domains = files.map(\.url).filter { $0.pathExtension == "uml" }
        let models = files.map(\.url).filter { $0.pathExtension == "core" }
        reportShared(models)
        return models.map { model in
            let name = model.deletingPathExtension().lastPathComponent
            let folder = context.pluginWorkDirectoryURL.appending(path: name)
            return .buildCommand(
                displayName: "Generating \(name) from \(model.lastPathComponent)", executable: tool,
                arguments: [model.path, "--swiftui", "--prefix", name, "--output", folder.path],
                inputFiles: [model] + domains,
                outputFiles: Self.parts.map { folder.appending(path: "\(name)+\($0).swift") })
        }
    }

    /// Two models that share a domain would both write its classes.
    private func reportShared(_ models: [URL]) {
        var owners: [Substring: URL] = [:]
        for model in models.sorted(by: { $0.path < $1.path }) {
            let text = (try? String(contentsOf: model, encoding: .utf8)) ?? ""
            for domain in Set(text.matches(of: /([\w.-]+\.uml)#/).map(\.1)).sorted() {
                if let owner = owners[domain] {
                    Diagnostics.error(
                        "\(owner.lastPathComponent) and \(model.lastPathComponent) share \(domain), and both would "
                            + "write its classes: put each model into a target of its own")
                }
                owners[domain] = model
            }
        }
    }
}
