import Statecharts
import Testing

@testable import ExpenseFlow

@Suite struct LoginTests {
    private func started() throws -> Interpreter<Login> {
        let interpreter = Interpreter(Login(accounts: .demo))
        try interpreter.start()
        return interpreter
    }

    @Test func `it begins with empty fields and an inactive button`() throws {
        let login = try started()
        #expect(
            login.configuration.description
                == "(LoggedOut.email.Invalid, LoggedOut.password.Invalid, LoggedOut.SubmitButton.Inactive)")
    }

    @Test(arguments: [
        ("a@b.c", true), ("ada@example.org", true), ("", false), ("ada", false), ("ada@", false),
        ("ada@example", false),
        ("@example.org", false), ("a@@b.c", false), ("a@b@c.d", false), ("a b@c.d", false), ("a@.d", false),
        ("a@b.", false),
    ])
    func `an e-mail address needs somebody, an @, and a domain`(text: String, isValid: Bool) throws {
        let login = try started()
        try login.send(.email(text))
        #expect(
            login.configuration.description
                == "(LoggedOut.email.\(isValid ? "Valid" : "Invalid"), LoggedOut.password.Invalid, LoggedOut.SubmitButton.Inactive)"
        )
    }

    @Test(arguments: [("", false), ("1234", false), ("12345", true), ("123456", true)])
    func `a password has at least five characters`(text: String, isValid: Bool) throws {
        let login = try started()
        try login.send(.password(text))
        #expect(
            login.configuration.description
                == "(LoggedOut.email.Invalid, LoggedOut.password.\(isValid ? "Valid" : "Invalid"), LoggedOut.SubmitButton.Inactive)"
        )
    }

    @Test func `the button is active exactly when both fields are valid, within the step of the text`() throws {
        let login = try started()
        try login.send(.email("ada@example.org"))
        let step = try login.step(.password("wrong"))
        #expect(
            step.description == """
                password(secret): handled → (LoggedOut.email.Valid, LoggedOut.password.Valid, LoggedOut.SubmitButton.Active)
                  event, LoggedOut ↺, effects LoggedOut
                  eventless, LoggedOut.password.Invalid → LoggedOut.password.Valid, exits LoggedOut.password.Invalid, \
                entries LoggedOut.password.Valid
                  eventless, LoggedOut.SubmitButton.Inactive → LoggedOut.SubmitButton.Active, \
                exits LoggedOut.SubmitButton.Inactive, entries LoggedOut.SubmitButton.Active
                """)
        try login.send(.email("ada@"))
        #expect(
            login.configuration.description
                == "(LoggedOut.email.Invalid, LoggedOut.password.Valid, LoggedOut.SubmitButton.Inactive)")
        #expect(try login.send(.login) == .unhandled)
    }

    @Test func `wrong credentials are refused until something else is typed`() throws {
        let login = try started()
        try login.send(.email("ada@example.org"))
        try login.send(.password("enigma"))
        #expect(try login.send(.login) == .handled)
        #expect(login.top.loggedOut.isRefused)
        #expect(login.top.user == nil)
        try login.send(.password("engine"))
        #expect(!login.top.loggedOut.isRefused)
    }

    @Test func `right credentials log in, and logging out leaves nothing behind`() throws {
        let login = try started()
        try login.send(.email("ada@example.org"))
        try login.send(.password("engine"))
        #expect(try login.step(.login).description.contains("raised loggedIn(Ada)"))
        #expect(login.configuration.description == "LoggedIn")
        #expect(login.top.user == User("Ada"))
        for event in [Login.Event.login, .email("x"), .password("x")] { #expect(try login.send(event) == .unhandled) }
        #expect(try login.step(.logout).description.contains("raised loggedOut"))
        #expect(
            login.configuration.description
                == "(LoggedOut.email.Invalid, LoggedOut.password.Invalid, LoggedOut.SubmitButton.Inactive)")
        #expect(login.top.user == nil)
        #expect(login.top.loggedOut.emailText == "")
        #expect(login.top.loggedOut.passwordText.reveal() == "")
        #expect(try login.send(.logout) == .unhandled)
    }
}
