/// All orders of choices, one after the other: like the digits of a number that counts up.
final class Orders: Sendable {
    private let contents = Locked<[[Int]]>([])
    private let place = Locked(0)
    private let differences = Locked(0)

    /// What was chosen in this order.
    var taken: [Int] { contents.with { $0.map { $0[0] } } }
    /// How often the same choices did not lead to the same next one: then these are not all orders.
    var differenceCount: Int { differences.with { $0 } }

    func begin() { place.with { $0 = 0 } }

    func choose(_ count: Int) -> Int {
        let place = place.with { place in
            defer { place += 1 }
            return place
        }
        return contents.with { digits in
            if digits.indices.contains(place) {
                if digits[place][1] != count { differences.with { $0 += 1 } }
                return min(digits[place][0], count - 1)
            }
            digits.append([0, count])
            return 0
        }
    }

    /// Goes on to the next order; `false` if there is none.
    func next() -> Bool {
        contents.with { digits in
            while let last = digits.last {
                digits.removeLast()
                if last[0] + 1 < last[1] {
                    digits.append([last[0] + 1, last[1]])
                    return true
                }
            }
            return false
        }
    }
}
