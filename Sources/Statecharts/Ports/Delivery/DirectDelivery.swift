/// Takes a message without a trace context; answers `false` if the taker has come to its end.
///
/// A closure, because it is made where the types are known, and so is compiled for them: a call through `any Taker` is
/// not.
@usableFromInline
final class DirectDelivery<Message: Sendable>: Sendable {
    @usableFromInline typealias Function = @Sendable (Message, ReadSection) -> Bool
    @usableFromInline let take: Function

    init(_ take: @escaping Function) { self.take = take }
}
