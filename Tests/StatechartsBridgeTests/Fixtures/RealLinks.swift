import Foundation
import Testing

/// Tests with sockets, pipes and processes go by real time: who is silent for ten seconds is given up. Among a thousand
/// other tests on two cores that
/// happens to those who are only waiting for their turn, so they are a step of the checks of their own, see `bridges`
/// in .ci/run.
enum RealLinks {
    static var asked: ConditionTrait {
        .enabled(
            if: ProcessInfo.processInfo.environment["STATECHARTS_BRIDGES"] != nil,
            "STATECHARTS_BRIDGES=1 swift test --filter StatechartsBridgeTests")
    }
}
