import Testing

@testable import ExpenseFlow

@Suite struct MoneyTests {
    @Test(arguments: [
        ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("0.01", 1), ("-3", -300), ("-0.05", -5), ("0", 0),
        ("999999.99", 99_999_999), ("007", 700),
    ])
    func `amounts are read to the cent`(text: String, cents: Int) {
        #expect(Money(text) == Money(cents: cents))
    }

    @Test(arguments: [
        "", "-", ".", ".5", "5.", "1.234", "1,50", "1e3", "1000000", "--1", "+1", " 1", "1 ", "0x10", "٣", "1.-5",
        "12.5.0",
        "NaN",
    ])
    func `nothing else is an amount`(text: String) {
        #expect(Money(text) == nil)
    }

    @Test func `an amount is written so that it can be read again`() {
        for cents in [0, 1, 9, 10, 99, 100, 101, 1250, 99_999_999, -1, -99, -100, -12_345] {
            let money = Money(cents: cents)
            #expect(Money(money.description) == money, "\(money)")
        }
        #expect(Money(cents: 5).description == "0.05")
        #expect(Money(cents: -5).description == "-0.05")
    }

    @Test func `ten cents and twenty cents are thirty cents`() throws {
        #expect(try #require(Money("0.10")) + #require(Money("0.20")) == Money("0.30"))
    }
}
