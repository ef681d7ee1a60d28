import Statecharts

extension Frame {
    /// The bytes of a frame without body, with the length in front.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.bytes = [0, 0, 0, 0]
        switch self {
        case .hello(let hello): hello.write(&writer)
        case .acknowledgement(let number):
            writer.raw("{\"frame\":\"ack\",\"n\":")
            writer.number(number)
            writer.raw("}")
        case .credit(let channel, let upTo):
            writer.raw("{\"frame\":\"credit\",\"channel\":")
            writer.string(channel)
            writer.raw(",\"upTo\":")
            writer.number(upTo)
            writer.raw("}")
        case .ping: writer.raw("{\"frame\":\"ping\"}")
        case .pong: writer.raw("{\"frame\":\"pong\"}")
        case .bye(let waits): writer.raw(waits ? "{\"frame\":\"bye\",\"waits\":true}" : "{\"frame\":\"bye\"}")
        case .error(let code, let text):
            writer.raw("{\"frame\":\"error\",\"code\":")
            writer.string(code)
            writer.raw(",\"text\":")
            writer.string(text)
            writer.raw("}")
        case .members(let members):
            writer.raw("{\"frame\":\"members\",\"members\":")
            writer.list(members) { $1.write(&$0) }
            writer.raw("}")
        case .message(let message, _):
            MessageFrame.writeBeginning(message.number, &writer)
            var header = HeaderWriter(message.channel)
            header.write(message.header, to: &writer)
        }
        writer.setLength()
        return writer.bytes
    }
}

extension MessageFrame {
    /// Writes a whole frame of its number and the rest.
    static func write(number: UInt64, to bytes: inout [UInt8], _ writeRest: (inout JSONWriter) -> Void) {
        JSONWriter.append(to: &bytes) { writer in
            let start = writer.bytes.count
            writer.raw("\0\0\0\0{\"frame\":\"message\",\"n\":")
            writer.number(number)
            writeRest(&writer)
            writer.setLength(at: start)
        }
    }

    /// The rest of a whole frame.
    static func rest(ofNumber number: UInt64, in frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var writer = JSONWriter()
        writeBeginning(number, &writer)
        return frame.dropFirst(4 + writer.bytes.count)
    }

    fileprivate static func writeBeginning(_ number: UInt64, _ writer: inout JSONWriter) {
        writer.raw("{\"frame\":\"message\",\"n\":")
        writer.number(number)
    }
}

extension Hello {
    fileprivate func write(_ writer: inout JSONWriter) {
        writer.raw("{\"frame\":\"hello\",\"protocol\":")
        writer.string(protocolName)
        writer.raw(",\"version\":")
        writer.number(version)
        writer.raw(",\"name\":")
        writer.string(name)
        writer.raw(",\"session\":\"")
        writer.hexadecimal(session)
        if let peer {
            writer.raw("\",\"peer\":\"")
            writer.hexadecimal(peer)
        }
        writer.raw("\",\"next\":")
        writer.number(next)
        writer.raw(",\"received\":")
        writer.number(received)
        writer.raw(",\"exports\":")
        writer.list(exports) { $1.write(&$0) }
        writer.raw(",\"imports\":")
        writer.list(imports) { $1.write(&$0) }
        writer.raw("}")
    }
}

extension ChannelOffer {
    fileprivate func write(_ writer: inout JSONWriter) {
        writer.raw("{\"channel\":")
        writer.string(channel)
        writer.raw(",\"type\":")
        writer.string(type)
        writer.raw(",\"kind\":")
        writer.string(kind.rawValue)
        writer.raw("}")
    }
}

extension JSONWriter {
    /// How many bytes a member takes.
    static func length(of member: RemoteMember) -> Int {
        var writer = JSONWriter()
        member.write(&writer)
        return writer.bytes.count
    }
}

extension RemoteMember {
    fileprivate func write(_ writer: inout JSONWriter) {
        writer.raw("{\"name\":")
        writer.string(name)
        writer.raw(",\"type\":")
        writer.string(type)
        if let composite {
            writer.raw(",\"inside\":")
            writer.string(composite)
        }
        writer.raw(",\"ports\":")
        writer.list(ports) { writer, port in
            writer.raw("{\"port\":")
            writer.string(port.name)
            writer.raw(",\"direction\":")
            writer.string(port.isInput ? "input" : "output")
            writer.raw(",\"type\":")
            writer.string(port.type)
            writer.raw("}")
        }
        writer.raw("}")
    }
}

extension JSONWriter {
    /// Writes the length of what follows into four bytes.
    mutating func setLength(at start: Int = 0) {
        let length = UInt32(bytes.count - start - 4)
        for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * place)) }
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        raw("[")
        for (position, element) in elements.enumerated() {
            if position > 0 { raw(",") }
            write(&self, element)
        }
        raw("]")
    }

    mutating func identity(_ identity: MessageIdentity) {
        hexadecimal(identity.source)
        raw("-")
        number(identity.number)
    }
}
