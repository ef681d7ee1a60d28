import Foundation
import Testing

@testable import IFMLGenerator

@Suite("applications") struct ApplicationTests {
    @Test(arguments: [
        ("MovieManager", "movies"), ("Dictionary", "dictionary"), ("Mail", "mail"), ("Podcasts", "podcasts"),
        ("Booking", "booking"), ("Guide", "guide"),
    ])
    func `acceptance 13: the application's code is what is generated from its model`(folder: String, model: String)
        throws
    {
        let path = "\(Models.package)/Demos/\(folder)"
        let reading = ModelReader.read(["\(path)/\(model).core"])
        #expect(reading.findings == [])
        let files = SwiftWriter.files(AppModel(reading.model))
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/Generated").sorted()
        #expect(names == files.map(\.name).sorted())
        for file in files {
            let text = try String(contentsOfFile: "\(path)/Generated/\(file.name)", encoding: .utf8)
            #expect(text == file.text, "ifml generate \(model).core --output Generated, for \(file.name)")
        }
    }

    @Test func `acceptance 14: by hand is the store, with a function for each action`() throws {
        let folder = "\(Models.package)/Demos/MovieManager"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        #expect(files.sorted() == ["Store.swift", "main.swift"])
        let store = try String(contentsOfFile: "\(folder)/Store.swift", encoding: .utf8)
        #expect(store.matches(of: /func (\w+)/).map(\.1) == ["fetchMovies", "addMovie"])
    }
}
