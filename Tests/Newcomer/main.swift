// snippet: program
import Statecharts

enum LED: Sendable { case red, green, blue }

protocol LEDs: Sendable {
    func turnOn(_ led: LED)
    func turnOff(_ led: LED)
}

struct PrintedLEDs: LEDs {
    func turnOn(_ led: LED) { print("\(led) on") }
    func turnOff(_ led: LED) { print("\(led) off") }
}

let machine = Machine(RunningLights(leds: PrintedLEDs()))
try await machine.start()  // red on; from here on the timer sends a tick every half second
try await machine.send(.timerTick)  // red off, green on: returns when the step is complete
machine.post(.buttonTap)  // green off: from anywhere, never waits, keeps its order
print(await machine.isActive(\.paused))  // true: typed, no strings
try await machine.send(.buttonTap)  // green on: history brings the lights back to where they were
// end snippet
