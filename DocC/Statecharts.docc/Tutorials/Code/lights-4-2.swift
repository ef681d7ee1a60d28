import Statecharts
import StatechartsSimulation

let clock = ManualClock()
let lights = Machine(RunningLights(), clock: clock)
try await lights.start()
await clock.advance(by: .seconds(1))
try await lights.send(.buttonTap)
await clock.advance(by: .seconds(60))
print(await lights.configuration)
