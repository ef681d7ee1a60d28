import Statecharts

extension Benchmark {
    /// Point-to-point channels, and contracts.
    static let channelGrowth: [GrowthSubject] = [
        GrowthSubject("channel-jobs", "n jobs that wait for one worker", from: 1_000) { n in
            let channel = PointToPointChannel<Int>("jobs"), office = OutputPort<Int>()
            connect(office, to: channel)
            return {
                for number in 0..<n { office.send(number) }
                let machine = try await worker(of: channel)
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("channel-workers", "n workers, and n jobs", from: 10) { n in
            let channel = PointToPointChannel<Int>("jobs"), office = OutputPort<Int>()
            connect(office, to: channel)
            var workers: [Machine<Doing>] = []
            for _ in 0..<n { workers.append(try await worker(of: channel)) }
            let all = workers
            return {
                for number in 0..<n { office.send(number) }
                var heard = 0
                while heard < n {
                    heard = 0
                    for worker in all { heard += try await worker.withTop { $0.heard } }
                }
            }
        },
        GrowthSubject("channel-busy", "n jobs that come while n workers are not ready", from: 100) { n in
            let channel = PointToPointChannel<Int>("jobs"), office = OutputPort<Int>()
            connect(office, to: channel)
            let workers = (0..<n).map { _ in InputPort<Int>() }
            for worker in workers { connect(channel, to: worker) }
            return {
                for number in 0..<n { office.send(number) }
                guard channel.bufferedCount == n, workers.count == n else { throw WrongWork(name: "channel-busy") }
            }
        },
        GrowthSubject("channel-connected", "n workers, connected and taken off again", from: 100) { n in
            let channel = PointToPointChannel<Int>("jobs"), inputs = (0..<n).map { _ in InputPort<Int>() }
            return {
                let connections = inputs.map { connect(channel, to: $0) }
                for connection in connections { connection.disconnect() }
            }
        },
        GrowthSubject("contract", "n messages at a port with a contract", from: 100) { n in
            let output = OutputPort<Int>(), input = InputPort<Int>()
            connect(output, to: input)
            let contract = Contract(Row(3))
            output.enforce(contract) { _ in .next }
            return { for number in 0..<n { output.send(number) } }
        },
        GrowthSubject("contract-ports", "a contract at n ports, and a message at each", from: 100) { n in
            let outputs = (0..<n).map { _ in OutputPort<Int>() }
            let contract = Contract(Row(3))
            return {
                for output in outputs { output.enforce(contract) { _ in .next } }
                for output in outputs { output.send(1) }
            }
        },
    ]

    private static func worker(of channel: PointToPointChannel<Int>) async throws -> Machine<Doing> {
        let chart = Doing()
        connect(channel, to: chart.numbers)
        let machine = Machine(chart)
        try await machine.start()
        return machine
    }
}
