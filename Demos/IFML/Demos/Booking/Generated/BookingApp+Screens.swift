import IFMLRuntime
import Statecharts

/// The fields of `search`.
struct Search: FormFields {
    var query = Field<String>()
    var fields: [(name: String, field: any FormField)] { [("query", query)] }
}

/// The fields of `bookingForm`.
struct BookingForm: FormFields {
    var name = Field<String>()
    var guests = RangeField<Int>(from: 1, to: 6, step: 1)
    var discount = RangeField<Double>(from: 0, to: 100)
    var board = SelectionField<Board>([.none, .breakfast, .full], isExpanded: true)
    var room = SelectionField<String>(["single", "double", "suite"])
    var wishes = Field<String>(hasLines: true)
    var fields: [(name: String, field: any FormField)] {
        [
            ("name", name),
            ("guests", guests),
            ("discount", discount),
            ("board", board),
            ("room", room),
            ("wishes", wishes),
        ]
    }
}

/// What `hotels` shows.
struct HotelsScreen: ContainerScreen {
    var search: FormView<Search>
    var hotelList: ListView<Hotel>
    var components: [(any ComponentView)?] { [search, hotelList] }
}

/// What `booking` shows.
struct BookingScreenScreen: ContainerScreen {
    var bookingForm: FormView<BookingForm>
    var components: [(any ComponentView)?] { [bookingForm] }
}

/// What `confirmation` shows.
struct ConfirmationScreen: ContainerScreen {
    var confirmed: DetailsView<Booking>
    var components: [(any ComponentView)?] { [confirmed] }
}

/// What `hotelMenu` shows.
struct HotelMenuScreen: ContainerScreen {
    var components: [(any ComponentView)?] { [] }
}

/// What the application shows: the containers that are active.
struct BookingAppScreen: ApplicationScreen {
    var hotels: HotelsScreen?
    var booking: BookingScreenScreen?
    var confirmation: ConfirmationScreen?
    var hotelMenu: HotelMenuScreen?
    var frame = ScreenFrame<BookingApp.Event>()

    var containers: [ContainerView] {
        [
            ContainerView("hotels", hotels),
            ContainerView("booking", booking),
            ContainerView("confirmation", confirmation, isModal: true),
            ContainerView("hotelMenu", hotelMenu, isModal: true),
        ].compactMap(\.self)
    }
}

extension BookingApp {
    /// The present screen.
    var screen: BookingAppScreen {
        var screen = BookingAppScreen()
        if content.hotels.isActive {
            let isOpen = content.hotels.showing.isActive && isOnTop
            screen.hotels = HotelsScreen(
                search: FormView("search", content.hotels.search, if: isOpen),
                hotelList: ListView("hotelList", data.hotelList, if: isOpen) {
                    [Cell(image: "picture", $0.picture), Cell("name", $0.name), Cell("price", $0.price)]
                })
            screen.frame.buttons.append(
                EventButton("find", of: "search", .searchFind, if: isOpen && content.hotels.search.isValid))
            screen.frame.buttons.append(
                EventButton(
                    "more",
                    of: "hotelList",
                    by: Gesture(.longPress, fingersCount: 1, pressDuration: 1.0),
                    .hotelListMore(row: data.hotelList.selected ?? 0),
                    if: isOpen && data.hotelList.selected != nil))
            if content.hotels.performingFindHotels.isActive { screen.frame.busy.append("findHotels") }
        }
        if content.booking.isActive {
            let isOpen = content.booking.showing.isActive && isOnTop
            screen.booking = BookingScreenScreen(
                bookingForm: FormView("bookingForm", content.booking.bookingForm, if: isOpen))
            screen.frame.buttons.append(
                EventButton(
                    "book",
                    of: "bookingForm",
                    .bookingFormBook,
                    if: isOpen && content.booking.bookingForm.isValid && data.bookingFormHotel != nil))
            if content.booking.performingBook.isActive { screen.frame.busy.append("book") }
        }
        if confirmation.shown.isActive {
            let isOpen = data.navigation.isOnTop(.confirmation)
            screen.confirmation = ConfirmationScreen(
                confirmed: DetailsView("confirmed", data.confirmed) {
                    [Cell("guests", $0.guests), Cell("total", $0.total)]
                })
            screen.frame.buttons.append(
                EventButton(
                    "ok",
                    of: "confirmed",
                    by: Gesture(.tap),
                    .confirmedOk,
                    if: isOpen && data.confirmed != nil))
        }
        if hotelMenu.shown.isActive {
            let isOpen = data.navigation.isOnTop(.hotelMenu)
            screen.hotelMenu = HotelMenuScreen()
            screen.frame.buttons.append(
                EventButton("share", of: "hotelMenu", .share, if: isOpen && data.hotelMenuHotel != nil))
            screen.frame.buttons.append(
                EventButton("hide", of: "hotelMenu", .hide, if: isOpen && data.hotelMenuHotel != nil))
            screen.frame.buttons.append(EventButton("dismiss", of: "hotelMenu", .dismissHotelMenu))
        }
        screen.frame.message = data.navigation.message
        if isOnTop && data.navigation.previous != nil { screen.frame.buttons.append(EventButton("back", .back)) }
        return screen
    }
}
