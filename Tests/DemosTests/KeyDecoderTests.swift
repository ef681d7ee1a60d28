import DemoSupport
import Testing

@Suite struct KeyDecoderTests {
    private func keys(_ pieces: [UInt8]...) -> [KeyDecoder.Output] {
        var decoder = KeyDecoder()
        return pieces.flatMap { decoder.decode($0) }
    }

    @Test func `letters, return, backspace and tab are keys of their own`() {
        #expect(
            keys(Array("a é\r\u{7F}\t".utf8)) == [
                .input(.character("a")), .input(.character(" ")), .input(.character("é")), .input(.enter),
                .input(.backspace),
                .input(.tab),
            ])
    }

    @Test func `arrow keys are decoded in both of their forms, also in pieces`() {
        #expect(keys([0x1B, 0x5B, 0x41], [0x1B, 0x4F, 0x42]) == [.input(.up), .input(.down)])
        #expect(keys([0x1B, 0x5B], [0x31, 0x3B, 0x35], [0x43]) == [.input(.right)])
    }

    @Test func `an escape alone is the escape key`() {
        #expect(keys([0x1B]) == [.input(.escape)])
        #expect(keys([0x1B, 0x78]) == [.input(.escape), .input(.character("x"))])
    }

    @Test func `sequences that are not known are dropped whole`() {
        #expect(keys(Array("\u{1B}[3~q\u{01}".utf8)) == [.input(.character("q"))])
    }

    @Test func `a character that arrives in pieces is one character`() {
        #expect(keys([0x61, 0xF0, 0x9F], [0x92], [0xA1, 0x62]) == "a💡b".map { .input(.character($0)) })
    }

    @Test func `control-D ends the input`() {
        #expect(keys([0x61, 0x04]) == [.input(.character("a")), .endOfInput])
    }
}
