import Statecharts

let order = Machine(Order())
try await order.start()
try await order.send(.add("book"))
try await order.send(.pay)
print(await order.configuration)
