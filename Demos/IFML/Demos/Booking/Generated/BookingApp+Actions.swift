import IFMLRuntime

/// The actions of the model, to be written by hand.
protocol BookingAppActions: Sendable {
    func findHotels(query: String) async throws -> [Hotel]
    func book(
        hotel: Hotel, name: String, guests: Int, discount: Double, board: Board, room: String, wishes: String
    ) async throws -> Booking
    func share(hotel: Hotel) async throws
    func hide(hotel: Hotel) async throws -> [Hotel]
}

/// Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.
struct BookingAppStubs: BookingAppActions {
    private let store: (any BookingAppActions)?
    private let outcomes: Outcomes

    init(instead store: (any BookingAppActions)? = nil, _ outcomes: Outcomes = Outcomes()) {
        self.store = store
        self.outcomes = outcomes
    }

    func findHotels(query: String) async throws -> [Hotel] {
        _ = try outcomes.answer("findHotels")
        return try await store?.findHotels(query: query) ?? Hotel.stubs
    }

    func book(
        hotel: Hotel, name: String, guests: Int, discount: Double, board: Board, room: String, wishes: String
    ) async throws -> Booking {
        _ = try outcomes.answer("book")
        return try await store?.book(
            hotel: hotel,
            name: name,
            guests: guests,
            discount: discount,
            board: board,
            room: room,
            wishes: wishes) ?? Booking.stubs[0]
    }

    func share(hotel: Hotel) async throws {
        _ = try outcomes.answer("share")
        try await store?.share(hotel: hotel)
    }

    func hide(hotel: Hotel) async throws -> [Hotel] {
        _ = try outcomes.answer("hide")
        return try await store?.hide(hotel: hotel) ?? Hotel.stubs
    }
}

extension Hotel {
    static let stubs = [
        Hotel(picture: "picture 1", name: "name 1", price: 1),
        Hotel(picture: "picture 2", name: "name 2", price: 2),
    ]
}

extension Booking {
    static let stubs = [Booking(guests: 1, total: 1), Booking(guests: 2, total: 2)]
}
