import Statecharts
import StatechartsSimulation

let clock = ManualClock()
let crossing = Machine(Crossing(), clock: clock)
try await crossing.start()
try await crossing.send(.press)
print(await crossing.configuration)
for _ in 1...2 {
    await clock.advance(by: .seconds(5))
    print(await crossing.configuration)
}
