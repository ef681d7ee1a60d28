/// How a message is offered to a sink: what the sender wants if there is no room for it.
@usableFromInline
enum OfferMode: Sendable {
    /// At once: a full receiver drops by its policy.
    case immediate
    /// Only to a receiver that is ready now; otherwise the answer is ``OfferResult/busy``. If a machine is given the
    /// message and does not begin its step, the message goes back by the ``WayBack``.
    ///
    /// A message from the queue of a port behind a gate has this mode when the machine gets it. The machine is known to
    /// be ready then, and the mode only carries the way back.
    case ifReady(WayBack)
    /// The sender has waited for room: places are reserved for the message.
    case reserved(Reservation)

    /// How the message goes back if a machine does not begin its step.
    var wayBack: WayBack? { if case .ifReady(let way) = self { way } else { nil } }

    /// The places that are reserved for the message, if its sender has waited.
    @inlinable var reservation: Reservation? {
        if case .reserved(let reservation) = self { reservation } else { nil }
    }
}
