private import Foundation

/// How much of something a test does: enough to show it, or, with `STATECHARTS_LONG=1`, as much as one would by hand.
package func amount(_ usual: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["STATECHARTS_LONG"] == nil ? usual : long
}
