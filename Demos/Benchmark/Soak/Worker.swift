import Statecharts

/// One of a thousand machines under load: takes jobs one at a time, fails at some of them, and has a pulse beside that.
///
///     Worker   out: ends
///     └─ Shop (regions)
///        ├─ Jobs
///        │  ├─ Idle      job → Working
///        │  ├─ Working   do / work;  finished → Idle;  timeout → Broken;  failed → Broken;  job / deferred
///        │  └─ Broken    after 2 ms → Idle;  job / deferred
///        └─ Pulse
///           ├─ Low   every 20 ms: pulse → High
///           └─ High  every 20 ms: pulse → Low
///     crash / throws, and nobody handles it: the machine fails
final class Worker: TopState<Worker.Event> {
    enum Event: Sendable {
        case job(Job)
        case finished, timeout, repaired, pulse, crash
    }

    /// What a job will do.
    enum Job: Sendable, CaseIterable { case easy, waiting, failing, endless }

    struct Broke: Error {}

    /// A job has ended, well or not.
    struct Ended: Sendable {}

    let ends = OutputPort<Ended>("ends")
    let shop = Shop()
    let account: Account
    /// What was entered less what was left, of the states that count themselves.
    var working = 0
    var broken = 0
    var beats = 0

    init(account: Account) { self.account = account }

    override func configure() { substates(shop) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .crash: .handled { throw Broke() }
        case .job, .finished, .timeout, .repaired, .pulse: .unhandled
        }
    }

    /// Whether the counters agree with the configuration.
    var isConsistent: Bool {
        let jobs = [shop.jobs.idle.isActive, shop.jobs.working.isActive, shop.jobs.broken.isActive]
        let pulses = [shop.pulse.low.isActive, shop.pulse.high.isActive]
        return jobs.count { $0 } == 1 && pulses.count { $0 } == 1
            && working == (shop.jobs.working.isActive ? 1 : 0) && broken == (shop.jobs.broken.isActive ? 1 : 0)
    }

    final class Shop: OrthogonalState<Worker, Worker> {
        let jobs = Jobs(), pulse = Pulse()
        override func configure() { regions(jobs, pulse) }
    }

    final class Jobs: State<Shop, Worker> {
        let idle = Idle(), working = Working(), broken = Broken()
        override func configure() { substates(idle, working, broken) }
        var next = Job.easy

        final class Idle: State<Jobs, Worker> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .job(let job): .to(superior.working) { self.superior.next = job }
                case .finished, .timeout, .repaired, .pulse, .crash: .unhandled
                }
            }
        }

        final class Working: State<Jobs, Worker> {
            @Scoped var tries = 0
            override func entry() {
                top.working += 1
                tries += 1
                after(.milliseconds(3), send: .timeout)
                switch superior.next {
                case .easy: run({ await Task.yield() }, done: { .finished })
                case .waiting: run({ try await Task.sleep(for: .milliseconds(1)) }, done: { .finished })
                case .failing: run { throw Broke() }
                case .endless: run { await Self.waitForCancellation() }
                }
            }
            override func exit() {
                top.working -= 1
                top.account.close(wasFirst: tries == 1)
                top.ends.send(Ended())
            }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .job: .deferred
                case .finished: .to(superior.idle)
                case .timeout: .to(superior.broken)
                case .repaired, .pulse, .crash: .unhandled
                }
            }
            override func failed(_ error: any Error) -> Reaction { .to(superior.broken) }

            /// Not `Task.sleep`: Dispatch keeps a cancelled sleep until its time is over.
            private static func waitForCancellation() async {
                let (nothing, source) = AsyncStream.makeStream(of: Never.self)
                for await _ in nothing {}
                source.finish()
            }
        }

        final class Broken: State<Jobs, Worker> {
            override func entry() {
                top.broken += 1
                after(.milliseconds(2), send: .repaired)
            }
            override func exit() { top.broken -= 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .job: .deferred
                case .repaired: .to(superior.idle)
                case .finished, .timeout, .pulse, .crash: .unhandled
                }
            }
        }
    }

    final class Pulse: State<Shop, Worker> {
        let low = Low(), high = High()
        override func configure() { substates(low, high) }

        final class Low: State<Pulse, Worker> {
            override func entry() { every(.milliseconds(20), send: .pulse) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .pulse: .to(superior.high) { self.top.beats += 1 }
                case .job, .finished, .timeout, .repaired, .crash: .unhandled
                }
            }
        }

        final class High: State<Pulse, Worker> {
            override func entry() { every(.milliseconds(20), send: .pulse) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .pulse: .to(superior.low) { self.top.beats += 1 }
                case .job, .finished, .timeout, .repaired, .crash: .unhandled
                }
            }
        }
    }
}
