/// What is the same for all objects of a state class, found out once per class.
package struct ClassInfo: Sendable {
    /// The methods that a class overrides, so that the engine calls only those.
    package struct Overrides: OptionSet, Sendable, BitwiseCopyable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        package static let handle = Self(rawValue: 1 << 0)
        package static let entry = Self(rawValue: 1 << 1)
        package static let exit = Self(rawValue: 1 << 2)
        package static let suspendingEntry = Self(rawValue: 1 << 3)
        package static let suspendingExit = Self(rawValue: 1 << 4)
        package static let always = Self(rawValue: 1 << 5)
        package static let completed = Self(rawValue: 1 << 6)
        package static let failed = Self(rawValue: 1 << 7)
    }

    package let name: String
    let overrides: Overrides

    private static let known = Guarded<[ObjectIdentifier: ClassInfo]>([:])
    private static let scoped = Guarded<[ObjectIdentifier: Bool]>([:])
    private static let ours = Guarded<[ObjectIdentifier: Bool]>([:])

    package static func of(_ type: any AnyObject.Type) -> ClassInfo {
        let key = ObjectIdentifier(type)
        if let info = known.withLock({ $0[key] }) { return info }
        let info = ClassInfo(name: shortName(type), overrides: MethodTable.overrides(of: type))
        known.withLock { $0[key] = info }
        return info
    }

    /// Whether the class has scoped properties; asks the object the first time that its class is met.
    static func hasScopedProperties(_ node: StateNode) -> Bool {
        let key = ObjectIdentifier(Swift.type(of: node))
        if let known = scoped.withLock({ $0[key] }) { return known }
        let has = !node.scopedSlots().isEmpty
        scoped.withLock { $0[key] = has }
        return has
    }

    /// True for a class of this package's two modules: its name says nothing about a chart.
    package static func isOurs(_ type: Any.Type) -> Bool {
        let key = ObjectIdentifier(type)
        if let known = ours.withLock({ $0[key] }) { return known }
        let name = String(reflecting: type)
        let isOurs = name.hasPrefix("Statecharts.") || name.hasPrefix("StatechartsCore.")
        ours.withLock { $0[key] = isOurs }
        return isOurs
    }

    /// `Red` for `Demo.RunningLights.Lights.Red`, `Login` for `Login<App, App>`.
    private static func shortName(_ type: any AnyObject.Type) -> String {
        let full = String(describing: type)
        let plain = full.prefix { $0 != "<" }
        return String(plain.split(separator: ".").last ?? plain)
    }
}
