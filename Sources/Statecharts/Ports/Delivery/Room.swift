// Back-pressure: how a sender comes to room for a message before it offers it, see `OutputPort.sendWaiting(_:)`.
//
// 1. `Sink.findRoom` walks the connections and lists the bounded ports that the message will come to.
// 2. `KeptRoom` keeps a place at each of them, waiting where there is none.
// 3. The message is offered as any other. A port that has kept a place for it puts it there.
// What was kept and not used, because a contract refused the message or a connection ended, goes back with the last
// reference to the `KeptRoom`.

/// What a sender asks of the room for its message.
@usableFromInline
enum Room: Sendable {
    /// Takes what there is: a full receiver drops by its policy.
    case any
    /// Wants a receiver that is ready now; otherwise the answer is ``OfferResult/busy``. If a machine is given the
    /// message and does not begin its step, the message goes back by the ``WayBack``.
    case ready(WayBack)
    /// Has waited: places are kept for the message.
    case kept(KeptRoom)

    /// How the message goes back if a machine does not begin its step.
    var wayBack: WayBack? {
        switch self {
        case .ready(let way): way
        case .any, .kept: nil
        }
    }

    /// What a mapping answered when room was looked for: a message is mapped once.
    @inlinable
    func mapped<Mapped>(by sink: AnyObject) -> MappedMessage<Mapped>? {
        switch self {
        case .any, .ready: nil
        case .kept(let kept): kept.takeMapped(by: sink) as? MappedMessage<Mapped>
        }
    }

    /// Waits for those places that are not kept yet.
    func keep(_ places: ArraySlice<RoomSearch.Place>) async throws {
        guard case .kept(let kept) = self else { return }
        for place in places where !kept.keepAtOnce(place) { try await kept.keep(place) }
    }
}

/// A bounded port, for those who wait for room in it.
@usableFromInline
protocol BoundedPort: AnyObject, Sendable {
    /// Keeps a place if that is possible at once.
    func keepRoom() -> RoomPermission?
    /// Waits for a place, as long as all connections on the way to it are there.
    func waitForRoom(_ way: [RoomSearch.Step]) async throws -> RoomPermission
    func giveBackRoom()
}

/// An output port, for those who wait for room behind one of its connections, which may end meanwhile.
@usableFromInline
protocol ConnectedOutput: AnyObject, Sendable {
    /// Has `giveUp` called when the connection ends; `nil` if it has.
    func wait(at link: Int, _ giveUp: @escaping @Sendable () -> Void) -> Int?
    func endWait(_ id: Int)
    func isConnected(_ link: Int) -> Bool
}

/// The bounded ports that a message will come to, each with the connections that lead there.
@usableFromInline
struct RoomSearch: Sendable {
    @usableFromInline
    struct Step: Sendable {
        let output: any ConnectedOutput
        let link: Int
    }

    struct Place: Sendable {
        let port: any BoundedPort
        let way: [Step]
    }

    private(set) var places: [Place] = []
    fileprivate var mapped: [KeptRoom.Mapped] = []
    private var way: [Step] = []

    mutating func find(at port: any BoundedPort) { places.append(Place(port: port, way: way)) }

    mutating func note(_ message: any Sendable, by sink: AnyObject) {
        mapped.append(.init(sink: ObjectIdentifier(sink), message: message))
    }

    mutating func pass(_ output: any ConnectedOutput, _ link: Int, _ search: (inout RoomSearch) -> Void) {
        way.append(Step(output: output, link: link))
        search(&self)
        way.removeLast()
    }
}

extension Sink {
    /// Waits until there is room at all ends behind this one. Room is kept at each while the next one is waited for.
    /// - Throws: `CancellationError` and ``MachineError``; then no room is kept.
    func keepRoom(for message: Message) async throws -> Room {
        let (room, rest) = keepRoomAtOnce(for: message)
        try await room.keep(rest)
        return room
    }

    /// Keeps room as far as nobody has to wait. Answers where it has to be waited for.
    func keepRoomAtOnce(for message: Message) -> (Room, rest: ArraySlice<RoomSearch.Place>) {
        guard mayWait else { return (.any, []) }
        var search = RoomSearch()
        findRoom(for: message, &search)
        if search.places.isEmpty, search.mapped.isEmpty { return (.any, []) }
        let kept = KeptRoom(search.mapped)
        return (.kept(kept), search.places.drop { kept.keepAtOnce($0) })
    }
}

/// The places that ports keep for one message, and what mappings on the way made of it.
@usableFromInline
final class KeptRoom: Sendable {
    struct Mapped: Sendable {
        let sink: ObjectIdentifier
        let message: any Sendable
    }

    private struct Contents {
        var ports: [any BoundedPort] = []
        var mapped: [Mapped]
    }

    private let contents: Guarded<Contents>

    fileprivate init(_ mapped: [Mapped]) { contents = Guarded(Contents(mapped: mapped)) }

    /// Answers `false` if the place has to be waited for.
    fileprivate func keepAtOnce(_ place: RoomSearch.Place) -> Bool {
        guard let permission = place.port.keepRoom() else { return false }
        note(permission, at: place.port)
        return true
    }

    fileprivate func keep(_ place: RoomSearch.Place) async throws {
        note(try await place.port.waitForRoom(place.way), at: place.port)
    }

    private func note(_ permission: RoomPermission, at port: any BoundedPort) {
        switch permission {
        case .granted: contents.withLock { $0.ports.append(port) }
        case .unneeded: break
        }
    }

    /// True if the port has kept a place; it is the caller's from now on.
    func take(at port: any BoundedPort) -> Bool {
        let taken = contents.withLock { contents in
            contents.ports.firstIndex { $0 === port }.map { contents.ports.remove(at: $0) }
        }
        return taken != nil
    }

    @usableFromInline
    func takeMapped(by sink: AnyObject) -> (any Sendable)? {
        let sink = ObjectIdentifier(sink)
        return contents.withLock { contents in
            contents.mapped.firstIndex { $0.sink == sink }.map { contents.mapped.remove(at: $0).message }
        }
    }

    deinit {
        // Nobody else has it.
        for port in contents.withLock({ $0.ports }) { port.giveBackRoom() }
    }
}
