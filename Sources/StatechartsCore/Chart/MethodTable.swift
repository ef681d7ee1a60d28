// Which methods a class overrides is not in Swift's reflection, but it is in the class's method table: an entry that
// differs from the base class's was overridden. This file reads those tables.
//
// Why it is sound: only words inside a class's own metadata are read, from the first member up to the size that the
// metadata itself states, and they are only compared, never called or written. Where an entry lies is not assumed: it
// is found by comparing the tables of classes that are known to override exactly one method (`calibrate`); the test
// `MethodTableTests` shows that this gives exactly one place on every platform that runs the tests.
//
// If it does not, every class counts as overriding the method. Methods are then called that do nothing, and a machine
// awaits suspending ones that do nothing. An interpreter cannot tell charts with suspending entries and exits any more:
// it refuses none, and passes these actions over. Drawings show entries and exits that are not there. In debug builds
// `STATECHARTS_WITHOUT_METHOD_TABLES=1` in the environment has it so, to try that.
//
// Tried against it: classes that are generic, final, nested, private, several levels deep (MethodTableTests), and a
// level added between StateNode and TopState.

package enum MethodTable {
    package static func overrides(of type: any AnyObject.Type) -> ClassInfo.Overrides {
        var found: ClassInfo.Overrides = []
        let isState = type is any CalibratedState.Type
        let isTop = type is any CalibratedTop.Type
        for entry in nodeEntries + (isState ? stateEntries : []) + (isTop ? topEntries : []) {
            guard let place = entry.place else {
                found.insert(entry.method)
                continue
            }
            if words(of: type)[place] != entry.original { found.insert(entry.method) }
        }
        return found
    }

    /// True if every overridable method was found in exactly one place.
    package static var isCalibrated: Bool { (nodeEntries + stateEntries + topEntries).allSatisfy { $0.place != nil } }

    private static let isSwitchedOff = DebugSwitch.isOn("STATECHARTS_WITHOUT_METHOD_TABLES")

    private struct Entry: Sendable {
        let method: ClassInfo.Overrides
        let place: Int?
        let original: UInt
    }

    private static let nodeEntries: [Entry] = [
        calibrate(.entry, ProbeEntry.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
        calibrate(.exit, ProbeExit.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
        calibrate(
            .suspendingEntry, ProbeSuspendingEntry.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
        calibrate(
            .suspendingExit, ProbeSuspendingExit.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
    ]
    private static let stateEntries: [Entry] = [
        calibrate(.handle, ProbeHandle.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
        calibrate(.always, ProbeAlways.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
        calibrate(.completed, ProbeCompleted.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
        calibrate(.failed, ProbeFailed.self, plain: ProbePlain.self, base: State<ProbeTop, ProbeTop>.self),
    ]
    private static let topEntries: [Entry] = [
        calibrate(.handle, ProbeTopHandle.self, plain: ProbeTop.self, base: TopState<Int>.self),
        calibrate(.always, ProbeTopAlways.self, plain: ProbeTop.self, base: TopState<Int>.self),
        calibrate(.failed, ProbeTopFailed.self, plain: ProbeTop.self, base: TopState<Int>.self),
    ]

    private static func calibrate(
        _ method: ClassInfo.Overrides, _ probe: any AnyObject.Type, plain: any AnyObject.Type,
        base: any AnyObject.Type
    ) -> Entry {
        let baseWords = words(of: base)
        let plainWords = words(of: plain)
        let probeWords = words(of: probe)
        let places = (0..<min(baseWords.count, plainWords.count, probeWords.count)).filter {
            probeWords[$0] != baseWords[$0] && plainWords[$0] == baseWords[$0]
        }
        guard !isSwitchedOff, places.count == 1, let place = places.first else {
            return Entry(method: method, place: nil, original: 0)
        }
        return Entry(method: method, place: place, original: baseWords[place])
    }

    /// The members of a class's metadata as words, header excluded.
    private static func words(of type: any AnyObject.Type) -> Words {
        let metadata = unsafe unsafeBitCast(type as AnyObject.Type, to: UnsafeRawPointer.self)
        #if canImport(ObjectiveC)
            let headerWords = 5
        #else
            let headerWords = 2
        #endif
        let word = MemoryLayout<UInt>.size
        // After the header: flags and address point, instance size and alignment, class size and address point, each of
        // 8 bytes.
        let classSize = unsafe Int(metadata.load(fromByteOffset: headerWords * word + 16, as: UInt32.self))
        let addressPoint = unsafe Int(metadata.load(fromByteOffset: headerWords * word + 20, as: UInt32.self))
        // Then the descriptor and the instance variable destroyer; then members.
        let first = headerWords * word + 24 + 2 * word
        let count = max(0, (classSize - addressPoint - first) / word)
        return unsafe Words(base: (metadata + first).assumingMemoryBound(to: UInt.self), count: count)
    }

    @safe
    private struct Words {
        let base: UnsafePointer<UInt>
        let count: Int

        init(base: UnsafePointer<UInt>, count: Int) {
            unsafe self.base = base
            self.count = count
        }

        subscript(_ index: Int) -> UInt {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
    }
}

/// Tells states from tops without knowing their generic arguments.
protocol CalibratedState {}
protocol CalibratedTop {}
extension State: CalibratedState {}
extension TopState: CalibratedTop {}

private class ProbeTop: TopState<Int> {}
private final class ProbeTopHandle: TopState<Int> {
    override func handle(_ event: Int) -> Reaction { event == 0 ? .handled : .unhandled }
}
private final class ProbeTopAlways: TopState<Int> {
    override func always() -> Reaction { stateName == nil ? .handled : .unhandled }
}
private final class ProbeTopFailed: TopState<Int> {
    override func failed(_ error: any Error) -> Reaction { stateName == nil ? .handled : .unhandled }
}
private final class ProbePlain: State<ProbeTop, ProbeTop> {}
private final class ProbeHandle: State<ProbeTop, ProbeTop> {
    override func handle(_ event: Int) -> Reaction { event == 0 ? .handled : .unhandled }
}
private final class ProbeAlways: State<ProbeTop, ProbeTop> {
    override func always() -> Reaction { stateName == nil ? .handled : .unhandled }
}
private final class ProbeCompleted: State<ProbeTop, ProbeTop> {
    override func completed() -> Reaction { stateName == nil ? .handled : .unhandled }
}
private final class ProbeFailed: State<ProbeTop, ProbeTop> {
    override func failed(_ error: any Error) -> Reaction { stateName == nil ? .handled : .unhandled }
}
private final class ProbeEntry: State<ProbeTop, ProbeTop> {
    override func entry() { trap("a probe was entered", "report this") }
}
private final class ProbeExit: State<ProbeTop, ProbeTop> {
    override func exit() { trap("a probe was exited", "report this") }
}
private final class ProbeSuspendingEntry: State<ProbeTop, ProbeTop> {
    override func entry() async { await Task.yield() }
}
private final class ProbeSuspendingExit: State<ProbeTop, ProbeTop> {
    override func exit() async { await Task.yield() }
}
