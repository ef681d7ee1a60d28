@testable import Statecharts
@testable import StatechartsCore
import Testing

@testable import StatechartsDiagrams

/// A message stands before the steps that it sets off, also if a receiver is faster than who tells of the message.
@Suite struct EntryOrderTests {
    private func noted(_ time: Double) -> EntryOrder.Append {
        { $0.recording.append(.message(EntryOrderTests.message(UInt64(time), time))) }
    }

    private static func message(_ id: UInt64, _ time: Double) -> Recording.Message {
        Recording.Message(
            id: id, cause: nil, time: time, date: "", sender: "a.b", receivers: [], proxies: [], isForeign: false,
            type: "Int", text: "1")
    }

    private func times(_ recording: Recording) -> [Double] {
        recording.entries.map { entry in
            switch entry {
            case .step(let step): step.time
            case .message(let message): message.time
            }
        }
    }

    @Test func `what happens while a message is delivered stands behind it`() {
        var contents = RecorderContents(recording: Recording())
        contents.order.expect(MessageID(number: 1))
        contents.order.entry(noted(10))
        contents.order.expect(MessageID(number: 2))
        contents.order.entry(noted(11))
        contents.appendInOrder()
        #expect(contents.recording.entries.isEmpty)
        // Who asks meanwhile sees what there is.
        #expect(times(contents.whole) == [10, 11])
        contents.order.message(MessageID(number: 2), noted(2))
        contents.appendInOrder()
        #expect(contents.recording.entries.isEmpty)
        contents.order.message(MessageID(number: 1), noted(1))
        contents.appendInOrder()
        #expect(times(contents.recording) == [1, 10, 2, 11] && contents.order.isEmpty)
        // One that was not expected has no place but the last one.
        contents.order.message(MessageID(number: 3), noted(3))
        contents.appendInOrder()
        #expect(times(contents.recording) == [1, 10, 2, 11, 3])
    }
}
