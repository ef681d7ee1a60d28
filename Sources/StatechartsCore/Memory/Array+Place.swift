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
}
