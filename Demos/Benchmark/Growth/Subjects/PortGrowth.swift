import Statecharts

extension Benchmark {
    /// Ports and connections.
    static let portGrowth: [GrowthSubject] = [
        GrowthSubject("fan-out", "n inputs connected to one output, and a message", from: 100) { n in
            let output = OutputPort<Int>(), inputs = (0..<n).map { _ in InputPort<Int>() }
            return {
                for input in inputs { connect(output, to: input) }
                output.send(1)
                guard inputs.last?.bufferedCount == 1 else { throw WrongWork(name: "fan-out") }
            }
        },
        GrowthSubject("fan-in", "n outputs connected to one input, and a message of each", from: 100) { n in
            let outputs = (0..<n).map { _ in OutputPort<Int>() }, input = InputPort<Int>()
            return {
                for output in outputs { connect(output, to: input) }
                for output in outputs { output.send(1) }
                guard input.bufferedCount == n else { throw WrongWork(name: "fan-in") }
            }
        },
        GrowthSubject("disconnected", "n connections of an output, taken back in their order", from: 100) { n in
            let output = OutputPort<Int>(), inputs = (0..<n).map { _ in InputPort<Int>() }
            let connections = inputs.map { connect(output, to: $0) }
            return { for connection in connections { connection.disconnect() } }
        },
        GrowthSubject("disconnected-in", "n connections to an input, taken back in their order", from: 100) { n in
            let outputs = (0..<n).map { _ in OutputPort<Int>() }, input = InputPort<Int>()
            let connections = outputs.map { connect($0, to: input) }
            return { for connection in connections { connection.disconnect() } }
        },
        GrowthSubject("released-inputs", "n inputs of an output, let go, and a message", from: 100) { n in
            let output = OutputPort<Int>()
            var inputs = (0..<n).map { _ in InputPort<Int>() }
            for input in inputs { connect(output, to: input) }
            return {
                inputs.removeAll()
                output.send(1)
            }
        },
        GrowthSubject("connection-set", "a set of n connections, disconnected", from: 100) { n in
            let output = OutputPort<Int>(), inputs = (0..<n).map { _ in InputPort<Int>() }
            let connections = ConnectionSet()
            return {
                for input in inputs { connections.insert(connect(output, to: input)) }
                connections.disconnect()
            }
        },
        GrowthSubject("proxies", "a message through n inputs in a row", from: 10) { n in
            let output = OutputPort<Int>(), inputs = (0..<n).map { _ in InputPort<Int>() }
            connect(output, to: inputs[0])
            for (from, to) in zip(inputs, inputs.dropFirst()) { connect(from, to: to) }
            return {
                for _ in 0..<10 { output.send(1) }
                guard inputs.last?.bufferedCount == 10 else { throw WrongWork(name: "proxies") }
            }
        },
        GrowthSubject("proxies-connected", "n inputs connected in a row", from: 10) { n in
            let inputs = (0..<n).map { _ in InputPort<Int>() }
            return { for (from, to) in zip(inputs, inputs.dropFirst()) { connect(from, to: to) } }
        },
        GrowthSubject("filters", "n inputs with a filter each, and a message", from: 100) { n in
            let output = OutputPort<Int>(), inputs = (0..<n).map { number in InputPort<Int>(where: { $0 == number }) }
            for input in inputs { connect(output, to: input) }
            return { output.send(0) }
        },
        GrowthSubject("buffered", "n messages that wait at an input, then taken", from: 1_000) { n in
            let input = InputPort<Int>()
            return {
                for number in 0..<n { input.send(number) }
                var iterator = input.makeAsyncIterator()
                for _ in 0..<n { _ = await iterator.next() }
            }
        },
        GrowthSubject("buffered-machine", "n messages before a machine's start, then taken", from: 1_000) { n in
            let chart = Doing()
            let numbers = chart.numbers
            let machine = Machine(chart)
            return {
                for _ in 0..<n { numbers.send(1) }
                try await machine.start()
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("dropped", "n messages, of which the newest 1,000 are kept", from: 1_000) { n in
            let input = InputPort<Int>(buffering: .bufferingNewest(1_000))
            return { for number in 0..<n { input.send(number) } }
        },
        GrowthSubject("streams", "n streams of an output, a message, and their ends", from: 100) { n in
            let output = OutputPort<Int>()
            return {
                let streams = (0..<n).map { _ in output.stream() }
                output.send(1)
                for stream in streams { for await _ in stream { break } }
            }
        },
        GrowthSubject("streams-cancelled", "n tasks that read streams of an output, cancelled", from: 100) { n in
            let output = OutputPort<Int>()
            return {
                let tasks = await GrowthTasks(n) { _ in for await _ in output.stream() {} }
                tasks.cancel()
                await tasks.wait()
                output.send(1)
            }
        },
        GrowthSubject("subscriptions", "n subscriptions, disconnected in their order", from: 100) { n in
            let output = OutputPort<Int>()
            return {
                let subscriptions = (0..<n).map { _ in output.subscription() }
                for subscription in subscriptions { subscription.connection.disconnect() }
            }
        },
    ]
}
