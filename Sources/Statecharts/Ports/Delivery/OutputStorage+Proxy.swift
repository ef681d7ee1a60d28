// An output as a proxy behind another one: what comes to it goes on.

extension OutputStorage {
    @inlinable
    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        if Tracing.isActive { return receiveTraced(parcel, reading) }
        let isGiven: Void? = route.withValue(reading) { give(parcel, to: $0, reading) }
        return isGiven == nil ? receiveInTurn(parcel) : .taken
    }

    /// Somebody wants to know causes. As long as no system is watched, messages go the short way all the same, with
    /// their causes.
    @inlinable @inline(never)
    func receiveTraced(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        if Tracing.isWatched { return receiveInTurn(parcel) }
        let parcel = parcel.traced
        let isGiven: Void? = route.withValue(reading) { give(parcel, to: $0, reading) }
        return isGiven == nil ? receiveInTurn(parcel) : .taken
    }

    /// Straight to a single end, if nothing is in the way and it has room.
    @inlinable
    func admit(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Admission {
        if Tracing.isWatched { return .prepared(prepare(parcel.message)) }
        let admission = route.withValue(reading) { route -> Admission? in
            if route.others != nil { return nil }
            switch route.admit(parcel.traced, reading) {
            case .received(.taken): return .received(.taken)
            case .received(.gone):
                _ = disconnect(route.id)
                return .received(.taken)
            case .prepared(let preparation):
                return .prepared(waiting(at: route.id, parcel.message, preparation))
            }
        }
        if case .some(.some(let admission)) = admission { return admission }
        openRoute()
        return .prepared(prepare(parcel.message))
    }

    /// A preparation of one end, as that of this output.
    @usableFromInline
    func waiting(at link: Int, _ message: Message, _ preparation: Preparation) -> Preparation {
        switch preparation {
        case .ready: return preparation
        case .waits(let wait):
            let links = links.filter { $0.id == link }
            return .waits { [self] in try await prepareRest(message, [], links[...], waiting: wait) }
        }
    }

    @inlinable
    func give(_ parcel: Parcel<Message>, to route: Route<Message>, _ reading: ReadSection) {
        if route.give(parcel, reading) == .gone { _ = disconnect(route.id) }
        for link in route.others ?? [] where link.give(parcel, reading) == .gone { _ = disconnect(link.id) }
    }

    @usableFromInline
    func receiveInTurn(_ parcel: Parcel<Message>) -> Reception {
        openRoute()
        if let origin = parcel.origin, !isRelay { origin.pass(identity.label) }
        return send(parcel.message, origin: parcel.origin) ? .taken : .gone
    }

    /// Lets the messages after this one go to the ends at once, if they may.
    @usableFromInline
    func openRoute() {
        state.withLock { state in
            guard !route.isPublished, !contract.isInForce, let links = state.linksAtOnce else { return }
            _ = route.exchange(Route(links, of: identity))
        }
    }
}
