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

let snapshot = try JSONDecoder().decode(Snapshot.self, from: Data(contentsOf: file))
let nextDay = Machine(restoring: snapshot, Order())
try await nextDay.start()
let steps = nextDay.steps
nextDay.post(.parcel(.scanned("")))
for await step in steps where "\(step.trigger)" == "broken" { break }
nextDay.post(.parcel(.scanned("Vienna")))
nextDay.post(.parcel(.delivered("Ada")))
for await _ in nextDay.configurations where await nextDay.isActive(\.done) { break }
print(await nextDay.configuration, try await nextDay.withTop { $0.items + $0.places })
