/// Gives something up when nobody holds it any more.
package final class Lease: Sendable {
    private let giveUp: @Sendable () -> Void
    package init(_ giveUp: @escaping @Sendable () -> Void) { self.giveUp = giveUp }
    deinit { giveUp() }
}
