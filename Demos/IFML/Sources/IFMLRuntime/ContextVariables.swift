/// The variables of an application's context, by name.
public protocol ContextVariables: Sendable, Hashable, Codable {
    /// All variables, by name.
    static var variables: [ContextVariable<Self>] { get }
}

/// The context of a model without variables.
public struct NoContext: ContextVariables {
    /// None.
    public static var variables: [ContextVariable<NoContext>] { [] }
    /// Makes it.
    public init() {}
}

/// A variable of a context: how a text sets it.
public struct ContextVariable<Context>: Sendable {
    /// The name in expressions.
    public let name: String
    /// What can be set, for messages.
    public let expectation: String
    private let setting: @Sendable (inout Context, String) -> Bool

    /// A variable that may have no value: `nil` takes it away.
    public init<Value: FieldValue>(_ name: String, _ path: any WritableKeyPath<Context, Value?> & Sendable) {
        self.name = name
        expectation = Value.expectation + ", or nil"
        setting = { context, text in
            let value = Value(fieldText: text)
            guard value != nil || text == "nil" else { return false }
            context[keyPath: path] = text == "nil" ? nil : value
            return true
        }
    }

    /// A variable that always has a value.
    public init<Value: FieldValue>(_ name: String, _ path: any WritableKeyPath<Context, Value> & Sendable) {
        self.name = name
        expectation = Value.expectation
        setting = { context, text in
            guard let value = Value(fieldText: text) else { return false }
            context[keyPath: path] = value
            return true
        }
    }

    /// Sets the variable; answers whether the text is a value for it.
    public func set(_ text: String, in context: inout Context) -> Bool { setting(&context, text) }
}
