import Statecharts

extension Frame {
    /// Reads a frame.
    /// - Throws: ``BridgeError`` that says what is wrong and where.
    init(_ bytes: [UInt8], _ range: Range<Int>) throws {
        var templates = HeaderTemplates()
        try self.init(bytes, range, &templates)
    }

    /// - Parameter templates: the header of a message is noted there.
    init(_ bytes: [UInt8], _ range: Range<Int>, _ templates: inout HeaderTemplates) throws {
        var reader = JSONReader(bytes, range)
        var fields = Fields()
        try reader.object { try fields.read(&$0) }
        let body: Range<Int>
        if reader.position == range.upperBound {
            body = range.upperBound..<range.upperBound
        } else {
            guard bytes[reader.position] == 0x0A else { throw reader.error("no line end behind the header") }
            body = (reader.position + 1)..<range.upperBound
        }
        if body.isEmpty, fields.frame == "message" { throw reader.error("a message without body") }
        if !body.isEmpty, fields.frame != "message" { throw reader.error("a body that belongs to no message") }
        self = try fields.frame(body: body)
        if case .message(let message, let body) = self {
            templates.note(message, fields.places, bytes, range.lowerBound..<body.lowerBound)
        }
    }
}

/// The members of a header, in any order. Unknown ones are left out, so that later versions may have more.
private struct Fields {
    var frame = ""
    private var number: UInt64?
    private var channel: String?
    private var identity: MessageIdentity?
    private var cause: MessageIdentity?
    private var owner = ""
    private var port = ""
    private var date = Duration.zero
    private var hello = Greeting()
    private var upTo: UInt64?
    private var code = ""
    private var text = ""
    private var members: [RemoteMember]?
    private var waits = false
    var places = NumberPlaces()

    private struct Greeting {
        var protocolName = ""
        var version: UInt64 = 0
        var name = ""
        var session: String?
        var peer: String?
        var next: UInt64 = 1
        var received: UInt64 = 0
        var exports: [ChannelOffer] = []
        var imports: [ChannelOffer] = []
    }

    /// Those of messages first: there are many of these.
    mutating func read(_ reader: inout JSONReader) throws {
        if reader.isNamed("frame") {
            frame = try reader.string()
        } else if reader.isNamed("n") {
            number = try reader.noting(&places.number) { try $0.count() }
        } else if reader.isNamed("channel") {
            channel = try reader.string()
        } else if reader.isNamed("id") {
            identity = try reader.noting(&places.identity) { try $0.identity() }
        } else if reader.isNamed("cause") {
            cause = try reader.noting(&places.cause) { try $0.identity() }
        } else if reader.isNamed("date") {
            date = try reader.noting(&places.date) { try $0.date() }
        } else if reader.isNamed("owner") {
            owner = try reader.string()
        } else if reader.isNamed("port") {
            port = try reader.string()
        } else {
            try readRare(&reader)
        }
    }

    private mutating func readRare(_ reader: inout JSONReader) throws {
        switch reader.memberName {
        case "upTo": upTo = try reader.count()
        case "code": code = try reader.string()
        case "text": text = try reader.string()
        case "protocol": hello.protocolName = try reader.string()
        case "version": hello.version = try reader.count()
        case "name": hello.name = try reader.string()
        case "session": hello.session = try reader.string()
        case "peer": hello.peer = try reader.string()
        case "next": hello.next = try reader.count()
        case "received": hello.received = try reader.count()
        case "exports": hello.exports = try reader.list { try ChannelOffer($0, $1) }
        case "imports": hello.imports = try reader.list { try ChannelOffer($0, $1) }
        case "waits": waits = try reader.truth()
        case "members": members = try reader.list { try RemoteMember($0, $1) }
        default: _ = try reader.value(1)
        }
    }

    private func need<Value>(_ value: Value?, _ name: String) throws -> Value {
        guard let value else { throw BridgeError(.malformed, "a frame \"\(frame)\" without \"\(name)\"") }
        return value
    }

