#if os(Linux)
    import Foundation
    import Testing

    /// The code for SwiftUI and UIKit in the article *In a user interface*, where there is neither: it is checked against modules that declare as much of
    /// them as it uses, with the signatures and the isolation of the real ones.
    @Suite struct UserInterfaceCompilationTests {
        private static let swiftUI = """
            @MainActor @preconcurrency public protocol View { associatedtype Body: View; @ViewBuilder var body: Body { get } }
            extension Never: View { public var body: Never { return fatalError() } }
            public struct Leaf: View { public var body: Never { return fatalError() } }
            @resultBuilder public struct ViewBuilder {
                public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
                public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Leaf { Leaf() }
                public static func buildEither<First: View>(first: First) -> Leaf { Leaf() }
                public static func buildEither<Second: View>(second: Second) -> Leaf { Leaf() }
            }
            public struct Text: View {
                public init<S: StringProtocol>(_ content: S) {}
                public var body: Never { return fatalError() }
            }
            public struct Button: View {
                public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
                public var body: Never { return fatalError() }
            }
            public struct TextField: View {
                public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
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
                public var projectedValue: Binding<Value> { fatalError() }
            }
            extension View {
                public func disabled(_ disabled: Bool) -> some View { Leaf() }
                public func task(_ action: sending @escaping @isolated(any) () async -> Void) -> some View { Leaf() }
                public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
                    -> some View { Leaf() }
            }
            public protocol Scene {}
            public struct WindowGroup: Scene { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
            @MainActor @preconcurrency public protocol App { associatedtype Body: Scene; var body: Body { get } }
            """

        private static let uiKit = """
            public class NSCoder {}
            public class Bundle {}
            @MainActor open class UIView { public func addSubview(_ view: UIView) {} }
            @MainActor open class UILabel: UIView { public override init() {}; public var text: String? }
            @MainActor open class UIViewController {
                public init(nibName: String?, bundle: Bundle?) {}
                public required init?(coder: NSCoder) {}
                public var view = UIView()
                open func viewDidLoad() {}
            }
            """

        @Test func `the code for SwiftUI and UIKit compiles`() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in [("SwiftUI", Self.swiftUI), ("UIKit", Self.uiKit)] {
                let file = folder.appending(path: "\(name)Stub.swift")
                try text.write(to: file, atomically: true, encoding: .utf8)
                let module = folder.appending(path: "\(name).swiftmodule").path()
                let flags = ["-emit-module", "-module-name", name, "-parse-as-library", file.path(), "-o", module]
                #expect(try Compiler.run(flags) == "")
            }
            var files: [String] = []
            for name in ["Greeter", "GreeterScreen", "GreeterController"] {
                // Macros need a plugin, which a module that only declares does not have.
                let text = try Repository.text("Tests/DocumentationTests/Snippets/\(name).swift")
                    .replacing(
                        "#Preview(\"greeting\") {", with: "@MainActor @ViewBuilder func preview() -> some View {")
                let file = folder.appending(path: "\(name).swift")
                try text.write(to: file, atomically: true, encoding: .utf8)
                files.append(file.path())
            }
            let flags = [
                "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", folder.path(), "-I",
                try Compiler.modules().path(),
            ]
            #expect(try Compiler.run(flags + files) == "")
            // What compiles nothing finds nothing.
            let screen = folder.appending(path: "GreeterScreen.swift")
            try String(contentsOf: screen, encoding: .utf8).replacing(".post(.again)", with: ".post(.never)")
                .write(to: screen, atomically: true, encoding: .utf8)
            #expect(try Compiler.run(flags + files).contains("has no member 'never'"))
        }
    }
#endif
