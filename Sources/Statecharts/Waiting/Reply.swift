import Synchronization

/// Where the answer to a question goes: a part of the event, answered once by the state that handles it.
///
///     override func handle(_ event: Event) -> Reaction {
///         switch event {
///         case .total(let reply): .handled { reply.answer(readings.count) }  // enum Event { …, total(Reply<Int>) }
///         default: .unhandled
///         }
///     }
///
/// It can be kept and answered later, from anywhere. When the last reference to it is gone without an answer, the asker
/// gets a ``MachineError`` with the code ``MachineError/Code/unanswered``; an event that no state handles therefore
/// never leaves its asker waiting.
///
/// A reply is `Codable` and `Hashable`, so that the enum of events it is in can be, for snapshots and recordings. But
/// nothing of the question is written: a reply that was decoded has nobody who waits, and an answer to it goes nowhere.
public final class Reply<Value: Sendable>: Sendable {
    private let question: Question<Value>
    private let isAnswered = Atomic<Bool>(false)

    init(_ question: Question<Value>) { self.question = question }

    deinit {
        if !isAnswered.load(ordering: .acquiring) {
            question.end(.failure(NoAnswer.dropped))
        }
    }

    /// Answers the question; the asker goes on.
    ///
    /// An answer that comes after the asker has given up is ignored.
    /// - Precondition: called once. A second answer traps in debug builds and is ignored in release builds.
    public func answer(_ value: Value) { answer(with: .success(value)) }

    /// Answers the question with an error, which the asker's call throws. Everything else is as with ``answer(_:)``.
    public func fail(_ error: any Error) { answer(with: .failure(error)) }

    private func answer(with result: Result<Value, any Error>) {
        guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else {
            assertionFailure("Statecharts: a reply was answered twice; answer each question once")
            return
        }
        question.end(result)
    }
}

extension Reply: Hashable {
    /// Whether both are the same reply.
    public static func == (a: Reply, b: Reply) -> Bool { a === b }

    /// Hashes which reply it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Reply: Codable {
    /// Makes a reply that nobody waits for, whatever was written.
    public convenience init(from decoder: any Decoder) { self.init(Question(waiting: nil)) }

    /// Writes the type of the answer, for people who read it: `"Reply<Int>"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(debugDescription)
    }
}

extension Reply: CustomDebugStringConvertible {
    /// The reply as the text of its event shows it: `Reply<Int>`.
    public var debugDescription: String { "Reply<\(Value.self)>" }
}

/// Why a question has ended without anybody's answer. The asker knows which machine was asked and makes a
/// ``MachineError`` of it.
enum NoAnswer: Error {
    /// The last copy of the reply is gone.
    case dropped
    /// The limit of time is over.
    case late(Duration)
    /// The machine has come to its end, whoever has the reply.
    case ended
}
