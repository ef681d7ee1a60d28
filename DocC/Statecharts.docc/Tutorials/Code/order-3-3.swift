import Foundation
import Statecharts

let file = URL(filePath: "order.json")

let order = Machine(Order())
try await order.start()
try await order.send(.add("book"))
try await order.send(.pay)
print(await order.configuration)

order.post(.parcel(.scanned("Leipzig")))
try JSONEncoder().encode(await order.snapshot()).write(to: file)
try await order.stop()
