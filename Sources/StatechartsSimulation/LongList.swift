import Statecharts

/// How reports write a list that may have any length.
package enum LongList {
    /// How many lines are written.
    package static let most = 100

    /// A line for each of the first elements, and one that says how many more there are.
    package static func lines<Elements: Collection>(
        of all: Elements, _ text: (Elements.Element) -> String
    ) -> [String] { all.firstTexts(most, text) }
}
