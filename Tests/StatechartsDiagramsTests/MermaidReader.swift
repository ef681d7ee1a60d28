import Foundation
import Statecharts

@testable import StatechartsDiagrams

/// Reads a `stateDiagram-v2` as Mermaid's grammar has it, strictly: what is not one of its statements is an error, and
/// so is what it allows and then does not draw, or draws elsewhere.
///
/// The rules were found by drawing charts with Mermaid 11.16; `MermaidTests` does that again where Mermaid is given.
struct MermaidReader: Hashable {
    struct Arrow: Hashable {
        let source: String
        let target: String
        let label: String
    }

    struct Fault: Error, CustomStringConvertible {
        let line: Int
        let text: String
        var description: String { "line \(line): \(text)" }
    }

    /// By state the composite that contains it, in which it was named last; empty for none.
    private(set) var boxes: [String: String] = [:]
    /// By state its title, or its stereotype in angle brackets.
    private(set) var titles: [String: String] = [:]
    private(set) var arrows: Set<Arrow> = []
    /// By composite the state that its dot leads to.
    private(set) var initials: [String: Arrow] = [:]
    /// By state its descriptions, or the lines of its note.
    private(set) var texts: [String: [String]] = [:]
    /// By composite how many sections it has.
    private(set) var sections: [String: Int] = [:]
    private(set) var active: Set<String> = []

    private var line = 0
    private var isComposite: Set<String> = []
    private var isDescribed: Set<String> = []
    private var classes: Set<String> = []

    init(_ text: String) throws {
        var lines = text.components(separatedBy: "\n")
        guard lines.removeFirst() == "stateDiagram-v2", lines.popLast() == "" else { throw fault("no diagram") }
        var open: [(name: String, isEmpty: Bool)] = [("", false)]
        var note: String?
        for text in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
            line += 1
            let box = open[open.count - 1].name
            if let state = note {
                if text == "end note" { note = nil } else { try texts[state, default: []].append(plain(text)) }
                continue
            }
            if text == "}" {
                guard open.count > 1, !open.removeLast().isEmpty else { throw fault("a composite without states") }
                continue
            }
            if text == "--" {
                guard open.count > 1, !open[open.count - 1].isEmpty else { throw fault("a section without states") }
                open[open.count - 1].isEmpty = true
                sections[box, default: 1] += 1
                continue
            }
            open[open.count - 1].isEmpty = false
            if let match = text.wholeMatch(of: /note right of (\w+)/) {
                note = String(match.1)
                try name(String(match.1), in: box)
            } else if let match = text.wholeMatch(of: /state (\w+) \{/) {
                let state = String(match.1)
                try name(state, in: box)
                guard isComposite.insert(state).inserted else { throw fault("\(state) has two blocks") }
                open.append((state, true))
            } else {
                try read(text, in: box)
            }
        }
        guard open.count == 1, note == nil else { throw fault("the text ends inside") }
        try check()
    }

    private func fault(_ text: String) -> Fault { Fault(line: line + 1, text: text) }

    private mutating func read(_ text: String, in box: String) throws {
        if let match = text.wholeMatch(of: /state "([^"]+)" as (\w+)/) {
            try name(String(match.2), in: box)
            titles[String(match.2)] = try plain(String(match.1))
        } else if let match = text.wholeMatch(of: /state (\w+) <<(choice|fork|join)>>/) {
            let (state, shape) = (String(match.1), "<\(match.2)>")
            guard boxes[state] == nil || titles[state] == shape else { throw fault("\(state) has a shape already") }
            titles[state] = shape
            try name(state, in: box)
        } else if let match = text.wholeMatch(of: /(\[\*\]|\w+) --> (\[\*\]|\w+)(?: : (.+))?/) {
            try arrow(String(match.1), String(match.2), match.3.map(String.init) ?? "", in: box)
        } else if let match = text.wholeMatch(of: /(\w+) : (.+)/) {
            let state = String(match.1)
            try name(state, in: box)
            isDescribed.insert(state)
            try texts[state, default: []].append(plain(String(match.2)))
        } else if let match = text.wholeMatch(of: /classDef (\w+) [\w:#,-]+/) {
            classes.insert(String(match.1))
        } else if let match = text.wholeMatch(of: /class (\w+(?:,\w+)*) (\w+)/) {
            guard classes.contains(String(match.2)) else { throw fault("no class \(match.2)") }
            active.formUnion(match.1.split(separator: ",").map(String.init))
        } else {
            throw fault("no statement: \(text)")
        }
    }

    private mutating func arrow(_ source: String, _ target: String, _ label: String, in box: String) throws {
        for state in [source, target] where state != "[*]" { try name(state, in: box) }
        let arrow = Arrow(source: source, target: target == "[*]" ? "[*] \(box)" : target, label: try plain(label))
        guard source == "[*]" else { return _ = arrows.insert(arrow) }
        guard initials.updateValue(arrow, forKey: box) == nil else { throw fault("two dots in \(box)") }
    }

    /// A state belongs to the box in which it is named last.
    private mutating func name(_ state: String, in box: String) throws {
        guard state.first?.isLetter == true, !Self.words.contains(state.lowercased()) else {
            throw fault("\(state) is no name")
        }
        boxes[state] = box
    }

    private static let words = [
        "state", "end", "note", "class", "classdef", "direction", "default", "as", "scale", "style",
    ]

    /// Text without what ends it, or means something else, with its entities as characters.
    private func plain(_ text: String) throws -> String {
        var plain = "", rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "#", let entity = rest.prefixMatch(of: /(\d+);/), let code = UInt32(entity.1),
                let scalar = Unicode.Scalar(code)
            {
                plain.unicodeScalars.append(scalar)
                rest.removeFirst(entity.0.count)
            } else if "#;:\"<>&{}\\%`".contains(character) {
                throw fault("'\(character)' in a text")
            } else {
                plain.append(character)
            }
        }
        guard !text.contains("--"), !text.contains("end note") else { throw fault("a text that ends something") }
        return plain.trimmingCharacters(in: .whitespaces)
    }

    private func around(_ state: String) -> [String] {
        var all: [String] = []
        var next = boxes[state]
        while let box = next, !box.isEmpty, !all.contains(box) {
            all.append(box)
            next = boxes[box]
        }
        return all
    }

    /// What Mermaid reads, and then draws nothing at all, or something else.
    private func check() throws {
        for state in boxes.keys.sorted() {
            guard titles[state] != nil else { throw fault("\(state) was never declared") }
            guard !isComposite.contains(state) || !isDescribed.contains(state) else {
                throw fault("\(state) is a composite with descriptions")
            }
        }
        for composite in isComposite.sorted() {
            guard boxes.values.contains(composite) else { throw fault("\(composite) has lost what was inside") }
        }
        for arrow in arrows {
            if around(arrow.target).contains(arrow.source) || around(arrow.source).contains(arrow.target) {
                throw fault("\(arrow) is between a composite and what is inside")
            }
        }
    }
}
