import Dispatch
import Statecharts
import TestSupport
import Testing

/// An archive whose pages are scanned by child machines on a thread.
@Suite struct ArchiveTests {
    final class Archive: TopState<Archive.Event> {
        enum Event: Sendable { case scan(Int), scanned(Int) }
        let open: Open
        var asked = 0, scanned: [Int] = []

        init(scanner: ThreadActor) { open = Open(scanner) }
        override func configure() { substates(open) }

        // snippet: rows on a thread
        final class Open: State<Archive, Archive> {
            let pages: ChildMachines<Open, Int, Page>

            init(_ scanner: ThreadActor) {  // made by whoever makes the chart: try ThreadActor(named: "scanner")
                pages = ChildMachines(of: Open.self) { _, number in Page(number) }
                    .place(in: scanner)  // all rows; while one blocks the thread, the owner goes on
                    .done(\.number) { _, number in .scanned(number) }
            }
            // end snippet

            override func configure() { children(pages) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .scan(let number):
                    .handled {
                        top.asked += 1
                        pages.add(number)
                    }
                case .scanned(let number): .handled { top.scanned.append(number) }
                }
            }
        }
    }

    final class Page: TopState<Int> {
        let number: Int
        let done = FinalState<Page, Page>()
        init(_ number: Int) { self.number = number }
        override func configure() { substates(done) }
    }

    @Test func `an owner goes on while the thread of its rows is blocked`() async throws {
        let scanner = try ThreadActor(named: "scanner"), archive = Machine(Archive(scanner: scanner))
        try await archive.start()
        let release = DispatchSemaphore(value: 0)
        async let blocking: Void = scanner.run { release.wait() }
        for number in 1...2 { try await archive.send(.scan(number)) }
        #expect(try await archive.withTop { ($0.asked, $0.scanned.isEmpty) } == (2, true))
        release.signal()
        await blocking
        try await eventually { try await archive.withTop { $0.scanned.sorted() } == [1, 2] }
        try await archive.stop()
    }
}
