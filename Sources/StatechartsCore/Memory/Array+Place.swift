extension Array {
    /// The position of the element with this key, by binary search: the keys grow from element to element.
    @inlinable
    package func place(of key: Int, by own: (Element) -> Int) -> Int? {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if own(self[middle]) < key { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && own(self[low]) == key ? low : nil
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

    /// Where the first element is for which the condition holds, by binary search: it holds for all behind that one
    /// too. The end if it holds for none.
    package func firstPlace(where isBehind: (Element) -> Bool) -> Int {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The elements with this number, by binary search: the numbers do not fall from element to element.
    package func run(of number: Int, by own: (Element) -> Int) -> ArraySlice<Element> {
        let start = firstPlace { own($0) >= number }, rest = self[start...]
        guard let first = rest.first, own(first) == number else { return rest.prefix(0) }
        return self[start..<firstPlace { own($0) > number }]
    }
}
