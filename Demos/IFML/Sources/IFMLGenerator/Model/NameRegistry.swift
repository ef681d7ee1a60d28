/// Gives out names that are not taken yet (R1).
struct NameRegistry {
    private var taken: Set<String>

    init(reserved: Set<String> = []) { taken = reserved }

    /// The name itself; if it is taken, with its kind as suffix; if that is taken too, with a number.
    mutating func unique(_ name: String, kind: String = "") -> String {
        var candidate = name
        if taken.contains(candidate), !kind.isEmpty, !name.hasSuffix(kind) { candidate = name + kind }
        let stem = candidate
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(stem)\(number)"
            number += 1
        }
        return candidate
    }

    /// A type's name from a name of the model.
    mutating func type(_ name: String?, kind: String) -> String {
        unique(startingWithLetter(upperCamel(name ?? ""), or: kind), kind: kind)
    }

    /// A property's name from a name of the model.
    mutating func property(_ name: String?, kind: String) -> String {
        unique(startingWithLetter(lowerCamel(name ?? ""), or: lowerCamel(kind)), kind: kind)
    }

    private func startingWithLetter(_ name: String, or kind: String) -> String {
        guard let first = name.first else { return kind }
        return first.isLetter ? name : "_" + name
    }

    /// A name as it stands in code: keywords in backticks.
    static func code(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Keywords that cannot stand as names without backticks.
    static let keywords: Set<String> = Set(
        """
        actor any as associatedtype async await break case catch class continue default defer deinit do else enum
        extension fallthrough false fileprivate for func guard if import in init inout internal is let macro nil
        operator precedencegroup private protocol public repeat rethrows return self Self static struct subscript
        super switch throw throws true try typealias var where while Any Type Protocol
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Types of the standard library, of the framework and of the runtime that generated code names, or may.
    static let types: Set<String> = Set(
        """
        Any AnyHashable AnyObject Array ArraySlice Bool CaseIterable Character ClosedRange Codable CodingKey
        Comparable ContiguousArray Decodable Decoder Dictionary Double Duration Encodable Encoder Equatable Error
        Float Hashable Hasher Identifiable Int Iterator KeyPath Mirror Never Optional Protocol Range RawRepresentable
        Result Self Sendable Sequence Set String Substring Task Type UInt Unicode Void Clock Collection Activity
        Application ApplicationEvent ApplicationScreen Cell Choice Command ComponentView ContainerScreen
        ContainerView Contract ContextVariable ContextVariables Data Day DeepHistory DetailsView DeviceEvent
        EntryPoint Event EventButton ExitPoint Failure Field FieldLiteral FieldValue FinalState Fork FormField
        FormFields FormView Gesture Hidden InputPort Inputs Join Junction ListView Machine MachineView Module
        Navigation NoContext NotUnderstood OrthogonalState Outcomes OutputPort Place Program Pseudostate RangeField
        RangeValue Reaction Rows Scoped ScreenFrame SelectionField Session ShallowHistory Showing Shown Simulation
        Snapshot Snapshotting State StateNode Statechart StepError Store Submachine Subvertex System Terminate
        TextView TopState Vertex Content Context App View Text Button Form List Menu Section Image Color Font Scene
        Window WindowGroup AnyView Group NavigationStack ListSection DetailsSection TextSection ButtonSection
        TypedInput RangeInput SelectionInput ScenePhases
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Members of every state, and what generated states declare themselves.
    static let members: Set<String> = Set(
        """
        actions always ask completed configure content context data deferred description done entry event exit failed
        handle hashValue hidden id index isActive isOnTop local modelName name place previous raise regions restored
        run save restore screen showing shown start state stop store substates superior top after every cancel inputs
        navigation self init Type
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
