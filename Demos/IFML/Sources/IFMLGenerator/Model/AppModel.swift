/// An application as it follows from a model: what is generated, independent of how it is written.
///
/// Elements of the model are known by their index there (`element`); names are those of the generated code. The chart
/// is the core; domain, components and actions are what its states and transitions speak of.
public struct AppModel: Sendable, Hashable {
    /// The name in the model.
    public var modelName = ""
    /// The type of the top state.
    public var typeName = ""
    /// The classes of the domain that are used.
    public var structures: [Structure] = []
    /// The enumerations of the domain that are used.
    public var enumerations: [Enumeration] = []
    /// Containers, outer ones before inner ones, in the model's order.
    public var containers: [Container] = []
    /// Components, in the model's order.
    public var components: [Component] = []
    /// Actions, in the model's order.
    public var actions: [Action] = []
    /// Variables of the context that the model declares or uses, by name.
    public var variables: [ContextVariable] = []
    /// Events of the chart.
    public var events: [Event] = []
    /// Where the values of parameters and fields are kept, by element.
    public var storage: [Int: Storage] = [:]
    /// Menus without a state of their own, with the index of the container around them.
    public var menus: [Int: Int?] = [:]
    /// Events that no user causes.
    public var systemEvents: Set<Int> = []
    /// Viewpoints with a context.
    public var viewpoints: [Viewpoint] = []
    /// Viewpoints that lock an element, by index.
    public var locks: [Int: [Int]] = [:]
    /// Events of views and containers, by `container.viewDidLoad`.
    public var viewEvents: [ViewEvent] = []
    /// Names of the elements that own events.
    public var ownerNames: [Int: String] = [:]
    /// What fingers have to do for an event.
    public var gestures: [Int: Gesture] = [:]
    /// The chart; its root is the top state.
    public var chart = State(kind: .top, typeName: "", property: "")

    /// A class of the domain.
    public struct Structure: Sendable, Hashable {
        /// Its key in the domain.
        public var key: String
        /// The name in the model, and the type's.
        public var name, typeName: String
        /// Its properties.
        public var properties: [Property]
    }

    /// A property of a class.
    public struct Property: Sendable, Hashable {
        /// The name in the model, and in the code.
        public var name, property: String
        /// Its type; objects that hold themselves are kept in an array.
        public var type: ValueType
        /// True if it may have no value.
        public var isOptional: Bool
    }

    /// An enumeration of the domain.
    public struct Enumeration: Sendable, Hashable {
        /// Its key in the domain.
        public var key: String
        /// The name in the model, and the type's.
        public var name, typeName: String
        /// The literals as in the model, and as cases.
        public var literals: [Literal]
    }

    /// A literal of an enumeration.
    public struct Literal: Sendable, Hashable {
        /// The name in the model, and the case.
        public var name, property: String
    }

    /// A view container with a state of its own.
    public struct Container: Sendable, Hashable {
        /// Its element.
        public var element: Int
        /// The name in the model.
        public var name: String
        /// The class of IFML.
        public var type: String
        /// The state class, and the property that holds the state.
        public var typeName, property: String
        /// The screen's struct.
        public var screenTypeName: String
        /// The property of the application's screen.
        public var screenProperty: String
        /// The case of `Place`; nil for containers around others.
        public var place: String?
        /// Indices of the container around it, and of those in it.
        public var parent: Int?, children: [Int] = []
        /// The child that is active at first.
        public var initial: Int?
        /// True if its children exclude each other.
        public var isXOR: Bool
        /// Viewpoints that lock it; one of each list has to hold.
        public var locks: [[Int]] = []
        /// The container that is shown instead when it is locked.
        public var substitute: Int?
        /// True if it is shown over others.
        public var isModal: Bool
        /// True if a module brings it.
        public var isInModule: Bool
        /// True if one goes there from its siblings at any time.
        public var isLandmark: Bool
        /// False for a screen without a navigation bar.
        public var hasBack: Bool
        /// Indices of its components.
        public var components: [Int] = []
        /// Properties that lead from the top state to the state that holds forms, `showing` and the performing ones.
        public var holder: [String] = []
        /// Properties that lead from the top state to its own state.
        public var path: [String] = []
    }

