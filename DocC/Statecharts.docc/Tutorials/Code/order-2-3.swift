import Statecharts

let order = Machine(Order())
try await order.start()
try await order.send(.add("book"))
try await order.send(.pay)
print(await order.configuration)

order.post(.parcel(.scanned("Leipzig")))
order.post(.parcel(.delivered("Ada")))
for await configuration in order.configurations where await order.isActive(\.done) {
    print(configuration, try await order.withTop { $0.places })
    break
}
