@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two readers and two who replace what is published, each access to shared memory a move of its own.
struct ReclaimerWorld: ExploredWorld {
    enum Move: CustomStringConvertible {
        case reader(Int), writer(Int)

        var description: String {
            switch self {
            case .reader(let one): "R\(one) goes on"
            case .writer(let one): "W\(one) goes on"
            }
        }
    }

    /// How far somebody is with looking for what can be released, under the lock.
    fileprivate struct Release: Hashable {
        var place = 0
    }

    private enum ReaderStep: Hashable {
        case new, entered, reading(Int), left, releasing(Release), done
    }
    private enum WriterStep: Hashable {
        case new, exchanged(Int), retired, releasing(Release), done
    }

    private var kept = RetiredObjects<Int>(counterCount: 2)
    private var keeps = false
    private var counts = [0, 0]
    /// What is published, a number that grows.
    private var published = 1
    private var last = 1
    private var released: Set<Int> = []
    private var readers = [ReaderStep.new, .new]
    private var rounds: [Int]
    private var writers = [WriterStep.new, .new]
    private var writes: [Int]
    private var wrong: String?
    /// Whether both readers share a place.
    private let places: [Int]

    init(places: [Int], reads: Int, writes: Int) {
        self.places = places
        rounds = [reads, reads]
        self.writes = [writes, writes]
    }

    private var isLocked: Bool {
        readers.contains { if case .releasing = $0 { true } else { false } }
            || writers.contains { if case .releasing = $0 { true } else { false } }
    }

    var moves: [Move] {
        (0...1).flatMap { one -> [Move] in
            var moves: [Move] = []
            switch readers[one] {
            case .done: break
            case .left: if !keeps || !isLocked { moves.append(.reader(one)) }
            case .new, .entered, .reading, .releasing: moves.append(.reader(one))
            }
            switch writers[one] {
            case .done: break
            case .exchanged, .retired: if !isLocked { moves.append(.writer(one)) }
            case .new, .releasing: moves.append(.writer(one))
            }
            return moves
        }
    }

    /// All are steps of two readers and two writers.
    static func isCall(_ move: Move) -> Bool { false }

    mutating func make(_ move: Move) {
        switch move {
        case .reader(let one):
            switch readers[one] {
            case .new:
                counts[places[one]] += 1
                readers[one] = .entered
            case .entered: readers[one] = .reading(published)
            case .reading:
                counts[places[one]] -= 1
                readers[one] = .left
            case .left: readers[one] = keeps ? .releasing(Release()) : again(one)
            case .releasing(let release): readers[one] = goOn(release).map { .releasing($0) } ?? again(one)
            case .done: break
            }
        case .writer(let one):
            switch writers[one] {
            case .new:
                last += 1
                writers[one] = .exchanged(published)
                published = last
            case .exchanged(let former):
                kept.retire(former)
                keeps = true
                writers[one] = .retired
            case .retired: writers[one] = .releasing(Release())
            case .releasing(let release):
                if let next = goOn(release) {
                    writers[one] = .releasing(next)
                } else {
                    writes[one] -= 1
                    writers[one] = writes[one] > 0 ? .new : .done
                }
            case .done: break
            }
        }
    }

    private mutating func again(_ one: Int) -> ReaderStep {
        rounds[one] -= 1
        return rounds[one] > 0 ? .new : .done
    }

    /// Looks at one place; `nil` when nothing more can be released.
    private mutating func goOn(_ release: Release) -> Release? {
        if kept.isEmpty {
            keeps = false
            return nil
        }
        if release.place < 2 {
            if kept.isOccupied(release.place), counts[release.place] == 0 { kept.noteEmpty(release.place) }
            return Release(place: release.place + 1)
        }
        guard let unread = kept.takeUnread() else { return nil }
        for object in unread {
            released.insert(object)
            for case .reading(object) in readers { wrong = "\(object) is released while somebody reads it" }
        }
        return Release()
    }

    // MARK: Rules

    struct Key: Hashable {
        let numbers: [Int]
        let objects: [[Int]]
        private let readers: [ReaderStep]
        private let writers: [WriterStep]

        fileprivate init(_ world: ReclaimerWorld) {
            numbers =
                world.rounds + world.writes + world.counts
                + [world.published, Int(world.kept.occupied), world.keeps ? 1 : 0]
            objects = [world.kept.present, world.kept.following]
            readers = world.readers
            writers = world.writers
        }
    }

    var key: Key { Key(self) }

    var mistake: String? {
        if let wrong { return wrong }
        for case .reading(let object) in readers where released.contains(object) {
            return "somebody reads \(object), which was released"
        }
        guard readers.allSatisfy({ $0 == .done }), writers.allSatisfy({ $0 == .done }) else { return nil }
        if !kept.isEmpty || keeps { return "something is kept for nobody" }
        return released.count == last - 1 ? nil : "\(last - 1) were replaced and \(released.count) released"
    }
}
