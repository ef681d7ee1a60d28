// snippet: the kettle's program
import Statecharts

let kettle = Machine(Kettle())
try await kettle.start()
print(await kettle.configuration)
try await kettle.send(.press)
print(await kettle.configuration)
try await kettle.send(.boils)
print(await kettle.configuration)
try await kettle.stop()
// end snippet
