/// As much of SwiftUI as `IFMLViews` and generated code use.
enum SwiftUIStub {
    static let text = """
        import Foundation

        @MainActor @preconcurrency public protocol View { associatedtype Body: View; @ViewBuilder var body: Body { get } }
        extension Never: View { public var body: Never { return fatalError() } }
        extension Optional: View where Wrapped: View { public var body: Never { return fatalError() } }
        public struct Leaf: View { public init() {}; public var body: Never { return fatalError() } }
        @resultBuilder public struct ViewBuilder {
            public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
            public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Leaf { Leaf() }
            public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
            public static func buildEither<First: View>(first: First) -> Leaf { Leaf() }
            public static func buildEither<Second: View>(second: Second) -> Leaf { Leaf() }
        }
        public struct AnyView: View { public init<V: View>(_ view: V) {}; public var body: Never { return fatalError() } }
        public struct Text: View {
            public init<S: StringProtocol>(_ content: S) {}
            public init(verbatim content: String) {}
            public var body: Never { return fatalError() }
        }
        public struct Button: View {
            public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
            public init<Label: View>(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
            public var body: Never { return fatalError() }
        }
        public struct TextField: View {
            public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
            public var body: Never { return fatalError() }
        }
        public struct TextEditor: View {
            public init(text: Binding<String>) {}
            public var body: Never { return fatalError() }
        }
        public struct Toggle: View {
            public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
            public var body: Never { return fatalError() }
        }
        public struct Slider: View {
            public init<V: BinaryFloatingPoint>(value: Binding<V>, in bounds: ClosedRange<V> = 0...1) {}
            public var body: Never { return fatalError() }
        }
        public struct Stepper: View {
            public init<S: StringProtocol>(_ title: S, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?) {}
            public var body: Never { return fatalError() }
        }
        public struct Picker<SelectionValue: Hashable>: View {
            public init<S: StringProtocol, Content: View>(
                _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {}
            public var body: Never { return fatalError() }
        }
        public protocol PickerStyle {}
        public struct MenuPickerStyle: PickerStyle {}
        public struct InlinePickerStyle: PickerStyle {}
        extension PickerStyle where Self == MenuPickerStyle { public static var menu: MenuPickerStyle { fatalError() } }
        extension PickerStyle where Self == InlinePickerStyle {
            public static var inline: InlinePickerStyle { fatalError() }
        }
        public struct AsyncImage: View { public init(url: URL?) {}; public var body: Never { return fatalError() } }
        public struct Section: View {
            public init<S: StringProtocol, Content: View>(_ title: S, @ViewBuilder content: () -> Content) {}
            public var body: Never { return fatalError() }
        }
        public struct ForEach: View {
            public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
                _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
            public var body: Never { return fatalError() }
        }
        public struct Form: View {
            public init<Content: View>(@ViewBuilder content: () -> Content) {}
            public var body: Never { return fatalError() }
        }
        public struct Group: View {
            public init<Content: View>(@ViewBuilder content: () -> Content) {}
            public var body: Never { return fatalError() }
        }
        public struct HStack: View {
            public init<Content: View>(@ViewBuilder content: () -> Content) {}
            public var body: Never { return fatalError() }
        }
        public struct NavigationStack: View {
            public init<Root: View>(@ViewBuilder root: () -> Root) {}
            public var body: Never { return fatalError() }
        }
        @propertyWrapper public struct Binding<Value> {
            public init(
                get: @escaping @isolated(any) @Sendable () -> Value,
                set: @escaping @isolated(any) @Sendable (Value) -> Void) {}
            public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
        }
        @propertyWrapper public struct State<Value> {
            public init(wrappedValue: Value) {}
            public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
        }
        public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
        public struct EnvironmentValues { public var scenePhase: ScenePhase { .active } }
        @propertyWrapper public struct Environment<Value> {
            public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
            public var wrappedValue: Value { fatalError() }
        }
        public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }
        @MainActor @preconcurrency public protocol ViewModifier {
            associatedtype Body: View
            @ViewBuilder func body(content: Content) -> Body
            typealias Content = ModifiedContent<Self>
        }
        public struct ModifiedContent<Modifier>: View { public var body: Never { return fatalError() } }
        @MainActor @preconcurrency public protocol Gesture<Value> { associatedtype Value }
        public struct EndedGesture<Value>: Gesture {}
        extension Gesture {
            public func onEnded(_ action: @escaping (Value) -> Void) -> EndedGesture<Value> { fatalError() }
        }
        public struct DragGesture: Gesture {
            public struct Value: Equatable, Sendable { public var translation: CGSize }
            public init(minimumDistance: CGFloat = 10) {}
        }
        public struct MagnifyGesture: Gesture {
            public struct Value: Equatable, Sendable {}
            public init(minimumScaleDelta: CGFloat = 0.01) {}
        }
        public struct RotateGesture: Gesture {
            public struct Value: Equatable, Sendable {}
            public init() {}
        }
        extension View {
            public func disabled(_ disabled: Bool) -> some View { Leaf() }
            public func tag<V: Hashable>(_ tag: V) -> some View { Leaf() }
            public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { Leaf() }
            public func modifier<T: ViewModifier>(_ modifier: T) -> some View { Leaf() }
            public func gesture<T: Gesture>(_ gesture: T) -> some View { Leaf() }
            public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { Leaf() }
            public func onLongPressGesture(
                minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
                onPressingChanged: ((Bool) -> Void)? = nil) -> some View { Leaf() }
            public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { Leaf() }
            public func sheet<Content: View>(
                isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
            ) -> some View { Leaf() }
            public func confirmationDialog<S: StringProtocol, A: View>(
                _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
                @ViewBuilder actions: () -> A) -> some View { Leaf() }
            public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
                -> some View { Leaf() }
        }
        """
}
