import Statecharts
import Testing

@Suite struct BookingTests {
    @Test func `the host of the article signs somebody in`() throws {
        // snippet: submachines article run
        let booking = Interpreter(Booking())
        try booking.start()
        for event in [.book, .key("Ada")] as [Booking.Event] { try booking.send(event) }
        print(booking.configuration)  // SigningIn.SignIn.Asking
        let record = try booking.step(.enter)
        // end snippet
        #expect(
            record.description == """
                enter: handled → Booked
                  event, SigningIn.SignIn.Asking → SigningIn.SignIn.known, exits SigningIn.SignIn.Asking, \
                effects SigningIn.SignIn.Asking, entries SigningIn.SignIn.known
                  completion of SigningIn, SigningIn → Booked, exits SigningIn.SignIn.known SigningIn.SignIn SigningIn, \
                entries Booked
                  raised signedIn("Ada"), Booking ↺, effects Booking
                """)
    }

    @Test func `the ways in and out of the article`() throws {
        let booking = Interpreter(Booking())
        try booking.start()
        try booking.send(.lostPassword)
        #expect(booking.configuration.description == "SigningIn.SignIn.Reset")
        try booking.send(.escape)
        #expect(booking.configuration.description == "Browsing")
        for event in [.book, .enter] as [Booking.Event] { try booking.send(event) }
        #expect(booking.top.refusals == 1)
        booking.top.isOffline = true
        #expect(try booking.send(.enter) == .unhandled)
    }

    @Test func `the inner chart of the article runs alone`() throws {
        // snippet: submachines article alone
        let signIn = Interpreter(SignIn())
        try signIn.start()
        for event in [.typed("Ada"), .submit] as [SignIn.Event] { try signIn.send(event) }
        print(signIn.status)  // finished
        // end snippet
        #expect(signIn.status == .finished)
    }

    @Test func `the generic piece of chart toggles`() throws {
        let lamp = Interpreter(Lamp())
        try lamp.start()
        try lamp.send(.toggle)
        #expect(lamp.configuration.description == "Switch.on")
    }

    @Test func `the ports of the meter are the boiler's`() async throws {
        let boiler = Boiler()
        let values = boiler.values
        let machine = Machine(boiler)
        try await machine.start()
        values.send(20)
        values.send(120)
        _ = try await machine.withTop { _ in }
        #expect(await machine.configuration.description == "Off")
        try await machine.stop()
    }
}
