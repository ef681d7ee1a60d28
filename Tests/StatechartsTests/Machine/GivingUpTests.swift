import StatechartsCore
import Testing

/// Whoever waits in a queue and gives up is taken out without a look at all others.
@Suite struct GivingUpTests {
    private func looks(_ count: Int, removing order: [Int]) -> Int {
        var queue = FIFO<Int>(), looks = 0
        for number in 0..<count { queue.append(number) }
        for number in order {
            let removed = queue.remove { element in
                looks += 1
                return element == number
            }
            #expect(removed == number)
        }
        #expect(queue.isEmpty)
        return looks
    }

    @Test func `the first and the last ones are found at once`() {
        #expect(looks(1_000, removing: Array(0..<1_000)) <= 1_000)
        #expect(looks(1_000, removing: Array((0..<1_000).reversed())) <= 2_000)
    }

    @Test func `one in the middle is found, and who is not there is not`() {
        var queue = FIFO<Int>()
        for number in 0..<5 { queue.append(number) }
        #expect(queue.popFirst() == 0)
        #expect(queue.remove { $0 == 3 } == 3)
        #expect(queue.remove { $0 == 0 } == nil)
        #expect(queue.elements == [1, 2, 4])
        #expect(queue.remove { $0 == 2 } == 2)
        #expect(queue.remove { $0 == 4 } == 4)
        #expect(queue.remove { $0 == 1 } == 1)
        #expect(queue.remove { $0 == 1 } == nil && queue.isEmpty)
    }
}
