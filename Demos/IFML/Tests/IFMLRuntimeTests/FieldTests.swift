import IFMLRuntime
import Testing

@Suite struct FieldTests {
    @Test func `a required field that is empty is not valid, and has no mark`() {
        var field = Field<Int>()
        #expect(!field.isValid && field.lines(named: "year") == ["year = -"])
        field.set("soon")
        #expect(!field.isValid && field.value == nil && field.lines(named: "year") == ["year = soon !"])
        field.set("1985")
        #expect(field.isValid && field.value == 1985)
        #expect(Field<Int>(isRequired: false).isValid)
    }

    @Test(arguments: [
        ("2024-02-29", true), ("2023-02-29", false), ("1900-02-29", false), ("2000-02-29", true), ("1985-13-01", false),
        ("1985-4-1", false), ("1985-04-31", false), ("tomorrow", false), ("0001-01-01", true),
    ])
    func `days are those of the calendar`(_ text: String, _ isValid: Bool) {
        var field = Field<Day>()
        field.set(text)
        #expect(field.isValid == isValid)
        #expect(field.value?.fieldText == (isValid ? text : nil))
    }

    @Test(arguments: [("1", "1"), ("1.0", "1"), ("0.5", "0.5"), ("-0.25", "-0.25"), ("1e3", "1000")])
    func `numbers are written without a fraction if they are whole`(_ text: String, _ shown: String) {
        #expect(Double(fieldText: text)?.fieldText == shown)
    }

    @Test(arguments: ["nan", "inf", "1,5", ""])
    func `what is no finite number is no number`(_ text: String) { #expect(Double(fieldText: text) == nil) }

    @Test func `a range stops at its ends and keeps its step`() {
        var field = RangeField<Int>(from: 1, to: 6, step: 2)
        #expect(field.value == 1)
        field.set("-")
        #expect(field.value == 1)
        field.set("+")
        #expect(field.value == 3)
        field.set("4")
        #expect(field.value == nil)
        field.set("9")
        #expect(field.value == nil)
        var open = RangeField<Double>(to: 10)
        #expect(open.lines(named: "x") == ["x = - (…10)"] && !open.isValid)
        open.set("-1000.5")
        #expect(open.isValid)
        open.set("+")
        #expect(!open.isValid)
        var wide = RangeField<Int>(step: 1)
        wide.set("9223372036854775807")
        wide.set("+")
        #expect(wide.text == "9223372036854775807")
    }

    @Test func `a multiple selection takes back what is chosen again, in the order of the options`() {
        var field = SelectionField<String>(["work", "home"], isMultiple: true, isExpanded: true)
        field.set("home")
        field.set("work")
        #expect(field.values == ["work", "home"])
        #expect(field.lines(named: "labels") == ["labels = [x] work [x] home"])
        field.set("home")
        field.set("garden")
        #expect(field.values == ["work"])
        #expect(!field.takes("garden"))
    }

    @Test func `a selection of objects takes what a query brings, by their texts`() {
        struct Room: FieldOption {
            var name: String
            var beds: Int
            var optionText: String { name }
        }
        var field = SelectionField<Room>([])
        #expect(field.lines(named: "room") == ["room = - ▾"])
        field.offer([Room(name: "single", beds: 1), Room(name: "double", beds: 2)])
        field.set("double")
        #expect(field.value == Room(name: "double", beds: 2) && field.options == ["single", "double"])
        field.offer([Room(name: "single", beds: 1)])
        #expect(field.value == nil)
    }

    @Test func `a broken rule bars the submit and is named`() {
        struct Form: FormFields {
            var year = Field<Int>()
            var fields: [(name: String, field: any FormField)] { [("year", year)] }
            var brokenRules: [String: String] {
                var rules: [String: String] = [:]
                if let value = year.value, !(value > 1900) { rules["year"] = "year > 1900" }
                return rules
            }
        }
        var form = Form()
        form.year.set("1800")
        #expect(!form.isValid && FormView("form", form).lines == ["year = 1800 (year > 1900) !"])
        form.year.set("soon")
        #expect(!form.isValid && FormView("form", form).lines == ["year = soon !"])
        form.year.set("1985")
        #expect(form.isValid && FormView("form", form).lines == ["year = 1985"])
    }

    @Test func `new rows keep the selection where the selected one is among them`() {
        var list = Rows<String>()
        list.rows = ["a", "b", "c"]
        list.select(1)
        list.select(7)
        #expect(list.selection == "b")
        list.rows = ["b", "c"]
        #expect(list.selected == 0)
        list.rows = ["c"]
        #expect(list.selected == nil)
        list.rows = ["x", "x"]
        list.select(1)
        list.rows = ["x", "x", "y"]
        #expect(list.selected == 1)
    }

    @Test func `the way back is cut where it has been before`() {
        var navigation = Navigation<String>()
        navigation.show("b", from: "a")
        navigation.show("c", from: "b")
        navigation.show("landmark")
        #expect(navigation.stack == ["a", "b"])
        navigation.show("a", from: "landmark")
        #expect(navigation.stack == [] && navigation.previous == nil)
    }
}
