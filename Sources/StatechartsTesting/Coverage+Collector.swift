public import Statecharts
public import StatechartsSimulation

import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Coverage {
    /// Adds up what the tests of a run go through, even if they run at the same time; in a file, also over several runs
    /// and processes.
    ///
    ///     let collector = Coverage.Collector(found.emptyCoverage)  // one for all tests of a chart
    ///     collector.add(test.steps)  // each test
    ///     print(try collector.save(to: file).table)  // with what other tests and processes have saved there
    ///
    /// - Isolation: `Sendable`; everything may be called from anywhere.
    public final class Collector: Sendable {
        private struct Sums {
            /// Everything, and what of it is in no file yet.
            var all: Coverage
            var unsaved: Coverage
        }

        private let empty: Coverage
        private let sums: Guarded<Sums>

        /// Makes a collector.
        /// - Parameter empty: what there is to cover, as `Exploration.emptyCoverage` has it; or `Coverage(chart:)`, if
        ///   nothing is known.
        public init(_ empty: Coverage) {
            self.empty = empty
            sums = Guarded(Sums(all: empty, unsaved: empty))
        }

        /// What was added so far.
        public var coverage: Coverage { sums.withLock { $0.all } }

        /// Adds what consecutive steps of one chart went through.
        public func add<Event>(_ steps: some Sequence<Macrostep<Event>>) {
            var own = empty
            own.add(steps)
            merge(own)
        }

        private func merge(_ coverage: Coverage) {
            sums.withLock { sums in
                sums.all.take(coverage)
                sums.unsaved.take(coverage)
            }
        }

        /// Adds to a file what was added here since the last save, and returns what the file then contains.
        ///
        /// Tests, runs and processes may save to one file at the same time: each waits for the others, and the file is
        /// replaced as a whole. It grows until it is removed, which is how a new count begins. A file beside it, with
        /// `.lock` after its name, keeps the order.
        /// - Throws: an error of the file system; an error if the file is of another chart, or is not a coverage. What
        ///   was added is then kept for the next time.
        @discardableResult
        public func save(to path: String) throws -> Coverage {
            let own = sums.withLock { sums in
                defer { sums.unsaved = empty }
                return sums.unsaved
            }
            do {
                return try locked(path + ".lock") { try Self.merge(own, into: path) }
            } catch {
                sums.withLock { $0.unsaved.take(own) }
                throw error
            }
        }

        private static func merge(_ own: Coverage, into path: String) throws -> Coverage {
            var sum = own
            if let data = FileManager.default.contents(atPath: path) {
                do { sum = try JSONDecoder().decode(Coverage.self, from: data) } catch {
                    throw CoverageFileError("\(path) is no coverage: \(text(of: error))")
                }
                do { try sum.merge(own) } catch {
                    throw CoverageFileError("\(path) is of the chart \(error.chart), not of \(error.other)")
                }
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            try encoder.encode(sum).write(to: URL(fileURLWithPath: path), options: .atomic)
            return sum
        }
    }
}

/// What a decoder found wrong, in a line.
private func text(of error: any Error) -> String {
    switch error as? DecodingError {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context):
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return (path.isEmpty ? "" : "\(path): ") + context.debugDescription
    case .none: return "\(error)"
    @unknown default: return "\(error)"
    }
}

/// Does something while no other process, and nobody else in this one, does so with the same file.
private func locked<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    #if os(Windows)
        return try body()
    #else
        let file = unsafe open(path, O_CREAT | O_RDWR, 0o644)
        guard file >= 0 else { throw CoverageFileError("\(path) cannot be opened: error \(errno)") }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw CoverageFileError("\(path) cannot be locked: error \(errno)") }
        }
        return try body()
    #endif
}

/// Why a file cannot take a coverage.
struct CoverageFileError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
