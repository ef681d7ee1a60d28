import Foundation
import Testing

@testable import IFMLGenerator

/// A generator of numbers that gives the same ones each time.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite("mutations") struct MutationTests {
    static let count = ProcessInfo.processInfo.environment["IFML_MUTATIONS"].flatMap { Int($0) } ?? 300

    /// Changes bytes, drops or repeats pieces, exchanges attributes' values and tag names.
    static func mutate(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &random) {
            guard bytes.count > 20 else { break }
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...6, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...80, using: &random)))
            case 2:
                let piece = bytes[at..<min(bytes.count, at + Int.random(in: 1...80, using: &random))]
                bytes.insert(contentsOf: piece, at: Int.random(in: 0..<bytes.count, using: &random))
            case 3: bytes.removeSubrange(at...)
            default: exchange(&bytes, &random)
            }
        }
        return bytes
    }

    /// Puts a piece between quotes in the place of another one: the file stays well-formed.
    private static func exchange(_ bytes: inout [UInt8], _ random: inout Seeded) {
        func quoted(_ random: inout Seeded) -> Range<Int>? {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            guard let open = bytes[start...].firstIndex(of: UInt8(ascii: "\"")),
                let close = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
            else { return nil }
            return open + 1..<close
        }
        guard let one = quoted(&random), let other = quoted(&random) else { return }
        bytes.replaceSubrange(one, with: Array(bytes[other]))
    }

    @Test(arguments: Models.applications)
    func `a changed model is read, or refused with a message`(name: String) throws {
        let bytes = Array(try Models.text("\(name).core").utf8)
        let domain = Array(try Models.text("\(name).uml").utf8)
        var random = Seeded(state: UInt64(name.count))
        for _ in 0..<max(1, Self.count / Models.applications.count) {
            let isDomain = Int.random(in: 0...5, using: &random) == 0
            let changed = Self.mutate(isDomain ? domain : bytes, &random)
            let reading = ModelReader.read(["\(name).core"]) { path, _ in
                path.hasSuffix(".uml") ? (isDomain ? changed : domain) : isDomain ? bytes : changed
            }
            let findings = reading.findings + Checker.check(reading.model)
            #expect(findings.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty && $0.place.line > 0 })
            #expect(!reading.model.elements.isEmpty || findings.containsError)
            if !reading.model.elements.isEmpty { #expect(SwiftWriter.files(AppModel(reading.model)).count == 7) }
        }
    }
}
