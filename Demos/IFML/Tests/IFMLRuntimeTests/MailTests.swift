import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

@testable import mail

@Suite struct MailTests {
    private func transcript() -> Transcript<Mail> {
        let outcomes = Outcomes()
        return Transcript(outcomes: outcomes) { Mail(actions: MailStubs(instead: Store(), outcomes)) }
    }

    @Test func `17. the scripts print what is expected`() async throws {
        try await performScripts(of: "Mail") { Mail(actions: MailStubs(instead: Store(), $0)) }
    }

    @Test func `26. a data flow fills the preview without exits and entries`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("select 2").contains("preview:\n  subject: Invoice\n  body: Please pay."))
        let microsteps = transcript.session.steps.flatMap(\.microsteps)
        #expect(microsteps.map(\.exits) == [[]] && microsteps.map(\.entries) == [[]])
        #expect(microsteps.map(\.effects.count) == [1])
    }

    @Test func `27. a draft is opened in the editor, another message in the reader`() async throws {
        let transcript = transcript()
        #expect(try await transcript.start().contains("(delete)"))
        #expect(
            try await transcript.perform("open 3") == """
                == editor
                draftForm:
                  body = Dear all,
                [logOut] [send] [go mailbox] [go settings] [back]
                """)
        #expect(try await transcript.perform("back").contains("[delete]"))
        #expect(
            try await transcript.perform("open 1") == """
                == reader
                reading:
                  subject: Lunch
                  sender: Ada
                  body: At noon?
                [logOut] [go mailbox] [go settings] [back]
                """)
    }

    @Test func `28. a modal window keeps the events of others away and closes by its outcome`() async throws {
        let transcript = transcript()
        try await transcript.start()
        let asked = """
            == mailbox
            messageList:
              1. Lunch | Ada
            * 2. Invoice | Bob
              3. Holidays | me
            preview:
              subject: Invoice
              body: Please pay.
            ** confirmDelete
            question:
              subject: Invoice
            (logOut) (load) (open) (delete) [yes] [no] (go settings) [back]
            """
        #expect(try await transcript.perform("delete 2") == asked)
        for command in ["open", "open 1", "select 1", "logOut", "go settings"] {
            #expect(try await transcript.perform(command) == "not now: \(command)")
        }
        let closed = try await transcript.perform("no")
        #expect(closed.contains("3. Holidays") && !closed.contains("** confirmDelete"))
        #expect(try await transcript.perform("delete\nback") == closed)
        try await transcript.perform("delete\noutcome deleteMessage failed")
        #expect(try await transcript.perform("yes") == "")
        #expect(try await transcript.text == asked)
        #expect(
            try await transcript.perform("yes") == """
                == mailbox
                messageList:
                  1. Lunch | Ada
                  2. Holidays | me
                preview:
                  (nothing)
                [logOut] [load] (open) (delete) [go settings]
                """)
    }

    @Test func `29. a fetch in the background leaves windows and forms as they are`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("delete 1")
        #expect(try await transcript.perform("advance 60s") == "")
        #expect(transcript.session.steps.compactMap(\.event).first == .refresh)
        #expect(try await transcript.text.contains("** confirmDelete"))
        try await transcript.perform("no\ngo settings\nset signature Grace")
        #expect(try await transcript.perform("advance 60s") == "")
        #expect(transcript.session.steps.count == 2)
        #expect(try await transcript.text.contains("signature = Grace"))
    }

    @Test func `30. a nested container is entered by its default again`() async throws {
        let transcript = transcript()
        try await transcript.start()
        #expect(try await transcript.perform("go settings").hasPrefix("== settings / account"))
        #expect(
            try await transcript.perform("go display") == """
                == settings / display
                about:
                  Mail 1.0
                [logOut] [go mailbox] [go account]
                """)
        #expect(try await transcript.perform("go mailbox\ngo settings").hasPrefix("== settings / account"))
    }

    @Test(arguments: ["go settings", "go settings\ngo display", "open 1", "open 3", "select 2"])
    func `31. logging out leads to the module from anywhere`(_ way: String) async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform(way)
        #expect(
            try await transcript.perform("logOut") == """
                == loginPage
                loginForm:
                  password = -
                [logOut] (logIn) [go mailbox] [go settings]
                """)
        try await transcript.perform("set password wrong")
        #expect(try await transcript.perform("logIn") == "")
        #expect(try await transcript.perform("set password secret\nlogIn").hasPrefix("== mailbox"))
    }

    @Test func `32. everything that is offered is handled, and 51. the chart is the model's`() async throws {
        try await walk(
            ["mailbox", "confirmDelete", "settings", "account", "display", "reader", "editor", "loginPage"],
            of: ModelGraph(path: "Mail/mail.core"),
            also: [.refresh],
            work: { explorer in
                let messages = WithDraft().messages
                explorer.outcomes(of: [Message].self, returns: messages, throws: Failing())
                explorer.outcomes(
                    of: DeleteMessageOutcome.self, returns: .deleted(messages), .failed, throws: Failing())
                explorer.outcomes(
                    of: AuthenticateOutcome.self, returns: .accepted("me"), .rejected, throws: Failing())
                explorer.outcomes(of: Void.self, returns: (), throws: Failing())
            }
        ) { Mail(actions: WithDraft()) }
    }

    @Test func `33. a snapshot and its restoration give the same screen, and 49. JSON gives the same one`() async throws
    {
        let transcript = transcript()
        try await transcript.start()
        let commands = [
            "select 2", "delete", "no", "open 3", "set body Dear", "go settings", "set labels home", "logOut",
            "set password a",
        ]
        for command in commands {
            try await transcript.perform(command)
            let snapshot = try await transcript.session.machine.snapshot()
            let copy = Transcript(restoring: snapshot) { Mail(actions: Store()) }
            #expect(try await copy.start() == transcript.text)
            let screen = try await transcript.session.screen
            #expect(try readBack(screen) == screen)
        }
    }
}

/// A mailbox with a draft that never changes.
private struct WithDraft: MailActions {
    let messages = [
        Message(subject: "Lunch", sender: "Ada", body: "At noon?", isDraft: false),
        Message(subject: "Holidays", sender: "me", body: "Dear all,", isDraft: true),
    ]

    func deleteMessage(message: Message) -> DeleteMessageOutcome { .deleted(messages.filter { $0 != message }) }
    func saveSettings(signature: String, priority: Priority, labels: [String]) {}
    func send(draft: Message, body: String) {}
    func authenticate(user: String?, password: String) -> AuthenticateOutcome { .accepted("me") }
    func fetchMessages() -> [Message] { messages }
}
