import Testing

@testable import calculator

@Suite struct CalculatorNumberTests {
    private func number(_ text: String) throws -> Number {
        try #require(Number(text.filter { $0 != "-" }, isNegative: text.hasPrefix("-")))
    }

    @Test(arguments: [
        ("0.1", "+", "0.2", "0.3"), ("1", "/", "3", "0.33333333333"), ("2", "/", "3", "0.66666666667"),
        ("999999999999", "+", "1", nil), ("999999999999", "+", "0.4", "999999999999"),
        ("999999999999", "+", "0.5", nil),
        ("-7", "/", "2", "-3.5"), ("123456", "*", "1000000", "123456000000"),
        ("999999", "*", "1000001", "999999999999"),
        ("1000000", "*", "1000000", nil), ("0.00000000001", "*", "0.5", "0.00000000001"),
        ("0.00000000001", "*", "0.4", "0"), ("-0.00000000001", "/", "2", "-0.00000000001"),
        ("1", "/", "0.00000000001", "100000000000"), ("1", "/", "0", nil), ("0", "/", "0", nil),
        ("999999999999", "/", "0.00000000001", nil), ("12345678.9012", "-", "0.00005", "12345678.9012"),
        ("1.50", "-", "1.5", "0"), ("100", "*", "0.07", "7"),
    ])
    func `sums, differences, products and quotients have twelve digits, rounded half away from zero`(
        a: String, operation: String, b: String, expected: String?
    ) throws {
        let (first, second) = (try number(a), try number(b))
        let result =
            switch operation {
            case "+": first + second
            case "-": first - second
            case "*": first * second
            case _: first / second
            }
        #expect(result.map { "\($0)" } == expected)
    }

    @Test(arguments: ["", ".", "+1", "-1", "1e3", "1.2.3", "1234567890123", "٣", " 1"])
    func `what is no number is none`(text: String) {
        #expect(Number(text) == nil)
    }

    @Test(arguments: ["1.", ".5", "000.500"]) func `points and zeros are read`(text: String) throws {
        #expect(try number(text) == (text == "1." ? try number("1") : try number("0.5")))
    }
}
