import IFMLRuntime
import Statecharts

/// The application `booking`.
final class BookingApp: TopState<BookingApp.Event> {
    enum Event: Sendable, Hashable, Codable {
        case searchFind
        case hotelListOpen(row: Int)
        case hotelListMore(row: Int)
        case bookingFormBook
        case confirmedOk
        case share
        case hide
        case searchQuery(String)
        case bookingFormName(String)
        case bookingFormGuests(String)
        case bookingFormDiscount(String)
        case bookingFormBoard(String)
        case bookingFormRoom(String)
        case bookingFormWishes(String)
        case findHotelsEnded([Hotel])
        case bookEnded(Booking)
        case shareEnded
        case hideEnded([Hotel])
        case showConfirmation
        case showHotelMenu
        case dismissHotelMenu
        case back
    }

    /// The containers that the way back knows, and modal ones.
    enum Place: String, Sendable, Hashable, Codable {
        case hotels
        case booking
        case confirmation
        case hotelMenu
    }

    /// The parameters of components and actions.
    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var hotelList = Rows<Hotel>()
        var confirmed: Booking?
        var bookingFormHotel: Hotel?
        var hotelMenuHotel: Hotel?
        var findHotels: FindHotels?
        var book: Book?
        var share: Share?
        var hide: Hide?
    }

    /// The arguments of the action `findHotels`.
    struct FindHotels: Sendable, Hashable, Codable {
        var query: String
    }

    /// The arguments of the action `book`.
    struct Book: Sendable, Hashable, Codable {
        var hotel: Hotel
        var name: String
        var guests: Int
        var discount: Double
        var board: Board
        var room: String
        var wishes: String
    }

    /// The arguments of the action `share`.
    struct Share: Sendable, Hashable, Codable {
        var hotel: Hotel
    }

    /// The arguments of the action `hide`.
    struct Hide: Sendable, Hashable, Codable {
        var hotel: Hotel
    }

    let actions: any BookingAppActions
    var data = Data()

    let content = Content()
    let confirmation = Confirmation()
    let hotelMenu = HotelMenu()

    init(actions: any BookingAppActions) { self.actions = actions }

    override func configure() { regions(content, confirmation, hotelMenu) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .shareEnded: return .handled
        case .hideEnded(let hotels): return .handled { data.hotelList.rows = hotels }
        default: return .unhandled
        }
    }

    override func failed(_ error: any Error) -> Reaction {
        error is StepError ? .unhandled : .handled { data.navigation.message = "\(error)" }
    }

    /// The container that is shown, beside modal ones.
    var present: Place? {
        if content.hotels.isActive { return .hotels }
        if content.booking.isActive { return .booking }
        return nil
    }

    /// True if no modal window is shown.
    var isOnTop: Bool { data.navigation.isOnTop() }

    func place(_ place: Place?) -> Vertex<BookingApp> {
        switch place {
        case .hotels, nil: content.hotels
        case .booking: content.booking
        case .confirmation: confirmation
        case .hotelMenu: hotelMenu
        }
    }

    /// Performs the action `share` in the background.
    func share(hotel: Hotel) {
        run("share", { [actions] in try await actions.share(hotel: hotel) }, done: { .shareEnded })
    }

    /// Performs the action `hide` in the background.
    func hide(hotel: Hotel) {
        run("hide", { [actions] in try await actions.hide(hotel: hotel) }, done: { .hideEnded($0) })
    }
}
