import Statecharts
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
///   - results: the types of what actions and queries bring.
func walk<App: Application>(
    _ containers: Set<String>, depth: Int = 6, also: [App.Event] = [], _ results: [any Sendable.Type],
    _ sourceLocation: SourceLocation = #_sourceLocation, _ make: @escaping () -> App
) async throws {
    var visited: Set<String> = []
    var explorer = Explorer(events: also, make)
    explorer.events(seeing: { $0.offers.map(\.event) })
    for result in results { explorer.performWork(of: result) }
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
}
