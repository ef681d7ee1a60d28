private import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file in which a demo keeps its data from one run to the next, as JSON.
///
/// It is for its owner alone (mode 0600) and always whole: what is new is written beside it first. A file that is
/// damaged is left as it is. As long as a run has it, no other one can.
public final class DataFile: Sendable {
    /// `--data` for the parser of a demo.
    public static var option: OptionParser.Option {
        .value("data", "FOLDER", "keep the data in this folder from one run to the next")
    }

    private let path: String
    /// What the command line calls the place.
    private let folder: String
    /// Keeps others away as long as it is open.
    private let lock: Int32
    private let written = Written()

    /// What the command line asks for; `nil` if for no data. Makes the folder if there is none.
    /// - Throws: ``UsageError`` if there can be no such folder, or if another run has the data.
    public init?(_ options: OptionParser.Options, named name: String) throws(UsageError) {
        guard let folder = options["data"] else { return nil }
        self.folder = folder
        path = "\(folder)/\(name).json"
        let isMade = unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST
        lock = isMade ? unsafe open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) : -1
        guard lock >= 0 else {
            throw UsageError("--data: the folder '\(folder.printable)' cannot be used: \(Self.reason)")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw UsageError("--data: the folder '\(folder.printable)' is used by another run")
        }
    }

    deinit { close(lock) }

    /// Whether there are data of an earlier run.
    public var isKept: Bool { unsafe access(path, F_OK) == 0 }

    /// Refuses a recording for replays (`--record`) of a run that begins with data of an earlier one: a recording has
    /// what came in, not where the run began, so that a replay would do something else.
    /// - Throws: ``UsageError`` if both were asked for.
    public func refuseRecording(_ options: OptionParser.Options) throws(UsageError) {
        guard options.has("record"), isKept else { return }
        throw UsageError(
            "--record: a recording does not have the data in '\(folder.printable)' that this run begins with; use a folder "
                + "without data, or --inspect")
    }

    /// What was kept; `nil` before the first run.
    /// - Parameter fault: what is wrong with data that could be read; `nil` if nothing is.
    /// - Throws: ``InputError`` if the file cannot be read or is damaged.
    public func read<Value: Decodable>(_ type: Value.Type, fault: (Value) -> String?) throws(InputError) -> Value? {
        let data: Data
        do { data = try Data(contentsOf: URL(filePath: path)) } catch {
            if unsafe access(path, F_OK) != 0, errno == ENOENT { return nil }
            throw InputError("--data: '\(path.printable)' cannot be read: \(Self.reason)")
        }
        let value: Value
        do { value = try JSONDecoder().decode(type, from: data) } catch {
            throw damaged(Self.text(of: error))
        }
        if let fault = fault(value) { throw damaged(fault) }
        return value
    }

    /// Keeps a value, if it is another one than was kept last.
    /// - Throws: ``InputError`` if it cannot be written; what was there stays.
    public func write(_ value: some Encodable) throws(InputError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(value) else { throw InputError("--data: the data cannot be encoded") }
        guard written.isNew(data) else { return }
        let draft = "\(path).new"
        guard Self.write(data, to: draft), unsafe rename(draft, path) == 0 else {
            let reason = Self.reason
            _ = unsafe unlink(draft)
            written.forget()
            throw InputError("--data: '\(path.printable)' cannot be written: \(reason)")
        }
    }

    /// Writes all of it and waits until it is on the disk. What was wrong is in `errno`.
    private static func write(_ data: Data, to path: String) -> Bool {
        _ = unsafe unlink(path)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let failure = StandardStreams.write(data, to: file)
        let isThere = failure == 0 && fsync(file) == 0
        let number = failure == 0 ? errno : failure
        close(file)
        if !isThere { errno = number }
        return isThere
    }

    private func damaged(_ fault: String) -> InputError {
        InputError("--data: '\(path.printable)' is damaged and was left as it is: \(fault.printable)")
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }

    private static func text(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        let (context, what) =
            switch error {
            case .dataCorrupted(let context): (context, "")
            case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context): (context, "something else was expected")
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "it cannot be read"), "")
            }
        let place = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: " ")
        let text = what.isEmpty ? context.debugDescription : what
        return place.isEmpty ? text : "\(text) at \(place)"
    }

    /// What was written last.
    private final class Written: Sendable {
        private let last = Mutex<Data?>(nil)
        func isNew(_ data: Data) -> Bool {
            last.withLock { last in
                defer { last = data }
                return last != data
            }
        }
        func forget() { last.withLock { $0 = nil } }
    }
}
