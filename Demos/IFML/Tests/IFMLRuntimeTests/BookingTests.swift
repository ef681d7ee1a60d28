import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

@testable import booking

@Suite struct BookingTests {
    private func transcript() -> Transcript<BookingApp> { Transcript { BookingApp(actions: Store()) } }

    @Test func `17. the scripts print what is expected`() async throws {
        try await performScripts(of: "Booking") { BookingApp(actions: BookingAppStubs(instead: Store(), $0)) }
    }

    @Test func `43. a modal menu closes before its event is followed`() async throws {
        let transcript = transcript()
        try await transcript.start()
        let found = try await transcript.perform("set query sea\nfind")
        #expect(
            found == """
                == hotels
                search:
                  query = sea
                hotelList:
                  1. <sea.png> | Seaview | 80
                  2. <bay.png> | Sea bay | 120
                [find] (more longPress)
                """)
        let menu = try await transcript.perform("device longPress row=1")
        #expect(menu.hasSuffix("** hotelMenu\n(find) (more longPress) [share] [hide] [dismiss]"))
        let dismissed = try await transcript.perform("dismiss")
        #expect(
            dismissed.hasSuffix(
                "* 1. <sea.png> | Seaview | 80\n  2. <bay.png> | Sea bay | 120\n[find] [more longPress]"))
        #expect(
            try await transcript.perform("device longPress row=1\nhide") == """
                == hotels
                search:
                  query = sea
                hotelList:
                  1. <bay.png> | Sea bay | 120
                [find] (more longPress)
                """)
    }

    @Test func `43. a screen with a navigation bar has a way back, a modal one without has none`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("set query sea\nfind\nselect 1").hasSuffix("[back]"))
        let commands = "set name Ada\nset board full\nset room suite\nset wishes quiet\nbook"
        #expect(
            try await transcript.perform(commands).hasSuffix(
                "** confirmation\nconfirmed:\n  guests: 1\n  total: 80\n(book) [ok]"))
        #expect(try await transcript.perform("back") == "not now: back")
        #expect(try await transcript.perform("device tap").hasPrefix("== hotels\n"))
        #expect(try await transcript.perform("back") == "not now: back")
    }

    @Test func `48. a search without a field of its own has a query`() async throws {
        let transcript = transcript()
        #expect(
            try await transcript.start() == """
                == hotels
                search:
                  query = -
                hotelList:
                  (empty)
                (find) (more longPress)
                """)
        #expect(try await transcript.perform("set query sea").contains("search:\n  query = sea\n"))
    }

    @Test func `44. fields of all kinds`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(
            try await transcript.perform("set query sea\nfind\nselect 1") == """
                == booking
                bookingForm:
                  name = -
                  guests = 1 (1…6, step 1)
                  discount = 0 (0…100)
                  board = ( ) none ( ) breakfast ( ) full
                  room = - ▾
                  wishes = -
                (book) [back]
                """)
        #expect(try await transcript.perform("set guests +").contains("guests = 2 (1…6, step 1)"))
        #expect(try await transcript.perform("set guests 2.5").contains("guests = 2.5 (1…6, step 1) !"))
        try await transcript.perform("set guests 6")
        #expect(try await transcript.perform("set guests +") == "")
        #expect(try await transcript.perform("set discount 101").contains("discount = 101 (0…100) !"))
        #expect(try await transcript.perform("set discount 99.5").contains("discount = 99.5 (0…100)\n"))
        #expect(
            try await transcript.perform("set room attic") == "not now: set room attic (single, double, suite)")
        #expect(try await transcript.perform("set room double").contains("room = double ▾"))
        #expect(try await transcript.perform("set board breakfast").contains("( ) none (x) breakfast ( ) full"))
        try await transcript.perform("set name Ada")
        #expect(
            try await transcript.perform(#"set wishes quiet\nhigh up"#) == """
                == booking
                bookingForm:
                  name = Ada
                  guests = 6 (1…6, step 1)
                  discount = 99.5 (0…100)
                  board = ( ) none (x) breakfast ( ) full
                  room = double ▾
                  wishes = quiet
                    | high up
                [book] [back]
                """)
    }

    @Test func `32. everything that is offered is handled, and 51. the chart is the model's`() async throws {
        // Hotels have been found; choosing one, four fields, booking, its end and what is said to it are eight steps.
        try await walk(
            ["hotels", "booking", "confirmation", "hotelMenu"],
            of: ModelGraph(
                path: "Booking/booking.core",
                // Only the end of a booking shows the confirmation, so that the hotels are never below it.
                unreached: ["Confirmation.Shown confirmedOk -> Confirmation.Hidden"]), depth: 8,
            work: { (explorer: inout Explorer<BookingApp>) in
                explorer.outcomes(of: [Hotel].self, returns: Hotel.stubs, throws: Failing())
                explorer.outcomes(of: Booking.self, returns: Booking.stubs[0], throws: Failing())
                explorer.outcomes(of: Void.self, returns: (), throws: Failing())
            }
        ) {
            let app = BookingApp(actions: BookingAppStubs())
            app.data.hotelList.rows = Hotel.stubs
            return app
        }
    }

    @Test func `33. a snapshot and its restoration give the same screen, and 49. JSON gives the same one`() async throws
    {
        let transcript = transcript()
        try await transcript.start()
        for command in ["set query sea", "find", "more 1", "dismiss", "select 1", "set guests +", "set room suite"] {
            try await transcript.perform(command)
            let snapshot = try await transcript.session.machine.snapshot()
            let copy = Transcript(restoring: snapshot) { BookingApp(actions: Store()) }
            #expect(try await copy.start() == transcript.text)
            let screen = try await transcript.session.screen
            #expect(try readBack(screen) == screen)
        }
    }
}
