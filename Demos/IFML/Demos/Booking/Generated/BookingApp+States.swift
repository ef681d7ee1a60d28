import IFMLRuntime
import Statecharts

extension BookingApp {
    /// What is shown beside modal windows.
    final class Content: State<BookingApp, BookingApp> {
        let hotels = Hotels(), booking = BookingScreen()
        let previous = Choice<Content, BookingApp> { content in
            .to(content.top.place(content.top.data.navigation.previous)) { content.top.data.navigation.goBack() }
        }

        override func configure() { substates(hotels, booking, previous) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .back:
                guard top.isOnTop, top.data.navigation.previous != nil else { return .unhandled }
                return .local(to: previous)
            default: return .unhandled
            }
        }
    }

    /// The screen `hotels`.
    final class Hotels: State<Content, BookingApp> {
        @Scoped var search = Search()
        let showing = Showing(), performingFindHotels = PerformingFindHotels()

        override func configure() { substates(showing, performingFindHotels) }

        final class Showing: State<Hotels, BookingApp> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .searchFind:
                    guard top.isOnTop,
                        superior.search.isValid,
                        let query = superior.search.query.value
                    else { return .unhandled }
                    return .to(superior.performingFindHotels) { top.data.findHotels = FindHotels(query: query) }
                case .hotelListOpen(let row):
                    guard top.isOnTop, let selected = top.data.hotelList.row(row) else { return .unhandled }
                    return .to(top.content.booking) {
                        top.data.hotelList.select(row)
                        top.data.navigation.show(.booking, from: .hotels)
                        top.data.bookingFormHotel = selected
                    }
                case .hotelListMore(let row):
                    guard top.isOnTop, let selected = top.data.hotelList.row(row) else { return .unhandled }
                    return .handled {
                        top.data.hotelList.select(row)
                        top.data.hotelMenuHotel = selected
                        top.raise(.showHotelMenu)
                    }
                case .searchQuery(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.search.query.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingFindHotels: State<Hotels, BookingApp> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.findHotels else { return }
                run(
                    "findHotels", { [actions = top.actions] in try await actions.findHotels(query: action.query) },
                    done: { .findHotelsEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .findHotelsEnded(let hotels): return .to(superior.showing) { top.data.hotelList.rows = hotels }
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }

    /// The screen `booking`.
    final class BookingScreen: State<Content, BookingApp> {
        @Scoped var bookingForm = BookingForm()
        let showing = Showing(), performingBook = PerformingBook()

        override func configure() { substates(showing, performingBook) }

        final class Showing: State<BookingScreen, BookingApp> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .bookingFormBook:
                    guard top.isOnTop,
                        superior.bookingForm.isValid,
                        let value = top.data.bookingFormHotel,
                        let name = superior.bookingForm.name.value,
                        let guests = superior.bookingForm.guests.value,
                        let discount = superior.bookingForm.discount.value,
                        let board = superior.bookingForm.board.value,
                        let room = superior.bookingForm.room.value,
                        let wishes = superior.bookingForm.wishes.value
                    else { return .unhandled }
                    return .to(superior.performingBook) {
                        top.data.book = Book(
                            hotel: value,
                            name: name,
                            guests: guests,
                            discount: discount,
                            board: board,
                            room: room,
                            wishes: wishes)
                    }
                case .bookingFormName(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.bookingForm.name.set(text) }
                case .bookingFormGuests(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.bookingForm.guests.set(text) }
                case .bookingFormDiscount(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.bookingForm.discount.set(text) }
                case .bookingFormBoard(let text):
                    guard top.isOnTop, superior.bookingForm.board.takes(text) else { return .unhandled }
                    return .handled { superior.bookingForm.board.set(text) }
                case .bookingFormRoom(let text):
                    guard top.isOnTop, superior.bookingForm.room.takes(text) else { return .unhandled }
                    return .handled { superior.bookingForm.room.set(text) }
                case .bookingFormWishes(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.bookingForm.wishes.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingBook: State<BookingScreen, BookingApp> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.book else { return }
                run(
                    "book",
                    { [actions = top.actions] in
                        try await actions.book(
                            hotel: action.hotel,
                            name: action.name,
                            guests: action.guests,
                            discount: action.discount,
                            board: action.board,
                            room: action.room,
                            wishes: action.wishes)
                    }, done: { .bookEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .bookEnded(let booking):
                    return .to(superior.showing) {
                        top.data.confirmed = booking
                        top.raise(.showConfirmation)
                    }
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }

    /// The modal screen `confirmation`.
    final class Confirmation: State<BookingApp, BookingApp> {
        let hidden = Hidden(), shown = Shown()

        override func configure() { substates(hidden, shown) }

        final class Hidden: State<Confirmation, BookingApp> {
            override func handle(_ event: Event) -> Reaction {
                event == .showConfirmation ? .to(superior.shown) : .unhandled
            }
        }

        final class Shown: State<Confirmation, BookingApp> {
            override func entry() { top.data.navigation.open(.confirmation) }

            override func exit() { top.data.navigation.close(.confirmation) }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .confirmedOk:
                    guard top.data.navigation.isOnTop(.confirmation),
                        top.data.confirmed != nil
                    else { return .unhandled }
                    let present = top.present
                    if present == .hotels {
                        return .to(top.confirmation.hidden)
                    }
                    return .to(top.content.hotels, top.confirmation.hidden) {
                        top.data.navigation.show(.hotels, from: present)
                    }
                default: return .unhandled
                }
            }
        }
    }

    /// The modal menu `hotelMenu`.
    final class HotelMenu: State<BookingApp, BookingApp> {
        let hidden = Hidden(), shown = Shown()

        override func configure() { substates(hidden, shown) }

        final class Hidden: State<HotelMenu, BookingApp> {
            override func handle(_ event: Event) -> Reaction {
                event == .showHotelMenu ? .to(superior.shown) : .unhandled
            }
        }

        final class Shown: State<HotelMenu, BookingApp> {
            override func entry() { top.data.navigation.open(.hotelMenu) }

            override func exit() { top.data.navigation.close(.hotelMenu) }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .share:
                    guard top.data.navigation.isOnTop(.hotelMenu),
                        let value = top.data.hotelMenuHotel
                    else { return .unhandled }
                    return .to(top.hotelMenu.hidden) { top.share(hotel: value) }
                case .hide:
                    guard top.data.navigation.isOnTop(.hotelMenu),
                        let value = top.data.hotelMenuHotel
                    else { return .unhandled }
                    return .to(top.hotelMenu.hidden) { top.hide(hotel: value) }
                case .dismissHotelMenu: return .to(top.hotelMenu.hidden)
                default: return .unhandled
                }
            }
        }
    }
}
