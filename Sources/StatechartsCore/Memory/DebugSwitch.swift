#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

/// Switches by environment variables in debug builds, for tests of fallbacks that are not taken otherwise.
enum DebugSwitch {
    /// True if the variable is set; always false in release builds.
    static func isOn(_ variable: String) -> Bool {
        #if DEBUG
            unsafe getenv(variable) != nil
        #else
            false
        #endif
    }
}
