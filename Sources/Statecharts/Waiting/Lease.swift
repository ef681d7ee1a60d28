/// Gives something up when nobody holds it any more.
final class Lease: Sendable {
    private let giveUp: @Sendable () -> Void
    init(_ giveUp: @escaping @Sendable () -> Void) { self.giveUp = giveUp }
    deinit { giveUp() }
}
