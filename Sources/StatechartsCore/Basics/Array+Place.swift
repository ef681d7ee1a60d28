extension Range where Bound: FixedWidthInteger {
    /// The first number for which the condition holds, by binary search: it holds for all behind that one too. The end
    /// if it holds for none.
    @inlinable
    package func firstPlace(where isBehind: (Bound) -> Bool) -> Bound {
        var low = lowerBound, high = upperBound
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Array {
    /// The position of the first element for which the condition holds: it holds for all behind that one too.
    @inlinable
    package func firstPlace(where isBehind: (Element) -> Bool) -> Int { indices.firstPlace { isBehind(self[$0]) } }

    /// The position of the element with this key: the keys grow from element to element.
    @inlinable
    package func place(of key: Int, by own: (Element) -> Int) -> Int? {
        let place = firstPlace { own($0) >= key }
        return place < endIndex && own(self[place]) == key ? place : nil
    }

    /// Removes the element with this key, if there is one, and answers with it.
    @inlinable
    package mutating func remove(_ key: Int, by own: (Element) -> Int) -> Element? {
        place(of: key, by: own).map { remove(at: $0) }
    }

    /// Changes the element with this key in its place; `nil` if there is none.
    @discardableResult
    @inlinable
    package mutating func change<Result>(
        _ key: Int, by own: (Element) -> Int, _ body: (inout Element) -> Result
    ) -> Result? {
        place(of: key, by: own).map { body(&self[$0]) }
    }

    /// The elements with this number: the numbers do not fall from element to element.
    package func run(of number: Int, by own: (Element) -> Int) -> ArraySlice<Element> {
        self[firstPlace { own($0) >= number }..<firstPlace { own($0) > number }]
    }
}
