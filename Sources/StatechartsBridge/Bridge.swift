public import Statecharts

/// Ports that reach into another process.
///
/// In one process:
///
///     let bridge = Bridge(over: link, name: "shop")
///     bridge.export(shop.prices, as: "prices")
///     bridge.import("orders", to: shop.orders)
///     try await bridge.start()  // returns when both sides have met
///
/// and in the other:
///
///     let bridge = Bridge(over: link, name: "guest")
///     bridge.import("prices", to: guest.prices)
///     bridge.export(guest.orders, as: "orders")
///     try await bridge.start()
///
/// Components know nothing of it. Any number of channels go over one link. What one sender sends through one port
/// arrives in the order of sending, and not twice: if the connection breaks, the link makes another one, and what the
/// other side has not acknowledged is sent again. Names and types of channels are compared when the two sides meet.
///
/// What is sent faster than the other side takes it waits here, by the policy of the export;
/// `OutputPort.sendWaiting(_:)` waits for room.
///
/// The bridge ends when it is released, by ``close()`` or ``stop()`` here or on the other side, and when the other side
/// cannot be understood: ``states`` says why. Ports are not finished by that.
///
/// Over a link that listens, a bridge can have several peers at a time, as many as its `connections`. What it exports
/// goes to all of them, each with credits, acknowledgements and counts of its own, so that a slow one delays no other.
/// What they send comes together in the port of the import, each sender's messages in order. A peer that closes, stops
/// or cannot be understood is gone, and its place is free for another one; the bridge goes on, and ends only by
/// ``close()`` or ``stop()`` here. ``peers`` has all of them.
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class Bridge: Sendable {
    private struct Registry {
        var exports: [Export] = []
        var imports: [Import] = []
        var core: BridgeCore?
    }

    /// The name by which the errors of the other side call this one.
    public let name: String
    /// The state of the bridge; a receiver that connects late gets the present state at once. The port finishes when
    /// the bridge has ended. With several peers the state is connected as long as any peer is, and names the one that
    /// was met last.
    public let states = OutputPort<BridgeState>("state", current: .new)
    /// Each change of a peer: it was met, its connection broke, it came back, it has ended. The port finishes when the
    /// bridge has ended.
    public let peerChanges = OutputPort<BridgePeer>("peers")
    private let registry = Guarded(Registry())
    /// What is told about components, if a system is shared.
    @usableFromInline let sharing: Sharing
    private let makeCore: @Sendable ([Export], [Import]) -> BridgeCore
    private let limits: BridgeLimits

    /// Makes a bridge that is not connected.
    /// - Parameters:
    ///   - link: the way to the other side, for one bridge only.
    ///   - name: what the other side calls this one; by default the name of the program.
    ///   - connections: how many peers there may be at a time, over a link that listens. A link that does not listen
    ///     has one.
    ///   - limits: how much it takes from each peer, and how long it waits.
    ///   - clock: the clock that it waits on.
    public convenience init<C: Clock>(
        over link: any BridgeLink, name: String? = nil, connections: Int = 1, limits: BridgeLimits = BridgeLimits(),
        clock: C = ContinuousClock()
    ) where C.Duration == Duration {
        self.init(
            over: link, name: name, connections: connections, limits: limits, clock: clock, carriesCauses: true)
    }

    /// - Parameter carriesCauses: whether what goes out may have been caused by what has come in. Otherwise nobody in
    ///   the process need know causes for the sake of this bridge.
    init<C: Clock>(
        over link: any BridgeLink, name: String?, connections: Int = 1, limits: BridgeLimits,
        clock: C = ContinuousClock(), carriesCauses: Bool
    ) where C.Duration == Duration {
        self.limits = limits
        let name = name ?? CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "bridge"
        self.name = name
        let sharing = Sharing(name)
        self.sharing = sharing
        makeCore = { [states, peerChanges] exports, imports in
            BridgeCore(
                name: name, link: link, connections: link.isListening ? connections : 1, limits: limits,
                sleep: { try await clock.sleep(for: $0) }, exports: exports, imports: imports,
                carriesCauses: carriesCauses, states: states, changes: peerChanges, sharing: sharing)
        }
    }

    deinit { stop() }

    // MARK: Channels

    /// Sends the messages of an output to the other side, if that imports the channel.
    ///
    /// To be called before ``start()``; later, or with a name that is taken, it traps.
    ///   - output: any output, even that of a composite. It may be connected elsewhere and be exported over other
    ///     bridges too.
    ///   - channel: what both sides call it.
    ///   - type: what both sides call the type of the messages; by default its name in Swift, without modules.
    ///   - policy: what happens to messages for which the other side has no room yet, or while there is no connection.
    ///     Dropped ones are counted, and reported by the `System` of the port.
    @inlinable
    public func export<Message: Sendable & Encodable>(
        _ output: OutputPort<Message>, as channel: String, type: String? = nil,
        buffering policy: PortBuffering = .waiting(65_536)
    ) {
        let (ahead, rest) = Export.places(policy)
        add(
            Export(Self.offer(channel, type, Message.self), ahead: ahead) { outlet, bridge in
                OutboundPort(of: output, to: PortLabel(owner: bridge, name: channel), buffering: rest) {
                    outlet.send($0, $1)
                }
            })
    }

    /// Makes the other side, or each peer that imports the channel, one of the receivers of a point-to-point channel.
    ///
    /// A message goes there if a receiver there is ready and, of those that are ready, was given one longest ago. To be
    /// called before ``start()``; later, or with a name that is taken, it traps. The parameters are those of the export
    /// of an output, without a policy.
    public func export<Message: Sendable & Encodable>(
        _ messages: PointToPointChannel<Message>, as channel: String, type: String? = nil
    ) {
        add(
            Export(Self.offer(channel, type, Message.self, .pointToPoint)) { outlet, bridge in
                OutboundPort(of: messages, to: PortLabel(owner: bridge, name: channel)) { outlet.send($0, $1) }
            })
    }

    /// Gives the messages of a channel of the other side to an input.
    ///
    /// To be called before ``start()``; later, or with a name that is taken, it traps. If the input bounds its buffer
    /// by `PortBuffering.waiting(_:)`, the other side sends no more than there is room for, and so its senders wait.
    /// - Parameters:
    ///   - channel: what both sides call it.
    ///   - input: the port that gets the messages.
    ///   - type: what both sides call the type of the messages; by default its name in Swift, without modules.
    @inlinable
    public func `import`<Message: Sendable & Decodable>(
        _ channel: String, to input: InputPort<Message>, type: String? = nil
    ) {
        add(Import(Self.offer(channel, type, Message.self), input.inbound))
        sharing.receives(channel) { [weak input] in input?.label }
    }

    /// Lets an output stand here for that of the other side: it sends what arrives, to everything that is connected to
    /// it.
    ///
    /// Everything else is as for an import to an input.
    @inlinable
    public func `import`<Message: Sendable & Decodable>(
        _ channel: String, to output: OutputPort<Message>, type: String? = nil
    ) {
        add(Import(Self.offer(channel, type, Message.self), output.inbound))
        sharing.receives(channel) { [weak output] in output?.label }
    }

    /// Distributes the messages of a channel of the other side among the receivers of a point-to-point channel here.
    ///
    /// If the channel is point-to-point there, this one counts as a receiver that is always ready. Everything else is
    /// as for an import to an input.
    @inlinable
    public func `import`<Message: Sendable & Decodable>(
        _ channel: String, to messages: PointToPointChannel<Message>, type: String? = nil
    ) {
        add(Import(Self.offer(channel, type, Message.self), messages.inbound))
        sharing.receives(channel) { [weak messages] in messages?.label }
    }

    @usableFromInline
    static func offer<Message>(
        _ channel: String, _ type: String?, _ message: Message.Type, _ kind: ChannelOffer.Kind = .publish
    ) -> ChannelOffer {
        ChannelOffer(channel: channel, type: type ?? String(describing: message), kind: kind)
    }

    @usableFromInline
    func add(_ export: Export) {
        let isAdded = registry.withLock { registry in
            guard registry.core == nil, !registry.exports.contains(where: { $0.offer.channel == export.offer.channel })
            else { return false }
            registry.exports.append(export)
            return true
        }
        if !isAdded { misuse("export", export.offer.channel) }
    }

    @usableFromInline
    func add(_ imported: Import) {
        let isAdded = registry.withLock { registry in
            guard registry.core == nil,
                !registry.imports.contains(where: { $0.offer.channel == imported.offer.channel })
            else { return false }
            registry.imports.append(imported)
            return true
        }
        if !isAdded { misuse("import", imported.offer.channel) }
    }

    private func misuse(_ function: StaticString, _ channel: String) -> Never {
        trap(
            "\(function) of the channel \"\(channel)\" came after start() of the bridge \(name), or the channel is there already",
            "name all channels before start(), each once")
    }

    // MARK: Life

    /// Connects, and returns when both sides have met, with several peers when the first one has come. From then on
    /// messages pass, even over the connections that follow a broken one.
    ///
    /// What was sent before, since the first call, has waited. Called again, it waits in the same way.
    /// - Throws: ``BridgeError`` if the bridge has ended instead, or before this was called; `CancellationError` if
    /// the task is cancelled, while the bridge goes on.
    public func start() async throws {
        let (core, isFirst) = beginOnce()
        try await core.waitForConnection(asFirst: isFirst)
    }

    /// Connects without waiting, otherwise like ``start()``: ``states`` shows the result.
    public func begin() { _ = beginOnce() }

    /// Begins, if that was not done already.
    private func beginOnce() -> (core: BridgeCore, isFirst: Bool) {
        let core = registry.withLock { registry in
            let core = registry.core ?? makeCore(registry.exports, registry.imports)
            registry.core = core
            return core
        }
        // Its numbers are longest in the end.
        let length = core.hello.bytes.count + Frame.roomForNumbers
        if length > limits.frameLength {
            trap(
                "the names of the channels of the bridge \(name) take \(length) bytes, and a frame at most \(limits.frameLength)",
                "shorten them, or allow longer frames on both sides (BridgeLimits.frameLength)")
        }
        sharing.start(core, exports: core.exports.map(\.offer), imports: core.imports.map(\.offer))
        return (core, core.start())
    }

    var core: BridgeCore? { registry.withLock { $0.core } }
    var hasBegun: Bool { core != nil }

    /// The present state of the bridge.
    public var state: BridgeState { states.current ?? .new }

    /// The peers that were met, each with its present state. One that has ended is listed until another one has its
    /// place.
    public var peers: [BridgePeer] { core?.seats.compactMap(\.info) ?? [] }

    /// How many messages wait for room at other sides, and how many went there and were not acknowledged.
    public var waitingCount: Int { core?.seats.reduce(0) { $0 + $1.waitingCount } ?? 0 }

    /// How many messages the policies of exports have dropped, for all peers that there were.
    public var droppedCount: Int {
        core?.seats.reduce(0) { $1.lines.reduce($0) { $0 + $1.droppedByAll } } ?? 0
    }

    /// How many messages had been sent or had waited, and had not been acknowledged, when the bridge ended, or when the
    /// peer that they were for had gone; 0 before.
    ///
    /// The other side may have got some of them. They are sent to no other receiver, even if the channel is
    /// point-to-point: a job that was done there would be done twice. The `System` of the port reports them as
    /// undelivered, with a text that says how many.
    public var lostCount: Int { core?.state.withLock { $0.lostCount } ?? 0 }

    /// Closes the bridge when the other side, or every peer, has got everything that was sent, and returns when it has
    /// ended: ``state`` says so then, even in a task that is cancelled. Calling it twice changes nothing; before
    /// ``start()`` it has no effect.
    ///
    /// What is sent after the call does not go over this bridge any more: its ports are not connected with it. What the
    /// other side has under way still arrives, and everything that it has sent if it closes too. While there are
    /// messages and no connection, this waits for one; ``stop()`` does not. When only the other side's answer is
    /// missing, this waits for twice ``BridgeLimits/patience`` at most. If the task is cancelled, the bridge is
    /// stopped.
    public func close() async {
        guard let core else { return }
        core.close()
        await withTaskCancellationHandler {
            await core.waitForEnd()
        } onCancel: {
            core.end(.closed, farewell: .bye(waits: false))
        }
    }

    /// Ends the bridge at once. What has not been sent or acknowledged is lost. Calling it twice changes nothing.
    public func stop() { core?.end(.closed, farewell: .bye(waits: false)) }
}
