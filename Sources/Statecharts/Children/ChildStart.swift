/// A child that is to be started when its executor is free.
actor ChildStart: ScheduledMachine {
    private let child: any OwnedMachine
    private let life: ChildLife
    nonisolated let isPlaced = true
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe child.unownedExecutor }

    init(of child: any OwnedMachine, _ life: ChildLife) {
        self.child = child
        self.life = life
    }

    func attend() { life.start(child) }

    func attend(_ scheduler: MailboxScheduler) -> DrainResult {
        // What the child sends finds the scheduler.
        scheduler.enter()
        attend()
        scheduler.leave()
        return .empty
    }

    func attend(_ scheduler: MailboxScheduler, inTurnsWith partner: any ScheduledMachine) -> MailboxScheduler.Turn {
        .own(attend(scheduler))
    }
}
