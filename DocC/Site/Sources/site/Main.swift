import Foundation

/// `site OUTPUT WEB`: finishes what `docc convert` has written to OUTPUT with the files of the folder WEB, then checks it.
///
/// `members.txt` beside WEB has the addresses of members that have to have examples.
@main struct Main {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: site OUTPUT WEB; DocC/build calls it")
            exit(64)
        }
        let output = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
        let web = URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory)
        let pages = try RenderedPage.all(of: output)
        let index = SearchIndex(pages)

        try StaticPages(output: output).write(pages)
        try MarkdownCopy(output: output, pages: pages).write()
        let search = output.appending(path: "search")
        try FileManager.default.createDirectory(at: search, withIntermediateDirectories: true)
        try index.script().write(to: search.appending(path: "index.js"))
        let places = [
            "search.js": "search/search.js", "404.html": "404.html", "index.html": "index.html",
            "documentation.html": "documentation/index.html",
        ]
        for (name, place) in places {
            try Data(contentsOf: web.appending(path: name)).write(to: output.appending(path: place))
        }

        let list = web.deletingLastPathComponent().appending(path: "members.txt")
        let members = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        let problems = try Check(output: output, pages: pages, index: index, members: members).problems()
        for problem in problems { print("error: \(problem)") }
        guard problems.isEmpty else { exit(1) }
        print("\(pages.count) pages, \(index.entries.count) places that the search finds")
    }
}
