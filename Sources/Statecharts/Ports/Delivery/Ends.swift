/// A connection, seen from the output.
@usableFromInline
struct OutputLink<Message: Sendable>: Sendable {
    @usableFromInline typealias Offer = @Sendable (Parcel<Message>, OfferMode, ReadSection) -> OfferResult

    @usableFromInline let id: Int
    let sink: any Sink<Message>
    /// Offers a message to the sink. A closure, because it is made where the types are known, and so is compiled for
    /// them.
    @usableFromInline let offer: Offer
}

/// The ends that an output's messages are delivered to: at least one. An object, so that it can be published: who
/// delivers a message counts no references.
@usableFromInline
final class Ends<Message: Sendable>: Sendable {
    @usableFromInline let first: OutputLink<Message>
    /// `nil` for most outputs, so that no array is touched.
    @usableFromInline let others: [OutputLink<Message>]?
    /// True when ``leavesByManyWays`` may ever be true.
    @usableFromInline let mayLeaveByManyWays: Bool

    init?(_ links: [OutputLink<Message>]) {
        guard let first = links.first else { return nil }
        self.first = first
        others = links.count > 1 ? Array(links.dropFirst()) : nil
        mayLeaveByManyWays = links.count > 1 && links.count { $0.sink.mayLeaveProcess } > 1
    }

    /// True when a message leaves the process through several of the ends now.
    @usableFromInline var leavesByManyWays: Bool {
        (first.sink.leavesProcess ? 1 : 0) + (others?.count { $0.sink.leavesProcess } ?? 0) > 1
    }

    var mayWait: Bool { first.sink.mayWait || others?.contains { $0.sink.mayWait } ?? false }
}

extension OutputStorage {
    /// Delivers a message to the ends: the last step of every way through an output.
    @inlinable
    func deliver(_ parcel: Parcel<Message>, _ mode: OfferMode, to ends: Ends<Message>, _ section: ReadSection) {
        if ends.mayLeaveByManyWays, ends.leavesByManyWays { return deliverIdentified(parcel, mode, to: ends, section) }
        deliver(parcel, mode, to: ends.first, section)
        guard let others = ends.others else { return }
        for link in others { deliver(parcel, mode, to: link, section) }
    }

    @inlinable
    func deliver(_ parcel: Parcel<Message>, _ mode: OfferMode, to link: OutputLink<Message>, _ section: ReadSection) {
        if case .gone = link.offer(parcel, mode, section) { remove(link.id) }
    }

    /// Gives a message its identity before it leaves the process: it is to be the same one at all ends.
    @usableFromInline @inline(never)
    func deliverIdentified(
        _ parcel: Parcel<Message>, _ mode: OfferMode, to ends: Ends<Message>, _ section: ReadSection
    ) {
        let leaving = parcel.identified(leaving: identity)
        for link in [ends.first] + (ends.others ?? []) {
            deliver(link.sink.leavesProcess ? leaving : parcel, mode, to: link, section)
        }
    }
}
