import Foundation
import IFMLGenerator

/// A folder in which applications are built: one package for all of them, so that the framework is compiled once.
struct BuildCache {
    /// Why an application was not built.
    struct Failure: Error {
        var message: String
        var status = Tool.Status.build
    }

    let folder: String
    /// The package of IFMLRuntime.
    let runtime: String

    init(_ arguments: Arguments) throws(Arguments.Misuse) {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?.path
        // A package is known by its folder's name, which must not be that of IFMLRuntime's package.
        let cache = arguments.values["--cache"] ?? "\(caches ?? NSTemporaryDirectory())/ifml"
        folder = Self.absolute("\(cache)/applications")
        runtime = Self.absolute(arguments.values["--runtime"] ?? RuntimePackage.checkout)
        guard FileManager.default.fileExists(atPath: "\(runtime)/Sources/IFMLRuntime") else {
            throw Arguments.Misuse("there is no IFMLRuntime in \(runtime); --runtime DIR says where its package is")
        }
    }

    static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    /// The program of an application, built if anything has changed since it was built last.
    func program(of app: AppModel, model: String, isOptimized: Bool) throws(Failure) -> String {
        let name = "\(PackageWriter.executable(app))-\(Self.hash(Self.absolute(model)))"
        let configuration = isOptimized ? "release" : "debug"
        let program = "\(folder)/.build/\(configuration)/\(name)"
        let note = "\(folder)/built/\(name).\(configuration)"
        let generated = SwiftWriter.files(app) + [SwiftWriter.File(name: "main.swift", text: PackageWriter.main(app))]
        let state = generated.map { Self.hash($0.text) }.joined(separator: "\n") + "\n" + sourcesState()
        if let built = try? String(contentsOfFile: note, encoding: .utf8), built == state,
            FileManager.default.isExecutableFile(atPath: program)
        {
            return program
        }
        try? FileManager.default.removeItem(atPath: note)
        do {
            try write(generated, of: name)
        } catch {
            throw Failure(message: "cannot write to \(folder): \(error.localizedDescription)", status: .output)
        }
        // A plan that was made before files of the framework were renamed asks for the old ones.
        try? FileManager.default.removeItem(atPath: "\(folder)/.build/\(configuration).yaml")
        try build(name, configuration)
        try? SwiftWriter.File(name: note, text: state).write(to: note)
        return program
    }

    private func write(_ files: [SwiftWriter.File], of name: String) throws {
        let sources = "\(folder)/Sources/\(name)"
        let names = Set(files.map(\.name))
        for old in (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? [] where !names.contains(old) {
            try FileManager.default.removeItem(atPath: "\(sources)/\(old)")
        }
        for file in files { try file.write(to: "\(sources)/\(file.name)") }
        let targets = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/Sources").sorted()
        let manifest = PackageWriter.manifest(package: "ifml-applications", targets: targets, runtime: runtime)
        try SwiftWriter.File(name: "Package.swift", text: manifest).write(to: "\(folder)/Package.swift")
    }

    private func build(_ name: String, _ configuration: String) throws(Failure) {
        let isFirst = !FileManager.default.fileExists(atPath: "\(folder)/.build/\(configuration)")
        let hint = isFirst ? " (the first time with the framework: minutes)" : ""
        FileHandle.standardError.write(Data("building \(name)\(hint)\n".utf8))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "build", "--package-path", folder, "-c", configuration, "--product", name]
        // Its progress is no output of ours.
        process.standardOutput = FileHandle.standardError
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw Failure(message: "cannot call swift: \(error.localizedDescription)")
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: "the application was not built; what swift said stands above")
        }
    }

    /// What the framework and the runtime are at present: their files' dates and sizes.
    private func sourcesState() -> String {
        var parts: [String] = []
        for source in ["Sources/IFMLRuntime", "../../Sources", "Package.swift", "../../Package.swift"] {
            let root = Self.absolute("\(runtime)/\(source)")
            let inside = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String }.sorted() ?? []
            let files = inside.map { "\(root)/\($0)" } + (inside.isEmpty ? [root] : [])
            for file in files where file.hasSuffix(".swift") {
                guard let about = try? FileManager.default.attributesOfItem(atPath: file) else { continue }
                let date = (about[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
                parts.append("\(file) \(date) \(about[.size] ?? 0)")
            }
        }
        return Self.hash(parts.joined(separator: "\n"))
    }

    /// The same number for the same text, in every process (FNV-1a).
    static func hash(_ text: String) -> String {
        let number = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(number, radix: 36)
    }
}
