package import Foundation

extension Data {
    /// Writes the data to a file so that whoever opens it meanwhile finds the old content or the new one, never a part.
    ///
    /// To replace a file is to put another one in its place. What is no regular file (a device, a pipe, a link to one)
    /// must stay what it is: it is written to.
    package func replaceFile(at url: URL) throws {
        try write(to: url.resolvingSymlinksInPath(), options: url.isSpecialFile ? [] : .atomic)
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
