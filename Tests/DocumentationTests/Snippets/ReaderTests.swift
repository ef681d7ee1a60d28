import Statecharts
import Testing

@Suite struct ReaderTests {
    @Test func `the reader of the article resumes where it was`() throws {
        // snippet: history article run
        let reader = Interpreter(Reader())
        try reader.start()
        for event in [.notes, .open, .sleep] as [Reader.Event] { try reader.send(event) }
        try reader.send(.wake)
        print(reader.configuration)  // Book.Notes.Entry
        // end snippet
        #expect(reader.configuration.description == "Book.Notes.Entry")
        try reader.send(.sleep)
        try reader.send(.home)
        #expect(reader.configuration.description == "Book.Text")
        try reader.send(.notes)
        try reader.send(.text)
        #expect(reader.configuration.description == "Book.Text")
    }

    @Test func `the wizard of the article goes back by its history only`() throws {
        let wizard = Interpreter(Wizard())
        try wizard.start()
        for event in [.next, .help, .back] as [Wizard.Event] { try wizard.send(event) }
        #expect(wizard.configuration.description == "Steps.Details")
        for event in [.help, .restart] as [Wizard.Event] { try wizard.send(event) }
        #expect(wizard.configuration.description == "Steps.Welcome")
        // What was finished is not resumed.
        for event in [.next, .next] as [Wizard.Event] { try wizard.send(event) }
        #expect(wizard.configuration.description == "Help")
        try wizard.send(.back)
        #expect(wizard.configuration.description == "Steps.Welcome")
    }
}
