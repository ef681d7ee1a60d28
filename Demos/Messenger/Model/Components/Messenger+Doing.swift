import Statecharts
import StatechartsSimulation
import Synchronization

extension Messenger {
    /// Does something at the phone.
    /// - Returns: whether it was taken; if not, nothing has changed.
    func give(_ command: UserCommand) async -> Bool {
        forgetRefusals()
        let unheard = chatCommands.unheardCount
        commands.send(command)
        await settle()
        return !refusals.take() && chatCommands.unheardCount == unheard
    }

    /// Something that was kept for a chat while that was started again may have been refused since: nobody waits for
    /// that answer any more.
    private func forgetRefusals() { _ = refusals.take() }

    /// Has other people do something.
    func have(_ command: PeopleCommand) async -> Bool {
        forgetRefusals()
        people.send(command)
        await settle()
        return !refusals.take()
    }

    /// Has the chat that is open crash.
    /// - Returns: whether there is one.
    func crash() async -> Bool {
        let unheard = faults.unheardCount
        faults.send(.crash)
        await settle()
        return faults.unheardCount == unheard
    }

    /// Moves the clock on.
    /// - Returns: `false` if it moves by itself.
    func advance(by duration: Duration) async -> Bool {
        guard let manualClock else { return false }
        let end = manualClock.now.advanced(by: duration)
        // From deadline to deadline, so that what happens at one is delivered before the next.
        while let next = await manualClock.pending.first?.deadline, next <= end {
            await manualClock.advance(by: manualClock.now.duration(to: next))
            await settle()
        }
        await manualClock.advance(by: manualClock.now.duration(to: end))
        return true
    }

    /// From now on messages are delivered one at a time, each when everybody is done with the one before: so they have
    /// the same order in each run.
    /// - Parameter choose: says which one of those that may be next is, the first waiting one of each port; by default
    ///   the one that was sent first.
    func deliverInTurns(by choose: (@Sendable ([HeldMessage]) -> HeldMessage)?) {
        order.withLock { $0 = choose }
        system.pause()
    }

    /// The same in the order of sending.
    public func deliverInTurns() { deliverInTurns(by: nil) }

    /// Waits until what was sent has been taken; on a manual clock, also everything that this caused.
    func settle() async {
        guard let manualClock else { return await settleHere() }
        await manualClock.settle()
        if isStepping.withLock({ $0 }) { return }
        while deliverOne() { await manualClock.settle() }
    }

    /// Lets one of the waiting messages through, as the present order wants it.
    private func deliverOne() -> Bool {
        if let choose = order.withLock({ $0 }) {
            var ports: Set<PortLabel> = []
            let first = system.held.filter { ports.insert($0.sender).inserted }
            return first.isEmpty ? false : system.step(choose(first).id) != nil
        }
        return system.step() != nil
    }

    /// The same on a clock that moves: asks each machine something, which it answers behind what it has been sent.
    private func settleHere() async {
        if isStepping.withLock({ $0 }) { return }
        for _ in 0..<3 {
            _ = await shell.isActive(\.front)
            _ = await chatsList.isActive(\.search)
            _ = await contacts.isActive(\.search)
            _ = await simulator.isActive(\.quiet)
            _ = await openChat?.machine.isActive(\.pages)
        }
    }

    /// The chat on the stack, if it is open.
    var openChat: OpenChat? {
        get async {
            guard await shell.isActive(\.stack.talk), let chat = await shell.port(\.chat) else { return nil }
            return openChats[chat]
        }
    }
}
