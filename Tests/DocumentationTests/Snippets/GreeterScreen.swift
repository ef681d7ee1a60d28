// Compiled where there is SwiftUI.

#if canImport(SwiftUI)
    import Statecharts
    import SwiftUI

    // snippet: SwiftUI
    struct GreeterScreen: View {
        let view: MachineView<Greeter, String>

        /// The text is the machine's: what is typed is posted, what is shown comes back.
        private var name: Binding<String> {
            Binding { @MainActor in
                view.value
            } set: { @MainActor name in
                view.post(.name(name))
            }
        }

        var body: some View {
            if view.isActive(\.greeting) {
                Text("Hello, \(view.value)!")
                Button("Again") { view.post(.again) }
            } else {
                TextField("Name", text: name)
                Button("Greet") { view.post(.greet) }
                    .disabled(!view.accepts(.greet))
            }
        }
    }
    // end snippet

    // snippet: SwiftUI draft
    struct DraftField: View {
        let view: MachineView<Greeter, String>
        @SwiftUI.State private var draft = ""

        var body: some View {
            TextField("Name", text: $draft)
                .onChange(of: draft) { view.post(.name(draft)) }
                // The machine may empty it.
                .onChange(of: view.value) { if view.value.isEmpty { draft = "" } }
        }
    }
    // end snippet

    // snippet: SwiftUI application
    @MainActor
    final class GreeterModel {
        let machine = Machine(Greeter(), on: MainActor.shared)
        let view: MachineView<Greeter, String>
        init() { view = MachineView(machine, initially: "") { top, _ in top.name } }
    }

    struct GreeterWindow: View {
        @SwiftUI.State private var model = GreeterModel()

        var body: some View {
            GreeterScreen(view: model.view)
                .task {
                    // Starts it, and stops it when the window goes.
                    do { try await model.machine.run() } catch { print("the greeter has failed: \(error)") }
                }
        }
    }

    struct GreeterApplication: App {
        var body: some Scene {
            WindowGroup { GreeterWindow() }
        }
    }
    // end snippet

    // snippet: SwiftUI preview
    #Preview("greeting") {
        let model = GreeterModel()
        GreeterScreen(view: model.view)
            .task { try? await model.machine.start(in: \.greeting) }
    }
// end snippet
#endif
