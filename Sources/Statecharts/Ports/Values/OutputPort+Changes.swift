extension OutputPort {
    /// Makes a port for the changes of something: whoever connects late gets the whole first, and then each change with
    /// its number.
    ///
    ///     let shelf = OutputPort<Numbered<Shelf>>("shelf", changesOf: ["Emma"])
    ///
    /// The port keeps a copy of the whole and makes each change in it, without copying it unless a receiver still has
    /// the one that it was given. All messages are delivered in one order, whoever sends them. A change that passes
    /// through while a ``System`` holds changes of this port is delivered before them, as the whole with all of them; to
    /// a ``Replica`` they are repeated then. A change that the port's contract refuses is not made and gets no number.
    /// Everything else is as for ``init(_:)``, except that ``current`` is `nil`, and that ``sendWaiting(_:)`` throws a
    /// ``PortError``: a number is given when a change is sent, and would be out of order when there is room.
    /// - Parameters:
    ///   - name: as for ``init(_:)``.
    ///   - whole: what there is before the first change; its number is 0.
    public convenience init<Change: Delta>(
        _ name: String? = nil, changesOf whole: Change.Whole
    ) where Message == Numbered<Change> {
        self.init(OutputStorage(name: name, OutputStateMachine(hasWhole: true), fold: Fold(whole)))
    }

    /// Makes a change and gives it to everyone who is connected, with the next number.
    ///
    /// A port that was not made with ``init(_:changesOf:)`` has no numbers to give: there it traps.
    public func send<Change: Delta>(_ change: Change) where Message == Numbered<Change> {
        checkNumbers()
        send(.change(change, number: 0))
    }

    /// Puts something else in the place of the whole, with the next number, and gives it to everyone who is connected.
    public func replace<Change: Delta>(with whole: Change.Whole) where Message == Numbered<Change> {
        checkNumbers()
        send(.whole(whole, number: 0))
    }

    /// Gives the whole as it is, with the number that it has, to everyone who is connected: for receivers that have
    /// missed a change.
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
