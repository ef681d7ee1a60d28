/// Hotels and bookings in memory.
actor Store: BookingAppActions {
    private var hotels = [
        Hotel(picture: "sea.png", name: "Seaview", price: 80), Hotel(picture: "", name: "Hill", price: 60),
        Hotel(picture: "bay.png", name: "Sea bay", price: 120),
    ]
    private var query = ""

    func findHotels(query: String) -> [Hotel] {
        self.query = query.lowercased()
        return found
    }

    func book(
        hotel: Hotel, name: String, guests: Int, discount: Double, board: Board, room: String, wishes: String
    ) -> Booking {
        Booking(guests: guests, total: Double(hotel.price) * (100 - discount) / 100)
    }

    func share(hotel: Hotel) {}

    func hide(hotel: Hotel) -> [Hotel] {
        hotels.removeAll { $0 == hotel }
        return found
    }

    private var found: [Hotel] { hotels.filter { $0.name.lowercased().contains(query) } }
}
