// Compiled where there is UIKit.

#if canImport(UIKit) && !os(watchOS)
    import Observation
    import Statecharts
    import UIKit

    // snippet: UIKit
    final class GreeterController: UIViewController {
        private let machineView: MachineView<Greeter, String>
        private let label = UILabel()

        init(_ view: MachineView<Greeter, String>) {
            machineView = view
            super.init(nibName: nil, bundle: nil)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            view.addSubview(label)
            follow()
        }

        /// Shows what there is, and again when that is about to change.
        private func follow() {
            withObservationTracking {
                label.text = machineView.isActive(\.greeting) ? "Hello, \(machineView.value)!" : "Who are you?"
            } onChange: { [weak self] in
                Task { @MainActor [weak self] in self?.follow() }
            }
        }
    }
// end snippet
#endif
