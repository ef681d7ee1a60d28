import Foundation
import Testing

@testable import IFMLGenerator

/// The package's own models.
enum Models {
    /// The folder of the package.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let folders = [
        "movies": "MovieManager", "dictionary": "Dictionary", "mail": "Mail", "podcasts": "Podcasts",
        "booking": "Booking", "guide": "Guide",
    ]

    static func path(_ name: String) -> String { "\(place(of: name)).core" }

    /// A model of an application lies beside that, another one below `Models`.
    private static func place(of name: String) -> String {
        "\(package)/" + (folders[name].map { "Demos/\($0)/" } ?? "Models/") + name
    }

    static func text(_ name: String) throws -> String {
        let parts = name.split(separator: ".")
        let ending = parts.dropFirst().map { "." + $0 }.joined()
        return try String(contentsOfFile: place(of: String(parts.first ?? "")) + ending, encoding: .utf8)
    }

    static func read(_ names: String...) -> Reading { ModelReader.read(names.map(path)) }

    /// The six applications.
    static let applications = ["movies", "dictionary", "mail", "podcasts", "booking", "guide"]
}

/// The public models, which may not be copied: read where `IFML_SAMPLES` names their folder.
enum Samples {
    static let folder = ProcessInfo.processInfo.environment["IFML_SAMPLES"]
    static let isThere = folder != nil
    static let hint: Comment = "set IFML_SAMPLES to the folder of the public models"

    static func read(_ names: String...) throws -> Reading {
        let folder = try #require(folder)
        return ModelReader.read(names.map { "\(folder)/\($0).core" })
    }
}

/// Says what is not run; a skipped test alone is easily overlooked.
@Suite("public models") struct SamplesNotice {
    @Test func `the public models are read only where IFML_SAMPLES names their folder`() {
        if !Samples.isThere { print("note: IFML_SAMPLES is not set; the tests with the public models are skipped") }
    }
}

/// Models written in tests. Elements refer to each other by id; `d.uml` is the domain.
enum Inline {
    static let domain = """
        <uml:Model xmi:version="1" xmlns:xmi="http://www.omg.org/spec/XMI/20131001" xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML" xmi:id="m" name="m">
          <packagedElement xmi:type="uml:PrimitiveType" xmi:id="String" name="String"/>
          <packagedElement xmi:type="uml:PrimitiveType" xmi:id="Integer" name="Integer"/>
          <packagedElement xmi:type="uml:PrimitiveType" xmi:id="Real" name="Real"/>
          <packagedElement xmi:type="uml:PrimitiveType" xmi:id="Boolean" name="Boolean"/>
          <packagedElement xmi:type="uml:PrimitiveType" xmi:id="Date" name="Date"/>
          <packagedElement xmi:type="uml:Enumeration" xmi:id="Board" name="Board">
            <ownedLiteral xmi:id="Board.none" name="none"/><ownedLiteral xmi:id="Board.full" name="full"/>
          </packagedElement>
          <packagedElement xmi:type="uml:Class" xmi:id="Book" name="Book">
            <ownedAttribute xmi:id="Book.title" name="title" type="String"/>
            <ownedAttribute xmi:id="Book.pages" name="pages" type="Integer"/>
            <ownedAttribute xmi:id="Book.isLent" name="isLent" type="Boolean"/>
          </packagedElement>
        </uml:Model>
        """

    static let concepts = """
        <domainModel>
          <domainElements xsi:type="core:UMLDomainConcept" id="book" name="Book"><classifier href="d.uml#Book"/></domainElements>
          <domainElements xsi:type="core:UMLStructuralFeature" id="title" name="title"><structuralFeature href="d.uml#Book.title"/></domainElements>
          <domainElements xsi:type="core:UMLStructuralFeature" id="pages" name="pages"><structuralFeature href="d.uml#Book.pages"/></domainElements>
        </domainModel>
        """

    static func namespaces(_ more: String = "") -> String {
        """
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:core="http://www.omg.org/spec/20130218/core" \
        xmlns:ext="http://www.omg.org/spec/20130218/ext" xmlns:mobile="http://www.omg.org/spec/20130218/mobile" \
        xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML" \(more)
        """
    }

    /// A file with these elements in its interaction flow model.
    static func file(_ elements: String, contexts: String = "", more: String = "", viewpoints: String = "") -> String {
        let model = """
            <core:IFMLModel id="model" name="library">
            <interactionFlowModel id="flow">
            \(elements)
            </interactionFlowModel>
            \(concepts)
            \(viewpoints)
            </core:IFMLModel>
            """
        return """
            <xmi:XMI xmlns:xmi="http://www.omg.org/XMI" \(namespaces(more))>
            \(model)
            \(contexts)
            </xmi:XMI>
            """
    }

    static func read(_ text: String, limits: ReadingLimits = ReadingLimits()) -> Reading {
        ModelReader.read(["m.core"], limits: limits) { path, _ in
            switch path {
            case "m.core": Array(text.utf8)
            case "d.uml": Array(domain.utf8)
            default: nil
            }
        }
    }

    /// All findings about a file with these elements.
    static func findings(
        _ elements: String, contexts: String = "", more: String = "", viewpoints: String = "", isStrict: Bool = false
    ) -> [Finding] {
        let reading = read(file(elements, contexts: contexts, more: more, viewpoints: viewpoints))
        return (reading.findings + Checker.check(reading.model, isStrict: isStrict)).inOrder()
    }

    static func codes(_ elements: String, contexts: String = "", viewpoints: String = "") -> [Finding.Code] {
        findings(elements, contexts: contexts, viewpoints: viewpoints).map(\.code)
    }

    /// A default window with what is in it.
    static func window(_ content: String) -> String {
        """
        <interactionFlowModelElements xsi:type="ext:IFMLWindow" id="w" name="window" isDefault="true">\(content)</interactionFlowModelElements>
        """
    }
}

extension Sequence where Element == Finding {
    func count(_ code: Finding.Code) -> Int { reduce(0) { $0 + ($1.code == code ? 1 : 0) } }
}
