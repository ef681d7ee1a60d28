import Statecharts

extension Benchmark {
    /// Ports with a current value.
    static let valueGrowth: [GrowthSubject] = [
        GrowthSubject("current", "n inputs that hear of a current value", from: 100) { n in
            let output = OutputPort("value", current: 1), inputs = (0..<n).map { _ in InputPort<Int>() }
            return { for input in inputs { connect(output, to: input) } }
        },
        GrowthSubject("current-sent", "n values of a port with a current value", from: 1_000) { n in
            let output = OutputPort("value", distinct: -1)
            return { for number in 0..<n { output.send(number) } }
        },
        GrowthSubject("combined", "a port combined of n others", from: 10) { n in
            let ports = (0..<n).map { OutputPort("value", current: $0) }
            return {
                var sum = ports[0]
                for port in ports.dropFirst() { sum = combineLatest(sum, port) { $0 &+ $1 } }
                ports[0].send(5)
                guard sum.current ?? 0 > 0 else { throw WrongWork(name: "combined") }
            }
        },
        GrowthSubject("combined-often", "n combinations of one value", from: 100) { n in
            let one = OutputPort("one", current: 1), two = OutputPort("two", current: 1)
            return {
                let sums = (0..<n).map { _ in combineLatest(one, two) { $0 + $1 } }
                one.send(2)
                guard sums.last?.current == 3 else { throw WrongWork(name: "combined-often") }
            }
        },
    ]

    /// Producers and consumers that wait for each other.
    static let waitingGrowth: [GrowthSubject] = [
        GrowthSubject("room", "n tasks that wait for room at an input, and get it", from: 100) { n in
            let input = InputPort<Int>(buffering: .waiting(1))
            return {
                let tasks = await GrowthTasks(n) { number in try await input.sendWaiting(number) }
                for await _ in input.prefix(n) {}
                await tasks.wait()
            }
        },
        GrowthSubject("room-cancelled", "n such tasks, cancelled", from: 100) { n in
            let input = InputPort<Int>(buffering: .waiting(1))
            return {
                let tasks = await GrowthTasks(n) { number in try await input.sendWaiting(number) }
                tasks.cancel()
                await tasks.wait()
            }
        },
        GrowthSubject("room-behind", "n tasks that wait for room behind an output, cancelled", from: 100) { n in
            let output = OutputPort<Int>(), input = InputPort<Int>(buffering: .waiting(1))
            connect(output, to: input)
            return {
                let tasks = await GrowthTasks(n) { number in try await output.sendWaiting(number) }
                tasks.cancel()
                await tasks.wait()
            }
        },
        GrowthSubject("consumers", "n tasks that wait for a message each", from: 100) { n in
            let input = InputPort<Int>()
            return {
                let tasks = await GrowthTasks(n) { _ in for await _ in input { break } }
                for number in 0..<n { input.send(number) }
                await tasks.wait()
            }
        },
        GrowthSubject("consumers-cancelled", "n such tasks, cancelled", from: 100) { n in
            let input = InputPort<Int>()
            return {
                let tasks = await GrowthTasks(n) { _ in for await _ in input {} }
                tasks.cancel()
                await tasks.wait()
            }
        },
    ]
}
