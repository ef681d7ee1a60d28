import Statecharts

let lights = Machine(RunningLights())
try await lights.start()
try await lights.send(.timerTick)
print(await lights.configuration)