    private func session(_ text: String?, _ name: String) throws -> UInt64? {
        guard let text else { return nil }
        guard text.utf8.count == 16, text.utf8.first != 0x2B, let number = UInt64(text, radix: 16) else {
            throw BridgeError(.malformed, "\"\(name)\" of a hello is not sixteen hexadecimal digits")
        }
        return number
    }

    func frame(body: Range<Int>) throws -> Frame {
        switch frame {
        case "message":
            let header = MessageHeader(
                identity: try need(identity, "id"), cause: cause, sender: PortLabel(owner: owner, name: port), type: "",
                timeSince1970: date)
            return .message(
                MessageFrame(number: try need(number, "n"), channel: try need(channel, "channel"), header: header),
                body: body)
        case "ack": return .acknowledgement(try need(number, "n"))
        case "credit":
            return .credit(channel: try need(channel, "channel"), upTo: try need(upTo, "upTo"))
        case "ping": return .ping
        case "pong": return .pong
        case "bye": return .bye(waits: waits)
        case "members": return .members(try need(members, "members"))
        case "error": return .error(code: code, text: text)
        case "hello":
            return .hello(
                Hello(
                    protocolName: hello.protocolName, version: hello.version, name: hello.name,
                    session: try need(session(hello.session, "session"), "session"),
                    peer: try session(hello.peer, "peer"), next: hello.next, received: hello.received,
                    exports: hello.exports, imports: hello.imports))
        default: throw BridgeError(.malformed, "a frame of the unknown kind \"\(frame.prefix(40))\"")
        }
    }
}

extension JSONReader {
    /// Reads a value and notes where it is.
    fileprivate mutating func noting<Value>(
        _ range: inout Range<Int>?, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        _ = try next()
        let first = position, value = try read(&self)
        range = first..<position
        return value
    }

    fileprivate mutating func truth() throws -> Bool {
        guard case .bool(let truth) = try value(1) else { throw error("neither true nor false") }
        return truth
    }

    fileprivate mutating func list<Element>(
        _ make: (SnapshotValue, JSONReader) throws -> Element
    ) throws -> [Element] {
        guard case .array(let elements) = try value(1) else { throw error("no list") }
        return try elements.map { try make($0, self) }
    }
}

extension SnapshotValue {
    fileprivate func text(_ name: String, _ reader: JSONReader) throws -> String {
        guard case .string(let text)? = self[name] else { throw reader.error("no text \"\(name)\" in a list before") }
        return text
    }
}

extension SnapshotValue {
    fileprivate func isInput(_ reader: JSONReader) throws -> Bool {
        switch try text("direction", reader) {
        case "input": return true
        case "output": return false
        default: throw reader.error("a direction before that is neither input nor output")
        }
    }
}

extension ChannelOffer {
    fileprivate init(_ value: SnapshotValue, _ reader: JSONReader) throws {
        var kind = Kind.publish
        if value["kind"] != nil {
            guard let known = Kind(rawValue: try value.text("kind", reader)) else {
                throw reader.error("an unknown kind of channel before")
            }
            kind = known
        }
        self.init(channel: try value.text("channel", reader), type: try value.text("type", reader), kind: kind)
    }
}

extension RemoteMember {
    fileprivate init(_ value: SnapshotValue, _ reader: JSONReader) throws {
        var ports: [Port] = []
        if let value = value["ports"] {
            guard case .array(let elements) = value else { throw reader.error("no list \"ports\" before") }
            ports = try elements.map {
                Port(
                    name: try $0.text("port", reader), isInput: try $0.isInput(reader),
                    type: try $0.text("type", reader))
            }
        }
        let composite = try value["inside"].map { _ in try value.text("inside", reader) }
        self.init(
            name: try value.text("name", reader), type: try value.text("type", reader), composite: composite,
            ports: ports)
    }
}
