/// The type of a parameter, a field, a feature or an expression.
public indirect enum ValueType: Sendable, Hashable {
    /// A text.
    case string
    /// Yes or no.
    case bool
    /// A whole number.
    case int
    /// A number.
    case double
    /// A date.
    case day
    /// A picture's name or address.
    case image
    /// An object of a class of the domain, by key.
    case object(String)
    /// A literal of an enumeration of the domain, by key.
    case enumeration(String)
    /// The status of the battery.
    case batteryStatus
    /// How the device is held.
    case orientation
    /// Several.
    case list(ValueType)
    /// `nil`.
    case nothing
    /// Not told by anything.
    case unknown

    init(_ kind: Domain.Kind) {
        switch kind {
        case .string: self = .string
        case .bool: self = .bool
        case .int: self = .int
        case .double: self = .double
        case .day: self = .day
        case .image: self = .image
        case .array: self = .list(.unknown)
        case .object(let key): self = .object(key)
        case .enumeration(let key): self = .enumeration(key)
        case .unknown: self = .unknown
        }
    }

    /// The type of one, if it is several.
    public var element: ValueType {
        if case .list(let element) = self { element } else { self }
    }

    /// True for several.
    public var isList: Bool {
        if case .list = self { true } else { false }
    }

    /// True if a value of this type may stand where the other is wanted. What is unknown fits everywhere.
    func fits(_ other: ValueType) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown), (.nothing, _), (_, .nothing): true
        case (.int, .double), (.image, .string), (.string, .image): true
        case (.list(let one), .list(let two)): one.fits(two)
        default: self == other
        }
    }
}
