/// What happens to an application on its device, apart from touch.
public enum DeviceEvent: Sendable, Hashable, Codable {
    /// The life of the application itself.
    case application(ApplicationEvent)
    /// Sensors and resources, with the variables that they set.
    case location(Readings), proximity(Readings), motion(Readings), accelerometer(Readings), gyroscope(Readings)
    case magnetometer(Readings), orientation(Readings), battery(Readings), bluetooth(Readings), connection(Readings)
    /// The device was shaken.
    case shake
    /// Memory is short.
    case memory

    /// The event without its readings.
    public var kind: Kind {
        switch self {
        case .application(let event): .application(event)
        case .location: .location
        case .proximity: .proximity
        case .motion: .motion
        case .accelerometer: .accelerometer
        case .gyroscope: .gyroscope
        case .magnetometer: .magnetometer
        case .orientation: .orientation
        case .battery: .battery
        case .bluetooth: .bluetooth
        case .connection: .connection
        case .shake: .shake
        case .memory: .memory
        }
    }

    /// The variables that it sets.
    public var readings: Readings {
        switch self {
        case .location(let readings), .proximity(let readings), .motion(let readings), .accelerometer(let readings),
            .gyroscope(let readings), .magnetometer(let readings), .orientation(let readings), .battery(let readings),
            .bluetooth(let readings), .connection(let readings):
            readings
        case .application, .shake, .memory: [:]
        }
    }

    /// The class of a device event.
    public enum Kind: Sendable, Hashable, Codable {
        case application(ApplicationEvent)
        case location, proximity, motion, accelerometer, gyroscope, magnetometer, orientation, battery, bluetooth
        case connection, shake, memory

        /// True if it is of the class MotionEvent, or of one below it.
        public var isMotion: Bool {
            switch self {
            case .motion, .accelerometer, .gyroscope, .magnetometer, .orientation, .shake: true
            case .application, .location, .proximity, .battery, .bluetooth, .connection, .memory: false
            }
        }
    }
}

/// What happens to an application as a whole.
public enum ApplicationEvent: String, Sendable, Hashable, Codable, CaseIterable {
    case appDidLaunch, appWillBecomeActive, appDidBecomeActive, appWillHide, appDidHide, appWillUnhide, appDidUnhide
    case appWillResignActive, appDidResignActive, appWillTerminate
}

/// What happens to a container.
public enum ViewEvent: String, Sendable, Hashable, Codable, CaseIterable {
    case viewDidLoad, viewWillAppear, viewDidAppear, viewWillDisappear, viewDidDisappear
}

/// The variables that a device event sets, as texts; `nil` takes a value away, and what is absent stays as it is.
public struct Readings: Sendable, Hashable, Codable, ExpressibleByDictionaryLiteral {
    /// The texts, by the names of the variables.
    public let values: [String: String]

    /// Makes readings.
    public init(_ values: [String: String]) { self.values = values }
    /// Makes readings.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = Dictionary(elements) { _, last in last }
    }
}

extension ContextVariables {
    /// Takes over what a device event reads. Variables that the model does not use are dropped.
    public mutating func take(_ event: DeviceEvent) {
        for (name, text) in event.readings.values {
            _ = Self.variables.first { $0.name == name }?.set(text, in: &self)
        }
    }
}

/// The state of the battery.
public enum BatteryStatus: String, FieldLiteral {
    case unknown, unplugged, charging, full
}

/// How the device is held.
public enum DeviceOrientation: String, FieldLiteral {
    case unknown, portrait, landscape, portraitUpsideDown, landscapeRight, landscapeLeft, faceUp, faceDown
}
