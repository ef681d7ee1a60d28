extension AppModel {
    /// A component of a container.
    public struct Component: Sendable, Hashable {
        /// How it is shown.
        public enum Kind: String, Sendable, Hashable {
            /// Rows.
            case list, annotations, overlays
            /// One object.
            case details
            /// Fields.
            case form
            /// Lines of text.
            case text
        }

        /// Its element.
        public var element: Int
        /// The name in the model.
        public var name: String
        /// How it is shown.
        public var kind: Kind
        /// Index of its container.
        public var container: Int
        /// Viewpoints that lock it; one of each list has to hold.
        public var locks: [[Int]] = []
        /// Property of the data; of a form the property of the state that holds it.
        public var property: String
        /// The struct of a form's fields.
        public var typeName: String
        /// The class of its objects.
        public var object: ValueType
        /// The attributes that are shown of an object.
        public var attributes: [Attribute] = []
        /// The fields of a form.
        public var fields: [Field] = []
        /// The lines of a plain component.
        public var lines: [String] = []
        /// What it shows instead of lines.
        public var text = Text.lines
        /// Asked for its content, if no flow brings it.
        public var query: Query?
        /// The parameter whose object fills a form at its start.
        public var filledFrom: Int?
        /// The event that the command `select` fires.
        public var selectEvent: String?
        /// Data flows that leave it: what each change hands on.
        public var handsOn: [Effect] = []

        /// All that it asks the store for: its content, the objects that its fields offer.
        package var queries: [Query] { [query].compactMap(\.self) + fields.compactMap(\.query) }
    }

    /// A visualization attribute.
    public struct Attribute: Sendable, Hashable {
        /// The name in the model.
        public var name: String
        /// The property of the object.
        public var property: String
        /// True for a picture.
        public var isImage: Bool
        /// The property's type.
        public var type: ValueType
    }

    /// A field of a form.
    public struct Field: Sendable, Hashable {
        /// How it is filled in.
        public enum Kind: Sendable, Hashable {
            /// A text.
            case typed(hasLines: Bool)
            /// One or several of these options; literals if the type is an enumeration. Objects are brought by a query.
            case selection(options: [String], isMultiple: Bool, isExpanded: Bool)
            /// A number between two bounds.
            case range(from: Double?, to: Double?, step: Int?)
        }

        /// Its element.
        public var element: Int
        /// The name in the model, and the property.
        public var name, property: String
        /// Its type; of several the type of one.
        public var type: ValueType
        /// How it is filled in.
        public var kind: Kind
        /// True if it has to be filled in.
        public var isRequired: Bool
        /// The property of the object that fills it.
        public var filledBy: String?
        /// The event that sets it.
        public var event: String
        /// The property of the data that fills it, where a binding leads to the field itself.
        public var boundFrom: String?
        /// Asked for the objects among which it selects.
        public var query: Query?
        /// What has to hold besides, once it has a value.
        public var rules: [Rule] = []
    }

    /// A validation rule of a field.
    public struct Rule: Sendable, Hashable {
        /// The expression as the model has it, for the message.
        public var text: String
        /// It speaks of fields of the same form only.
        public var condition: TypedExpression
    }

    /// What a component shows that has no data of the domain.
    public enum Text: Sendable, Hashable {
        /// Lines of the model.
        case lines
        /// A page of the web; its address is the value of a parameter, by element.
        case web(address: Int?)
        /// An advertisement.
        case advertisement
        /// A drawing of its own.
        case drawing
    }
}
