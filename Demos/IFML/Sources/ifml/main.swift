import Foundation
import IFMLTool

exit(IFMLProgram.run(Array(CommandLine.arguments.dropFirst())))
