// What a machine stores, without the marks of unsafe storage: an actor's properties are accessed one after the other.

extension Machine {
    @inlinable var inbox: Inbox<Event> {
        get { unsafe storedInbox }
        _modify { yield unsafe &storedInbox }
    }

    @inlinable var isRecorded: Bool {
        get { unsafe storedIsRecorded }
        set { unsafe storedIsRecorded = newValue }
    }

    @inlinable var isBusy: Bool {
        get { unsafe storedIsBusy }
        set { unsafe storedIsBusy = newValue }
    }

    /// Who alone takes envelopes and begins steps now.
    @inlinable var holder: MachineHolder {
        get { unsafe storedHolder }
        set { unsafe storedHolder = newValue }
    }

    @inlinable var hasWorkAfterSteps: Bool { unsafe storedHasWorkAfterSteps }
}
