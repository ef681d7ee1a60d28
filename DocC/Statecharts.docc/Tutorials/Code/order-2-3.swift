import Statecharts

let order = Machine(Order())
try await order.start()
try await order.send(.add("book"))
try await order.send(.pay)
print(await order.configuration)

order.post(.parcel(.scanned("Leipzig")))
order.post(.parcel(.delivered("Ada")))
for await _ in order.configurations where await order.isActive(\.done) { break }
print(await order.configuration, try await order.withTop { $0.places })
