import Statecharts
import StatechartsBridge

// The other process of tests, and the figures of a bridge.
//
//     bridge-peer unix|tcp|pipe|pipes ADDRESS     sends everything back that it gets
//     bridge-peer raw SOCKET                      the same without a bridge, byte by byte
//     bridge-peer chain LISTEN SOCKET             hands on what it gets at LISTEN to SOCKET, by way of a machine
//     bridge-peer idle SOCKET                     says whether a service that no monitor looks at wants to know causes
//     bridge-peer scarce SOCKET                   uses all descriptors up, says what comes of it, and gives them back
//     bridge-peer rounds SOCKET TRIPS MESSAGES    the same from the other end, to be looked at by a profiler
//     swift run -c release bridge-peer figures    a message over a bridge beside the same bytes over a bare socket

let arguments = CommandLine.arguments + ["", "", ""]
// Somebody who is starved is told `busy` for as long as the other process has no thread: half an hour, so that nobody stays
// for ever whose test has died.
let limits = BridgeLimits(window: 1024, retryDelays: .milliseconds(1)...(.milliseconds(20)), attempts: 100_000)

func echo(over link: any BridgeLink) async throws {
    let bridge = Bridge(over: link, name: "peer", limits: limits)
    let echo = OutputPort<Int>("echo")
    bridge.import("there", to: echo)
    bridge.export(echo, as: "back")
    try await bridge.start()
    for await _ in bridge.states.stream() {}
}

switch arguments[1] {
case "unix": try await echo(over: UnixSocketLink(to: arguments[2]))
case "tcp": try await echo(over: TCPLink(port: Int(arguments[2]) ?? 0))
case "pipe": try await echo(over: PipeLink(to: arguments[2]))
case "pipes": try await echo(over: PipeLink(reading: 0, writing: 1))
case "raw": try RawSocket.echo(arguments[2], polls: false)
case "raw-poll": try RawSocket.echo(arguments[2], polls: true)
case "chain": try await Chain.run(listeningAt: arguments[2], to: arguments[3])
case "idle":
    let service = MonitorService(of: System(), over: try UnixSocketLink(listeningAt: arguments[2]), name: "idle")
    service.start()
    let monitor = Monitor(over: UnixSocketLink(to: arguments[2]))
    try await monitor.start()
    print("connected: \(CrossProcessTracing.areWanted)")
    await monitor.stop()
    service.stop()
case "scarce": try await Scarcity.run(listeningAt: arguments[2])
case "rounds":
    try await Figures.rounds(
        at: arguments[2], trips: Int(arguments[3]) ?? 0, messages: Int(arguments.count > 6 ? arguments[4] : "") ?? 0)
case "figures": try await Figures.print(messages: Int(arguments[2]) ?? 1_000_000)
default:
    print("usage: bridge-peer unix|tcp|pipe|pipes|raw ADDRESS, bridge-peer chain LISTEN SOCKET, or bridge-peer figures")
}