    /// A part of the model that is there only while its context holds.
    public struct Viewpoint: Sendable, Hashable {
        /// The name in the model, and the property of the context.
        public var name, property: String
        /// When it holds.
        public var condition: TypedExpression
    }

    /// An event of the life of a container.
    public struct ViewEvent: Sendable, Hashable {
        /// The container and the kind, as commands name it.
        public var name: String
        /// The event.
        public var event: String
    }

    /// What fingers have to do.
    public struct Gesture: Sendable, Hashable {
        /// `tap`, `longPress`, …
        public var kind: String
        /// How many fingers, how long, where to.
        public var fingersCount: Int?, pressDuration: Double?, swipeDirection: String?

        /// The code for it.
        var code: String {
            var arguments = [".\(kind)"]
            if let fingersCount { arguments.append("fingersCount: \(fingersCount)") }
            if let pressDuration { arguments.append("pressDuration: \(pressDuration)") }
            if let swipeDirection { arguments.append("swipeDirection: .\(swipeDirection)") }
            return "Gesture(\(arguments.joined(separator: ", ")))"
        }
    }

    /// A question to the store.
    public struct Query: Sendable, Hashable {
        /// The function.
        public var function: String
        /// Its arguments: parameters by element.
        public var arguments: [Argument]
        /// The event that brings the answer.
        public var event: String
        /// Condition and address, for the comment.
        public var comments: [String]
        /// What it asks for, for the comment: the component, or the field whose options it brings.
        public var subject: String
        /// The type of the answer; one object may lack.
        public var answer: ValueType
    }

    /// An argument of an action or a query.
    public struct Argument: Sendable, Hashable {
        /// The parameter.
        public var element: Int
        /// Its label.
        public var name: String
        /// Its type.
        public var type: ValueType
        /// True if it may have no value.
        public var isOptional: Bool
    }

    /// An action.
    public struct Action: Sendable, Hashable {
        /// Its element.
        public var element: Int
        /// The name in the model, the function's, the arguments' struct's and that of its property in the data.
        public var name, function, typeName, property: String
        /// What it gets.
        public var arguments: [Argument]
        /// What it gives, if it has no outcomes.
        public var results: [Argument]
        /// How it can end; empty if in one way only.
        public var outcomes: [Outcome]
        /// The enumeration of the outcomes.
        public var outcomeTypeName: String
        /// The event of its end.
        public var event: String
        /// True if it runs in the background somewhere.
        public var isInBackground = false
    }

    /// A way in which an action can end.
    public struct Outcome: Sendable, Hashable {
        /// The name in the model, and the case.
        public var name, property: String
        /// What comes with it.
        public var results: [Argument]
    }

    /// An event of the chart.
    public struct Event: Sendable, Hashable {
        /// What comes with it.
        public enum Payload: Sendable, Hashable {
            /// Nothing.
            case none
            /// The number of a row.
            case row
            /// The text that is typed into a field.
            case text
            /// The result of an action, by index.
            case end(action: Int)
            /// Values of fields that are gone when it is handled.
            case values([Argument])
            /// The answer to a query.
            case answer(ValueType)
            /// All variables.
            case context
            /// What happens on the device, and its kind.
            case device, sensed
        }

        /// The case.
        public var name: String
        /// The name in the model.
        public var modelName: String
        /// What comes with it.
        public var payload: Payload
        /// The component or container that has it.
        public var owner: Int?
        /// Its element; nil for those that the model does not have.
        public var element: Int?
    }

    /// Where a value is kept.
    public enum Storage: Sendable, Hashable {
        /// The rows of a list, by component.
        case rows(Int)
        /// The selected row of a list.
        case selection(Int)
        /// The object of details.
        case object(Int)
        /// A property of the data, with its type.
        case data(String, ValueType)
        /// A field of a form.
        case field(component: Int, property: String)
        /// An attribute of the selected row, or of the object of details.
        case attribute(component: Int, property: String)
        /// An argument of an action: property of its struct.
        case argument(action: Int, String)
        /// A variable of the context.
        case variable(String)
    }
}
