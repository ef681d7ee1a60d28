import Statecharts
import Testing

/// Charts of one class may differ in shape; what was learned of one must not be taken for the other.
@Suite struct KnownShapeTests {
    @Test(arguments: [
        [Defaulting.Default.none, .second, .third, .none],
        [.third, .none, .second],
        [.second, .third, .none, .second],
    ])
    func `charts of one class whose histories have different defaults each keep their own`(
        defaults: [Defaulting.Default]
    ) throws {
        for leadsTo in defaults {
            let run = Run(Defaulting(leadsTo))
            try run.start()
            let entered =
                switch leadsTo {
                case .none: "First"
                case .second: "Second"
                case .third: "Third"
                }
            try run.send(
                "resume",
                """
                resume: handled → \(entered)
                  event, First → history, exits First, entries \(entered)
                """)
        }
    }
}
