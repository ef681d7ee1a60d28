extension OutputPort {
    /// Makes a port for the changes of a value: a receiver that connects late gets the whole first, and then each
    /// change with its number.
    ///
    ///     let shelf = OutputPort<Numbered<Shelf>>("shelf", changesOf: ["Emma"])
    ///
    /// The port keeps a copy of the whole and makes each change in it, without copying it unless a receiver still has
    /// the one that it was given. All messages are delivered in one order, whichever task sends them. A change that
    /// passes through while a ``System`` holds changes of this port is delivered before them, as the whole with all of
    /// them; to a ``Replica``, the held ones are then repeated. A change that the port's contract refuses is not made
    /// and gets no number. Everything else is as for ``init(_:)``, except that ``current`` is `nil`, and that
    /// ``sendWaiting(_:)`` throws a ``PortError``: a number is assigned when a change is sent, and would be out of
    /// order by the time there is room.
    /// - Parameters:
    ///   - name: as for ``init(_:)``.
    ///   - whole: what there is before the first change; its number is 0.
    public convenience init<Change: Delta>(
        _ name: String? = nil, changesOf whole: Change.Whole
    ) where Message == Numbered<Change> {
        self.init(OutputStorage(name: name, OutputStateMachine(hasWhole: true), fold: Fold(whole)))
    }

    /// Makes a change, and sends it to all connected receivers with the next number.
    ///
    /// Traps at a port that was not made with ``init(_:changesOf:)``, which has no numbers to assign.
    public func send<Change: Delta>(_ change: Change) where Message == Numbered<Change> {
        checkNumbers()
        send(.change(change, number: 0))
    }

    /// Replaces the whole, and sends the new one to all connected receivers with the next number.
    public func replace<Change: Delta>(with whole: Change.Whole) where Message == Numbered<Change> {
        checkNumbers()
        send(.whole(whole, number: 0))
    }

    /// Sends the whole as it is, with the number that it has, to all connected receivers: for those that have missed a
    /// change.
    public func resend<Change: Delta>() where Message == Numbered<Change> {
        checkNumbers()
        storage.resendWhole()
    }

    private func checkNumbers(_ function: StaticString = #function) {
        guard storage.folds else {
            trap(
                "\(function) was called on the port \(label), which does not number changes",
                "make the port with OutputPort(_:changesOf:)")
        }
    }
}
