import Statecharts

let lights = Machine(RunningLights())
try await lights.start()
try await lights.send(.timerTick)
try await lights.send(.buttonTap)
print(await lights.configuration)
try await lights.send(.buttonTap)
print(await lights.configuration)
