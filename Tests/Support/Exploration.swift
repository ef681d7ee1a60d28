/// A small world of which all orders of moves are played.
public protocol ExploredWorld {
    associatedtype Move: CustomStringConvertible
    associatedtype Key: Hashable
    /// What can happen next.
    var moves: [Move] { get }
    /// Whether the move is a call from outside; all others are what follows from calls.
    static func isCall(_ move: Move) -> Bool
    mutating func make(_ move: Move)
    /// All that the future depends on: of worlds with the same key only the one with the fewest calls is played.
    var key: Key { get }
    /// What is wrong here; `nil` if nothing is.
    var mistake: String? { get }
}

/// What came of playing all orders of moves.
public struct Exploration<World: ExploredWorld> {
    /// How many different worlds there were.
    public private(set) var worlds = 0
    /// How many moves were made.
    public private(set) var moves = 0
    /// A way to a mistake.
    public private(set) var mistake: String?
    private var ways: [(last: String, before: Int)] = [("", -1)]

    /// Plays everything that can follow from up to so many calls.
    public init(from first: World, calls: Int) {
        var seen: Set<World.Key> = [first.key]
        var layer: [(world: World, way: Int)] = [(first, 0)]
        for made in 0...calls {
            // The worlds with one more call are those of the next layer, so that each is met with the fewest calls first.
            var next: [(world: World, way: Int)] = []
            while let (world, way) = layer.popLast() {
                if made > 0, way > 0, World.isCallText(ways[way].last), !seen.insert(world.key).inserted { continue }
                worlds += 1
                for move in world.moves {
                    let isCall = World.isCall(move)
                    if isCall, made == calls { continue }
                    moves += 1
                    var following = world
                    following.make(move)
                    ways.append(((isCall ? "" : "→ ") + move.description, way))
                    if let mistake = following.mistake {
                        self.mistake = "\(mistake), after: \(text)"
                        return
                    }
                    if isCall {
                        next.append((following, ways.count - 1))
                    } else if seen.insert(following.key).inserted {
                        layer.append((following, ways.count - 1))
                    }
                }
            }
            layer = next
        }
    }

    private var text: String {
        var names: [String] = []
        var place = ways.count - 1
        while place > 0 {
            names.append(ways[place].last)
            place = ways[place].before
        }
        return names.reversed().joined(separator: ", ")
    }
}

extension ExploredWorld {
    /// What follows from calls is marked in the text of a way.
    fileprivate static func isCallText(_ text: String) -> Bool { !text.hasPrefix("→") }
}
