/// Values with numbers from 0 on, equal values with the same.
struct Numbering<Value: Hashable> {
    /// By number.
    private(set) var values: [Value] = []
    private var numbers: [Value: Int32] = [:]

    /// The number of a value, and whether it is a new one.
    mutating func number(of value: Value) -> (number: Int32, isNew: Bool) {
        if let known = numbers[value] { return (known, false) }
        let number = Int32(values.count)
        values.append(value)
        numbers[value] = number
        return (number, true)
    }
}
