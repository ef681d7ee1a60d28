/// A variable of the context: declared in a Context, or known because it belongs to every device.
public struct ContextVariable: Sendable, Hashable {
    /// How long its value lasts.
    public enum Scope: String, Sendable, Hashable {
        /// Kept in snapshots.
        case application = "ApplicationScope"
        /// The first value again after a restart.
        case session = "SessionScope"
        /// The first value again at each entry of the container that holds all its uses.
        case viewContainer = "ViewContainerScope"
    }

    /// Its name in expressions, after `context.`.
    public var name: String
    /// Its type.
    public var type: ValueType
    /// False if it always has a value.
    public var isOptional = true
    /// The first value as written in the model.
    public var first: String?
    /// How long its value lasts.
    public var scope = Scope.application
    /// The device event that sets it.
    public var device: String?
    /// The data binding whose selected row or value it is.
    public var binding: Int?
}

extension ContextVariable {
    /// Variables that every device has, by their class in lower camel case.
    static let known: [String: ContextVariable] = {
        var result: [String: ContextVariable] = [:]
        func add(_ names: String, _ type: ValueType, _ device: String?, isOptional: Bool = true, first: String? = nil) {
            for name in names.split(separator: " ").map(String.init) {
                result[name] = ContextVariable(
                    name: name, type: type, isOptional: isOptional, first: first, device: device)
            }
        }
        add("accelerationX accelerationY accelerationZ", .double, "accelerometer")
        add("rotationX rotationY rotationZ", .double, "gyroscope")
        add("yaw pitch roll", .double, "motion")
        add("latitude longitude altitude speed horizontalAccuracy verticalAccuracy", .double, "location")
        add("magneticHeadingDirection trueHeadingDirection magneticHeadingAccuracy", .double, "magnetometer")
        add("batteryLevel", .double, "battery")
        add("batteryStatus", .batteryStatus, "battery", isOptional: false, first: "unknown")
        add("orientation", .orientation, "orientation")
        add("proximity", .bool, "proximity")
        add("wiFi cellular nfc", .bool, "connection", isOptional: false, first: "false")
        add("bluetooth", .bool, "bluetooth", isOptional: false, first: "false")
        add("userRole device position", .string, nil)
        add("screenWidth screenHeight screenDensity", .double, nil)
        add(
            "accelerometerIsAvailable gyroscopeIsAvailable magnetometerIsAvailable microphoneIsAvailable "
                + "proximitySensorIsAvailable gpsIsAvailable gpsIsEnabled stillCameraFront stillCameraRear "
                + "videoCameraFront videoCameraRear stillCameraIsAvailable videoCameraIsAvailable", .bool, nil,
            isOptional: false, first: "false")
        return result
    }()

    /// All variables of a model: those declared in its contexts, by name.
    static func declared(in model: Model) -> [String: ContextVariable] {
        var result: [String: ContextVariable] = [:]
        for element in model.all("ContextVariable") {
            let one = model.elements[element]
            let scope = one.attributes["scope"].flatMap(Scope.init) ?? .application
            if let known = known[lowerCamel(one.type)], Metamodel.shared.isA(one.type, "MobileContextVariable") {
                var variable = known
                variable.first = one.attributes["value"] ?? known.first
                result[known.name] = variable
            } else if let name = model.name(element) {
                var variable = ContextVariable(name: lowerCamel(name), type: .string, scope: scope)
                if let binding = model.target(element, "dataBinding") {
                    variable.binding = binding
                    variable.type = .unknown
                } else if let value = one.attributes["value"] {
                    variable.first = value
                    variable.isOptional = false
                    variable.type =
                        ["true", "false"].contains(value) ? .bool : Double(value) != nil ? .double : .string
                }
                result[variable.name] = variable
            }
        }
        return result
    }
}
