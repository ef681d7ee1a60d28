import Foundation

/// Where the package of IFMLRuntime lies, on which generated packages depend.
package struct RuntimePackage {
    /// The folder, as a manifest names it: absolute, or as it is seen from the generated package.
    package let path: String
    private let output: String

    /// - Parameters:
    ///   - output: the folder of the generated package.
    ///   - told: what the user says; otherwise it is the checkout that the tool was built from.
    package init(for output: String, told: String?, checkout: String = Self.checkout) {
        self.output = Self.resolved(output)
        path = told ?? Self.way(from: self.output, to: Self.resolved(checkout))
    }

    /// What the tool was built from.
    package static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL.path

    /// True if there is a package.
    package var isThere: Bool { FileManager.default.fileExists(atPath: "\(folder)/Package.swift") }

    private var folder: String { Self.resolved(path.hasPrefix("/") ? path : "\(output)/\(path)") }

    /// Why the generated package cannot depend on the runtime's, if so. To SwiftPM a package is its folder's name.
    package var conflict: String? {
        let root = Self.resolved("\(folder)/../..")
        func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }
        let own = name(output)
        guard let other = [folder, root].first(where: { name($0).lowercased() == own.lowercased() }) else { return nil }
        return "a package in a folder named \(own) cannot depend on that in \(other): "
            + "SwiftPM tells packages apart by the names of their folders; choose another one for --output"
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// A way that still holds when both folders move together; absolute if they share no folder but the root.
    static func way(from folder: String, to other: String) -> String {
        let from = folder.split(separator: "/"), to = other.split(separator: "/")
        let shared = zip(from, to).prefix { $0 == $1 }.count
        guard shared > 0 else { return other }
        let up = Array(repeating: "..", count: from.count - shared)
        return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
    }
}
