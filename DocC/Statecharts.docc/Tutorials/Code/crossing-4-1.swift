import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation

var explorer = Explorer(events: [.press]) { Crossing() }
explorer.never(\.cars.green, with: \.walkers.walk)
explorer.never(\.cars.yellow, with: \.walkers.walk)
let found = try await explorer.explore()
print("\(found.situationCount) situations")
for problem in found.problems { print(problem.subject, problem.path) }
let picture = ChartDrawing(found.graph).svg()
try picture.write(toFile: "crossing.svg", atomically: true, encoding: .utf8)
