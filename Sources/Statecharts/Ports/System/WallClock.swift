#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

/// The date, which the standard library's clocks do not tell.
package enum WallClock {
    /// The time since the first of January 1970, 0:00 UTC.
    package static var timeSince1970: Duration {
        // The two numbers of POSIX' `timespec`. The type itself is not named: which module has it depends on how the
        // compiler is called. Sound: the call fills the memory that it is given, which has room for both numbers, and
        // does not keep its address.
        var time: (seconds: Int, nanoseconds: Int) = (0, 0)
        unsafe withUnsafeMutableBytes(of: &time) { bytes in
            guard let address = bytes.baseAddress else { return }
            _ = unsafe clock_gettime(CLOCK_REALTIME, .init(OpaquePointer(address)))
        }
        return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
    }
}
