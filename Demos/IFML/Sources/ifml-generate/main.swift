import Foundation
import IFMLGenerator

// The plugin's tool: `ifml generate` without what pictures need, so that it is built quickly.
let result = Tool.run(["generate"] + CommandLine.arguments.dropFirst())
FileHandle.standardError.write(Data(result.errors.utf8))
exit(result.status.rawValue)
