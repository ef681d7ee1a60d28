package import Foundation

#if canImport(Darwin)
    private import Darwin
#elseif canImport(Musl)
    private import Musl
#else
    private import Glibc
#endif

extension Data {
    /// Writes the data to a file so that whoever opens it meanwhile finds the old content or the new one, never a part.
    ///
    /// To replace a file is to put another one in its place, with the same rights: what is for its owner alone is so
    /// all the time. What is no regular file (a device, a pipe, a link to one) must stay what it is: it is written to.
    package func replaceFile(at url: URL) throws {
        let place = url.resolvingSymlinksInPath()
        if url.isSpecialFile { return try withoutBrokenPipeSignal { try write(to: place) } }
        let files = FileManager.default
        guard let rights = try? files.attributesOfItem(atPath: place.path)[.posixPermissions] else {
            return try write(to: place, options: .atomic)
        }
        let beside = place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).\(UUID())")
        guard files.createFile(atPath: beside.path, contents: nil, attributes: [.posixPermissions: rights]) else {
            return try write(to: place, options: .atomic)
        }
        do {
            try write(to: beside)
            guard unsafe rename(beside.path, place.path) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            try? files.removeItem(at: beside)
            throw error
        }
    }
}

extension URL {
    /// Whether there is something that can be written to and is no regular file, perhaps behind a link.
    package var isSpecialFile: Bool {
        let place = resolvingSymlinksInPath().path
        guard let type = try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType else {
            return false
        }
        return type != .typeRegular && type != .typeDirectory
    }
}
