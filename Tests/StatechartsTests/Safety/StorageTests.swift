import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What is destroyed may do anything when it ends, also use the storage that held it. Each element is destroyed once, and nothing is lost.
@Suite struct StorageTests {
    /// Counts its ends, and does something at each.
    private final class Tracer {
        let number: Int
        private let atEnd: (Int) -> Void
        init(_ number: Int, _ atEnd: @escaping (Int) -> Void) {
            self.number = number
            self.atEnd = atEnd
        }
        deinit { atEnd(number) }
    }

    private final class Ends {
        var numbers: [Int] = []
    }

    private func withStack<Element>(of type: Element.Type, _ body: (FlatList<Element>) -> Void) {
        var header = FlatList<Element>.Header()
        unsafe withUnsafeMutablePointer(to: &header) { place in
            let stack = unsafe FlatList<Element>(at: place)
            body(stack)
            stack.free()
        }
    }

    #if _pointerBitWidth(_64)
        @Test func `the answer of a handler has four words, also that of one that has not reacted`() {
            #expect(MemoryLayout<RawReaction>.size == 4 * MemoryLayout<Int>.size)
            #expect(MemoryLayout<RawReaction?>.size == 4 * MemoryLayout<Int>.size)
        }
    #endif

    @Test func `a stack that is cut while the end of an element cuts it too destroys each element once`() {
        let ends = Ends()
        withStack(of: Tracer.self) { stack in
            for number in 0..<5 {
                stack.append(
                    Tracer(number) {
                        ends.numbers.append($0)
                        if $0 == 3 { stack.truncate(to: 0) }
                    })
            }
            stack.truncate(to: 1)
            #expect(stack.count == 0)
        }
        #expect(ends.numbers == [4, 3, 2, 1, 0])
    }

    @Test func `a stack that is cut while the end of an element adds one destroys that too`() {
        let ends = Ends()
        withStack(of: Tracer.self) { stack in
            for number in 0..<3 {
                stack.append(
                    Tracer(number) {
                        ends.numbers.append($0)
                        if $0 == 2 { for more in 10..<20 { stack.append(Tracer(more) { ends.numbers.append($0) }) } }
                    })
            }
            stack.removeAll()
        }
        #expect(ends.numbers.sorted() == Array(0..<3) + Array(10..<20))
        #expect(ends.numbers.first == 2)
    }

    @Test func `elements that are mere numbers are cut`() {
        withStack(of: Int32.self) { stack in
            for number in 0..<9 { stack.append(Int32(number)) }
            stack.truncate(to: 12)
            #expect(stack.elements == Array(0..<9))
            stack.truncate(to: 2)
            #expect(stack.elements == [0, 1])
            stack.removeAll()
            #expect(stack.isEmpty)
        }
    }

    @Test func `elements come and go at both ends and in the middle, and none is lost or destroyed twice`() {
        var random = SplitMix64(seed: 26)
        let ends = Ends()
        var made = 0, model: [Int] = []
        withStack(of: Tracer.self) { stack in
            for _ in 0..<20_000 {
                switch random.next() % 16 {
                case 0..<7:
                    stack.append(Tracer(made) { ends.numbers.append($0) })
                    model.append(made)
                    made += 1
                case 7..<13 where !model.isEmpty: #expect(stack.remove(at: 0).number == model.removeFirst())
                case 13..<15 where !model.isEmpty:
                    let place = Int(random.next() % UInt64(model.count))
                    #expect(stack.remove(at: Int32(place)).number == model.remove(at: place))
                case 15 where random.next() % 50 == 0:
                    stack.truncate(to: Int32(model.count / 2))
                    model.removeLast(model.count - model.count / 2)
                default: break
                }
                if stack.count != model.count { break }
            }
            #expect(stack.elements.map(\.number) == model)
        }
        #expect(made > 5_000 && ends.numbers.sorted() == Array(0..<made))
    }

    @Test func `an event whose end replaces it is destroyed once`() {
        let ends = Ends()
        let place = EventSlot<Tracer>()
        _ = place.hold(
            Tracer(1) {
                ends.numbers.append($0)
                _ = place.hold(Tracer(2) { ends.numbers.append($0) })
            })
        place.clear()
        #expect(ends.numbers == [1])
        _ = place.hold(
            Tracer(3) {
                ends.numbers.append($0)
                place.clear()
            })
        #expect(ends.numbers == [1, 2])
        _ = place.hold(Tracer(4) { ends.numbers.append($0) })
        #expect(ends.numbers == [1, 2, 3, 4])
    }

    @Test func `events of timers whose ends arm others are destroyed once, and the others stay`() {
        let ends = Ends()
        let events = TimedEvents<Tracer>()
        events.makeRoom(for: 3)
        for place in 0..<Int32(4) {
            events.put(
                Tracer(Int(place)) {
                    ends.numbers.append($0)
                    if $0 == 1 {
                        events.makeRoom(for: 0)
                        events.put(Tracer(10) { ends.numbers.append($0) }, at: 0)
                    }
                }, at: place)
        }
        events.removeAll()
        #expect(ends.numbers == [0, 1, 2, 3])
        #expect(events.take(at: 0, keeping: true).number == 10)
        events.put(Tracer(11) { ends.numbers.append($0) }, at: 0)
        #expect(ends.numbers == [0, 1, 2, 3, 10])
        events.removeAll()
        #expect(ends.numbers == [0, 1, 2, 3, 10, 11])
    }
}
