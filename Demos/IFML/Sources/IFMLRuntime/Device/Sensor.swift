/// A sensor or resource as the command `device` knows it: its name and its variables.
struct Sensor: Sendable {
    /// What a variable can be.
    enum Kind: Sendable {
        case number, flag, network, battery, orientation

        /// True if a text is a value for it.
        func takes(_ text: String) -> Bool {
            switch self {
            case .number: text == "nil" || Double(fieldText: text) != nil
            case .flag: text == "nil" || Bool(fieldText: text) != nil
            case .network: Bool(fieldText: text) != nil
            case .battery: BatteryStatus(fieldText: text) != nil
            case .orientation: text == "nil" || DeviceOrientation(fieldText: text) != nil
            }
        }

        /// What can be said, for messages.
        var expectation: String {
            switch self {
            case .number: "a number, or nil"
            case .flag: "yes, no or nil"
            case .network: "yes or no"
            case .battery: BatteryStatus.expectation
            case .orientation: DeviceOrientation.expectation + ", or nil"
            }
        }
    }

    let variables: [(name: String, kind: Kind)]
    let event: @Sendable (Readings) -> DeviceEvent

    /// All sensors and resources, by name.
    static let all: [String: Sensor] = [
        "location": numbers("latitude", "longitude", "altitude", "speed", "horizontalAccuracy", "verticalAccuracy") {
            .location($0)
        },
        "proximity": Sensor(variables: [("proximity", .flag)]) { .proximity($0) },
        "motion": numbers("yaw", "pitch", "roll") { .motion($0) },
        "accelerometer": numbers("accelerationX", "accelerationY", "accelerationZ") { .accelerometer($0) },
        "gyroscope": numbers("rotationX", "rotationY", "rotationZ") { .gyroscope($0) },
        "magnetometer": numbers("magneticHeadingDirection", "trueHeadingDirection", "magneticHeadingAccuracy") {
            .magnetometer($0)
        },
        "orientation": Sensor(variables: [("orientation", .orientation)]) { .orientation($0) },
        "shake": Sensor(variables: []) { _ in .shake },
        "memory": Sensor(variables: []) { _ in .memory },
        "battery": Sensor(variables: [("batteryLevel", .number), ("batteryStatus", .battery)]) { .battery($0) },
        "bluetooth": Sensor(variables: [("bluetooth", .network)]) { .bluetooth($0) },
        "connection": Sensor(variables: [("wiFi", .network), ("cellular", .network), ("nfc", .network)]) {
            .connection($0)
        },
    ]

    private static func numbers(_ names: String..., event: @escaping @Sendable (Readings) -> DeviceEvent) -> Sensor {
        Sensor(variables: names.map { ($0, .number) }, event: event)
    }
}
