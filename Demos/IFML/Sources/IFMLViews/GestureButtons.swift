#if canImport(SwiftUI)
    import Foundation
    public import IFMLRuntime
    public import Statecharts
    public import SwiftUI

    /// Gestures of a container, each with its event.
    struct GestureButtons<Event: Sendable & Hashable & Codable>: ViewModifier {
        let buttons: [EventButton<Event>]
        let send: @MainActor (Event) -> Void

        private func first(_ kind: IFMLRuntime.Gesture.Kind) -> EventButton<Event>? {
            buttons.first { $0.gesture?.kind == kind && $0.isPossible }
        }

        /// The event of a swipe: that of its direction, else of any, else a pan.
        private func swiped(_ direction: IFMLRuntime.Gesture.Direction) {
            let swipes = buttons.filter { $0.gesture?.kind == .swipe && $0.isPossible }
            let button =
                swipes.first { $0.gesture?.swipeDirection == direction }
                ?? swipes.first { $0.gesture?.swipeDirection == nil } ?? first(.pan)
            if let button { send(button.event) }
        }

        func body(content: Content) -> some View {
            content
                .onLongPressGesture(minimumDuration: first(.longPress)?.gesture?.pressDuration ?? 0.5) {
                    if let button = first(.longPress) { send(button.event) }
                }
                .gesture(
                    DragGesture().onEnded { value in
                        let (across, down) = (value.translation.width, value.translation.height)
                        if abs(across) > abs(down) {
                            swiped(across > 0 ? .right : .left)
                        } else {
                            swiped(down > 0 ? .down : .up)
                        }
                    }
                )
                .gesture(MagnifyGesture().onEnded { _ in if let button = first(.pinch) { send(button.event) } })
                .gesture(RotateGesture().onEnded { _ in if let button = first(.rotate) { send(button.event) } })
        }
    }

    extension View {
        /// Has gestures of the buttons send their events.
        public func gestures<Event>(
            _ buttons: [EventButton<Event>], send: @escaping @MainActor (Event) -> Void
        ) -> some View {
            modifier(GestureButtons(buttons: buttons.filter { $0.gesture != nil }, send: send))
        }

        /// Shows a modal container over this one.
        /// - Parameters:
        ///   - screen: what the container shows; nil while it is not shown.
        ///   - dismissed: what its dismissal sends; nil if only its own events close it.
        public func shows<Screen, Content: View>(
            _ screen: Screen?, dismissed: (@MainActor () -> Void)?, @ViewBuilder content: @escaping (Screen) -> Content
        ) -> some View {
            let isShown = Binding { @MainActor in
                screen != nil
            } set: { @MainActor isShown in
                if !isShown { dismissed?() }
            }
            return sheet(isPresented: isShown) {
                if let screen { content(screen).interactiveDismissDisabled(dismissed == nil) }
            }
        }

        /// Shows a modal menu over this container.
        public func shows<Event>(
            _ title: String, _ buttons: [EventButton<Event>], isShown: Bool, dismissed: @escaping @MainActor () -> Void,
            send: @escaping @MainActor (Event) -> Void
        ) -> some View {
            let isPresented = Binding { @MainActor in
                isShown
            } set: { @MainActor isShown in
                if !isShown { dismissed() }
            }
            return confirmationDialog(title, isPresented: isPresented, titleVisibility: .visible) {
                ButtonSection(buttons, send: send)
            }
        }
    }

    /// Tells an application of the phases of its scene.
    public struct ScenePhases: ViewModifier {
        @Environment(\.scenePhase) private var phase
        private let device: InputPort<DeviceEvent>?

        /// - Parameter device: where the application hears of its device; nil if it does not.
        public init(_ device: InputPort<DeviceEvent>?) { self.device = device }

        /// The content, watched.
        public func body(content: Content) -> some View {
            content.onChange(of: phase) {
                let events: [ApplicationEvent] =
                    switch phase {
                    case .active: [.appWillBecomeActive, .appDidBecomeActive]
                    case .inactive: [.appWillResignActive]
                    case .background: [.appDidResignActive]
                    @unknown default: []
                    }
                for event in events { device?.send(.application(event)) }
            }
        }
    }
#endif
