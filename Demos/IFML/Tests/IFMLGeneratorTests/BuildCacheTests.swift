import Testing

@testable import IFMLGenerator
@testable import IFMLTool

@Suite("builds") struct BuildCacheTests {
    @Test(arguments: [[], ["--cache", "/somewhere/ifml"]])
    func `applications are built in a folder that is not named as the package of the runtime`(words: [String]) throws {
        let values = ["--cache": "a folder", "--runtime": "a folder"]
        let cache = try BuildCache(
            Arguments("run", words + ["--runtime", Models.package], flags: [], values: values))
        #expect(cache.folder.hasSuffix("/ifml/applications"))
    }
}
