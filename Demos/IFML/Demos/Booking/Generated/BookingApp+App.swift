import IFMLRuntime
import Statecharts

extension BookingApp: Application {
    static let modelName = "booking"

    static let inputs = Inputs<Event>(
        events: ["find", "more", "book", "ok", "share", "hide"],
        lists: ["hotelList": { .hotelListOpen(row: $0) }],
        rowEvents: ["hotelList.open": { .hotelListOpen(row: $0) }, "hotelList.more": { .hotelListMore(row: $0) }],
        fields: [
            "search.query": { .searchQuery($0) },
            "bookingForm.name": { .bookingFormName($0) },
            "bookingForm.guests": { .bookingFormGuests($0) },
            "bookingForm.discount": { .bookingFormDiscount($0) },
            "bookingForm.board": { .bookingFormBoard($0) },
            "bookingForm.room": { .bookingFormRoom($0) },
            "bookingForm.wishes": { .bookingFormWishes($0) },
        ],
        outcomes: ["findHotels": [], "book": [], "share": [], "hide": []])
}
