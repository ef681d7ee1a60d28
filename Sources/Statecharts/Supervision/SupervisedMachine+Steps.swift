extension SupervisedMachine {
    /// Every step from now on, of whichever life, each with its whole record; ends when there will be no other machine.
    ///
    /// As with ``Machine/steps``, each access makes a new subscription that starts at once. It goes on with the next
    /// machine from that machine's start. It also ends with the supervisor's run; if the supervisor runs again,
    /// subscribe again.
    public var steps: Steps { steps(buffering: .unbounded) }

    /// Every step from now on, of whichever life, with the given buffering policy, which applies to each life
    /// separately.
    public func steps(buffering policy: AsyncStream<Macrostep<Event>>.Continuation.BufferingPolicy) -> Steps {
        follow { $0.steps(buffering: policy) }
    }

    /// The configuration as it changes, of whichever life, beginning with the present one if there is a machine; ends
    /// as ``steps`` do.
    ///
    /// While there is no machine nothing arrives: ``status`` says so.
    public var configurations: Configurations { configurations(buffering: .unbounded) }

    /// The configuration as it changes, with the given buffering policy: `.bufferingNewest(1)` for a user interface.
    /// The policy applies to each life separately.
    public func configurations(
        buffering policy: AsyncStream<Configuration>.Continuation.BufferingPolicy
    ) -> Configurations {
        follow { $0.configurations(buffering: policy) }
    }

    /// The steps of one machine after the other.
    public typealias Steps = Lives<Machine<Top>.Steps>
    /// The configurations of one machine after the other.
    public typealias Configurations = Lives<AsyncStream<Configuration>>

    /// Reads something of the present machine and of all that follow.
    private func follow<Base: AsyncSequence & Sendable>(
        _ subscribe: @escaping @Sendable (Machine<Top>) -> Base
    ) -> Lives<Base> {
        let (lives, continuation) = AsyncStream.makeStream(of: Base.self)
        let reader = LifeReader<Top> { machine in
            let life = subscribe(machine)
            return { continuation.yield(life) }
        } finish: {
            continuation.finish()
        }
        let (key, present) = contents.withLock { contents -> (Int?, Machine<Top>?) in
            if case .over = contents.phase { return (nil, nil) }
            contents.nextReader += 1
            contents.readers[contents.nextReader] = reader
            return (contents.nextReader, contents.hasEnded ? nil : contents.latest)
        }
        guard let key else {
            continuation.finish()
            return Lives(lives: lives)
        }
        continuation.onTermination = { [weak self] _ in
            let reader = self?.contents.withLock { $0.readers.removeValue(forKey: key) }
            withExtendedLifetime(reader) {}
        }
        reader.begin(with: present)
        return Lives(lives: lives)
    }

    /// The elements of the sequences of one machine after the other.
    public struct Lives<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Failure == Never {
        /// An element of a machine's sequence.
        public typealias Element = Base.Element
        /// Reading never fails.
        public typealias Failure = Never

        let lives: AsyncStream<Base>

        /// Makes an iterator at the present position of the subscription, for one task to use.
        public func makeAsyncIterator() -> Iterator { Iterator(lives: lives.makeAsyncIterator()) }

        /// Reads one life after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var lives: AsyncStream<Base>.Iterator
            var life: Base.AsyncIterator?

            /// The next element once there is one; `nil` at the end, and when the reading task is cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Base.Element? {
                while true {
                    if var current = life {
                        let element = await current.next(isolation: actor)
                        life = element == nil ? nil : current
                        if let element { return element }
                    }
                    guard let next = await lives.next(isolation: actor) else { return nil }
                    life = next.makeAsyncIterator()
                }
            }
        }
    }
}

/// Who goes on reading from life to life.
///
/// Another life may begin while the reader is given the present one: that one waits, so that it is read first.
final class LifeReader<Top: Statechart>: Sendable {
    private struct Contents {
        /// Subscribed to, and not handed over yet.
        var lives: [@Sendable () -> Void] = []
        /// True while somebody hands lives over, and before the first one.
        var isBusy = true
    }
    private let contents = Guarded(Contents())
    private let subscribe: @Sendable (Machine<Top>) -> @Sendable () -> Void
    let finish: @Sendable () -> Void

    /// - Parameter subscribe: reads of a machine from now on; what it answers hands that over.
    init(
        subscribe: @escaping @Sendable (Machine<Top>) -> @Sendable () -> Void, finish: @escaping @Sendable () -> Void
    ) {
        self.subscribe = subscribe
        self.finish = finish
    }

    /// Hands over the present life, if there is one, and those that have begun since the reader was known.
    func begin(with present: Machine<Top>?) {
        if let present { subscribe(present)() }
        handOver()
    }

    /// Another life begins.
    func begin(_ machine: Machine<Top>) {
        let life = subscribe(machine)
        let isBusy = contents.withLock { contents in
            contents.lives.append(life)
            defer { contents.isBusy = true }
            return contents.isBusy
        }
        if !isBusy { handOver() }
    }

    private func handOver() {
        while let life = contents.withLock({ contents -> (@Sendable () -> Void)? in
            if contents.lives.isEmpty {
                contents.isBusy = false
                return nil
            }
            return contents.lives.removeFirst()
        }) { life() }
    }
}
