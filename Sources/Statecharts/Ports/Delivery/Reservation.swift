import Synchronization

// Back-pressure: how a sender reserves room for a message before it offers it, see `OutputPort.sendWaiting(_:)`.
//
// 1. `Sink.findRoom` walks the connections and lists the bounded ports that the message will come to.
// 2. A `Reservation` reserves places in the queue of each, waiting where there is none. All senders go through the
//    ports in one order, so that no two wait for places that the other one has.
// 3. The message is offered as any other, in the mode `reserved`. A port with a reserved place puts the message there,
//    or gives it to a task that waits for one.
//
// A port that the message comes to several times, over several ways, is listed once: as soon as one place is free
// there, as many are reserved. If it were waited for each, the message could wait for a place that it has itself.
//
// Places that were reserved and not used, because a contract refused the message or a connection ended, are released
// with the last reference to the `Reservation`.

/// A bounded port, for those who wait for room in it.
@usableFromInline
protocol BoundedPort: AnyObject, Sendable {
    /// Grows with every port of the policy `waiting` that is made; 0 for others.
    var roomNumber: UInt64 { get }
    /// Reserves so many places if one is free; `nil` if that has to be waited for.
    func reservePlaces(_ count: Int) -> RoomPermission?
    /// Waits until a place is free, and reserves one for each of the ways; waits as long as one of these is connected.
    func waitForPlaces(_ ways: [RoomSearch.Way]) async throws -> RoomPermission
    /// A reserved place is not used: it is free for others.
    func releasePlace()
}

/// An output port, for those who wait for room behind one of its connections, which may end meanwhile.
@usableFromInline
protocol ConnectedOutput: AnyObject, Sendable {
    /// Has `goOn` called when the connection ends; `nil` if it has.
    func wait(at link: Int, _ goOn: @escaping @Sendable () -> Void) -> Int?
    func endWait(_ id: Int)
    func isConnected(_ link: Int) -> Bool
}

/// The bounded ports that a message will come to, each with the ways that lead there.
@usableFromInline
struct RoomSearch: Sendable {
    struct Step: Sendable {
        let output: any ConnectedOutput
        let link: Int
    }

    /// Connections one behind the other.
    @usableFromInline
    struct Way: Sendable {
        fileprivate(set) var steps: [Step] = []

        var isConnected: Bool { steps.allSatisfy { $0.output.isConnected($0.link) } }
    }

    struct Destination: Sendable {
        let port: any BoundedPort
        /// The message comes once by each of them.
        fileprivate(set) var ways: [Way]
    }

    private(set) var destinations: [Destination] = []
    fileprivate var mapped: [Reservation.Mapped] = []
    private var way = Way()

    mutating func add(_ port: any BoundedPort) {
        if let known = destinations.firstIndex(where: { $0.port === port }) {
            destinations[known].ways.append(way)
        } else {
            destinations.append(Destination(port: port, ways: [way]))
        }
    }

    /// The ports in the order in which all senders reserve places: the one in which they were made.
    var inOrder: [Destination] { destinations.sorted { $0.port.roomNumber < $1.port.roomNumber } }

    private static let lastNumber = Atomic<UInt64>(0)

    /// The number of a bounded port that is made now.
    static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Keeps what a mapping answered, for when the message comes there.
    mutating func note(_ message: any Sendable, by sink: AnyObject) {
        mapped.append(.init(sink: ObjectIdentifier(sink), message: message, way: way))
    }

    /// Searches behind a connection.
    mutating func follow(_ output: any ConnectedOutput, _ link: Int, _ search: (inout RoomSearch) -> Void) {
        way.steps.append(Step(output: output, link: link))
        search(&self)
        way.steps.removeLast()
    }
}

extension Sink {
    /// Waits until there is room at all ends behind this one. The places at each stay reserved while the next one is
    /// waited for.
    /// - Returns: how the message is to be offered.
    /// - Throws: `CancellationError` and ``MachineError``; then nothing is reserved.
    func reserveRoom(for message: Message) async throws -> OfferMode {
        let (mode, rest) = reserveRoomAtOnce(for: message)
        try await mode.reservation?.reserve(at: rest)
        return mode
    }

    /// Reserves room as far as nobody has to wait. Answers how the message is to be offered, and where room has to be
    /// waited for before.
    func reserveRoomAtOnce(for message: Message) -> (OfferMode, rest: ArraySlice<RoomSearch.Destination>) {
        guard mayWait else { return (.immediate, []) }
        var search = RoomSearch()
        findRoom(for: message, &search)
        if search.destinations.isEmpty, search.mapped.isEmpty { return (.immediate, []) }
        let reservation = Reservation(search.mapped)
        return (.reserved(reservation), search.inOrder.drop { reservation.reserveAtOnce(at: $0) })
    }
}

/// What is set aside for one message: places in ports, and what mappings on the way have answered.
@usableFromInline
final class Reservation: Sendable {
    struct Mapped: Sendable {
        let sink: ObjectIdentifier
        let message: any Sendable
        /// The connections up to the sink.
        let way: RoomSearch.Way
    }

    private struct Contents {
        /// A port for each place.
        var ports: [any BoundedPort] = []
        var mapped: [Mapped]
    }

    private let contents: Guarded<Contents>

    fileprivate init(_ mapped: [Mapped]) { contents = Guarded(Contents(mapped: mapped)) }

    deinit {
        // Nobody else has it.
        for port in contents.withLock({ $0.ports }) { port.releasePlace() }
    }

    // MARK: Reserving

    /// Waits for those places that are not reserved yet, in the order of ``RoomSearch/inOrder``.
    func reserve(at destinations: ArraySlice<RoomSearch.Destination>) async throws {
        for one in destinations where !reserveAtOnce(at: one) {
            note(try await one.port.waitForPlaces(one.ways), at: one)
        }
    }

    /// Answers `false` if a place has to be waited for.
    fileprivate func reserveAtOnce(at destination: RoomSearch.Destination) -> Bool {
        guard let permission = destination.port.reservePlaces(destination.ways.count) else { return false }
        note(permission, at: destination)
        return true
    }

    private func note(_ permission: RoomPermission, at destination: RoomSearch.Destination) {
        guard case .granted = permission else { return }
        contents.withLock { $0.ports += destination.ways.map { _ in destination.port } }
    }

    // MARK: Using

    /// True if a place is reserved in the port; it is the caller's from now on.
    func redeem(at port: any BoundedPort) -> Bool {
        let redeemed = contents.withLock { contents in
            contents.ports.firstIndex { $0 === port }.map { contents.ports.remove(at: $0) }
        }
        return redeemed != nil
    }

    /// What the mapping of a sink answered when room was looked for. `nil` if it has to be asked now: it was not, or
    /// was more than once. A port on the way may have sent on a message of each connection that leads to it, and who
    /// comes here does not say by which connection it came.
    @usableFromInline
    func redeemMapped(by sink: AnyObject) -> (any Sendable)? {
        let sink = ObjectIdentifier(sink)
        let mapped = contents.withLock { contents -> Mapped? in
            let places = contents.mapped.indices.filter { contents.mapped[$0].sink == sink }
            return places.count == 1 ? contents.mapped.remove(at: places[0]) : nil
        }
        return mapped.flatMap { $0.way.isConnected ? $0.message : nil }
    }
}
