import Statecharts
import Synchronization

/// An actor without a mailbox of its own, with the hand-written tick inside.
actor BareActor {
    private let lights = HandLights()
    private let entries: [SuspendingHand] = opaque([SuspendingOne(), SuspendingTwo()])
    private var current = 0

    func send(_ event: ThreeLevels.Event) -> Bool { lights.send(event) }

    func enter() async {
        current = 1 - current
        await entries[current].entry()
    }

    func enter(resting rest: SuspendingEntry.Rest) async {
        current = 1 - current
        await entries[current].entry()
        await rest()
    }
}

class SuspendingHand {
    var count = 0
    func entry() async {}
}

final class SuspendingOne: SuspendingHand {
    override func entry() async { count += 1 }
}

final class SuspendingTwo: SuspendingHand {
    override func entry() async { count += 1 }
}

/// An array under a lock, as one would write a mailbox by hand.
final class BareMailbox<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    func append(_ element: Element) { elements.withLock { $0.append(element) } }

    func take(_ taken: inout [Element]) {
        elements.withLock { swap(&taken, &$0) }
    }
}
