/// A change of a value that receivers have a copy of, such as a row that is added to a list.
///
///     enum Shelf: Delta {
///         case put(String), takeFirst
///
///         func apply(to titles: inout [String]) {
///             switch self {
///             case .put(let title): titles.append(title)
///             case .takeFirst: titles.removeFirst()
///             }
///         }
///     }
///
/// See ``Numbered`` for how changes get from the port to its receivers.
public protocol Delta<Whole>: Sendable {
    /// What is changed.
    associatedtype Whole: Sendable

    /// Makes the change. Called once by the port and once by each ``Replica``, in the order of the changes, with no
    /// lock held.
    func apply(to whole: inout Whole)
}

/// A change with the number of the state that it leads to, or that state itself: what ports carry for values that are
/// too big to be sent whole each time.
///
///     let shelf = OutputPort<Numbered<Shelf>>("shelf", changesOf: ["Emma"])
///     shelf.send(.put("Dune"))  // #1
///
///     var copy = Replica<Shelf>()
///     for await message in shelf.stream().prefix(1) { copy.take(message) }  // the whole first, whenever one comes
///     print(copy.whole ?? [], copy.number ?? 0)  // ["Emma", "Dune"] 1
///
/// The port assigns the numbers, each one more than the previous one, in the one order in which all receivers get the
/// messages. A new receiver gets the ``whole(_:number:)`` first and every ``change(_:number:)`` after it. A receiver
/// that drops messages (``PortBuffering``) sees the gap in the numbers.
public enum Numbered<Change: Delta>: Sendable {
    /// The state with this number.
    case whole(Change.Whole, number: Int)
    /// The change from the previous state to the one with this number.
    case change(Change, number: Int)

    /// The number of the state after this message.
    public var number: Int {
        switch self {
        case .whole(_, let number), .change(_, let number): number
        }
    }
}

extension Numbered: Equatable where Change: Equatable, Change.Whole: Equatable {}

extension Numbered: CustomStringConvertible {
    /// `#3 put("Dune")`, or `#3 whole`.
    public var description: String {
        switch self {
        case .whole(_, let number): "#\(number) whole"
        case .change(let change, let number): "#\(number) \(change)"
        }
    }
}

/// Encodable if the change and the whole are, so that a port of changes can be exported to another process.
extension Numbered: Encodable where Change: Encodable, Change.Whole: Encodable {}
/// Decodable if the change and the whole are.
extension Numbered: Decodable where Change: Decodable, Change.Whole: Decodable {}
