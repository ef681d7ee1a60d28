import Foundation
import IFMLGenerator
import IFMLTool
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation
import Testing

@testable import IFMLRuntime

/// Fires everything that an application offers, to a depth of six, and everything that comes of it.
///
/// Nothing that is offered may go unhandled, and each container has to be visited.
/// - Parameters:
///   - containers: the names of all containers of the model.
///   - depth: how many steps at most; more than six where a container cannot be reached in six.
///   - also: events that no screen offers: of timers, of the device.
///   - work: says how actions and queries can end: with each outcome, and with an error.
func walk<App: Application>(
    _ containers: Set<String>, of model: ModelGraph? = nil, depth: Int = 6, also: [App.Event] = [],
    work: (inout Explorer<App>) -> Void,
    _ sourceLocation: SourceLocation = #_sourceLocation, _ make: @escaping () -> App
) async throws {
    var visited: Set<String> = []
    var explorer = Explorer(events: also, make)
    explorer.events(seeing: { $0.offers.map(\.event) })
    work(&explorer)
    explorer.limits.depth = depth
    // Two situations are one if the same is offered and going on, and as many fields are still to be filled: texts and
    // objects make no difference.
    explorer.fingerprint(.alone) { app in
        let screen = app.screen
        visited.formUnion(screen.containers.map(\.name))
        let unfilled = screen.forms.flatMap(\.allFields).count { !$0.field.isValid }
        return screen.containers.map(\.name) + screen.frame.busy + screen.offers(App.inputs).map(\.command)
            + ["\(unfilled)"]
    }
    explorer.allowsDeadEnds = true
    explorer.returning = .placing  // what an application remembers is its data
    explorer.step("what is offered is handled") { step, _ in
        step.outcome == .unhandled ? "\(step.trigger) is unhandled in \(step.configuration)" : nil
    }
    let found = try await explorer.explore()
    #expect(found.problems.isEmpty, "\(found)", sourceLocation: sourceLocation)
    #expect(visited == containers, sourceLocation: sourceLocation)
    if let model { try compare(found.graph, with: model, sourceLocation) }
}

/// Acceptance 51: the graph that the application's model has before anything is compiled is that of the program: the
/// same states, nothing that is explored lacks, and what the exploration does not reach is little and known.
private func compare(_ explored: ChartGraph, with model: ModelGraph, _ sourceLocation: SourceLocation) throws {
    let graph = ChartGraph(AppModel(ModelReader.read(["\(package)/Demos/\(model.path)"]).model))
    #expect(graph.vertices == explored.vertices, sourceLocation: sourceLocation)
    func texts(_ graph: ChartGraph) -> Set<String> {
        Set(
            graph.transitions.map { one in
                let targets = one.targets.map { graph.vertices[$0].path }.joined(separator: ", ")
                let label = one.label.isEmpty ? "\(one.trigger)" : one.label
                return "\(graph.vertices[one.source].path) \(label) -> \(targets)"
            })
    }
    let exploredTexts = texts(explored)
    #expect(exploredTexts.subtracting(texts(graph)) == [], sourceLocation: sourceLocation)
    // The way back leads where one has been; the model's graph has every place.
    let unreached = texts(graph).subtracting(exploredTexts).filter { !$0.contains("previous branch -> ") }
    #expect(unreached == model.unreached, sourceLocation: sourceLocation)
    func work(_ graph: ChartGraph) -> Set<String> {
        // An activity that fails has no event.
        Set(
            graph.work.filter { $0.event != nil }.map {
                "\(graph.vertices[$0.state].path) \($0.kind) \($0.event ?? "-") \($0.repeats)"
            })
    }
    #expect(work(explored).subtracting(work(graph)) == [], sourceLocation: sourceLocation)
}

/// What an action throws that cannot be done.
struct Failing: Error {}

/// The folder of the package.
let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

/// The model of an application, with the transitions of its chart that a walk of depth six does not meet.
struct ModelGraph {
    var path: String
    var unreached: Set<String> = []
}
