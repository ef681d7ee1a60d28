// Who comes to look into the mailbox: a courier, or somebody who comes after what was posted.

extension Machine: Served {
    /// Has the machine look into its mailbox soon.
    @inlinable
    nonisolated func callCourier() { Courier.call(self) }

    @usableFromInline
    func attend(_ courier: Courier) -> Courier.Service { server(self, .serve(courier)) }

    @usableFromInline
    func attend(_ courier: Courier, inTurnsWith partner: any Served) async -> Courier.Turn {
        while true {
            let own = server(self, .serve(courier))
            guard courier.goesOn(from: ObjectIdentifier(self), own) else { return .own(own) }
            let others = await partner.attend(courier)
            guard courier.goesOn(from: ObjectIdentifier(partner), others) else { return .partners(others) }
        }
    }

    @inlinable
    func perform(_ work: CompiledWork) -> Courier.Service {
        switch work {
        case .serve(let courier): return serve(courier)
        case .connect:
            connectObservers()
            return .rests
        }
    }

    /// Deals with what is in the mailbox, on behalf of a courier, or for somebody who comes after it.
    @inlinable
    func serve(_ courier: Courier?) -> Courier.Service {
        // Only where an action runs its executor's jobs itself: a run loop inside a run loop.
        if isBusy { return .gaveWay }
        courier?.enter()
        isBusy = true
        var service = deal(with: courier)
        isBusy = false
        if courier != nil, case .left = service { service = goOn() }
        courier?.leave()
        return service
    }

    /// Deals with what is in the mailbox; what is posted from the steps to other machines at rest gets tasks of its
    /// own.
    func wakeUp() async {
        while hasToYield { await Task.yield() }
        wake()
    }

    /// Deals with letters that `deal` has left.
    @usableFromInline
    func goOn() -> Courier.Service {
        let isAll = takeAll()
        // The end of a suspended step looks into the mailbox by itself; that of another one may not.
        return !isAll || isOccupied && !isSuspended ? .gaveWay : .rests
    }
}

/// What a machine does in code that is compiled for its chart.
@usableFromInline
enum CompiledWork: Sendable {
    /// Deals with what is in the mailbox.
    case serve(Courier?)
    /// Has the observers told of steps.
    case connect
}
