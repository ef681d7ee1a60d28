extension Machine {
    /// The ports that the top state stores in properties, with the names of these.
    var storedPorts: [(property: String?, port: any PortStorage)] {
        var found: [(property: String?, port: any PortStorage)] = []
        var mirror: Mirror? = Mirror(reflecting: interpreter.top)
        while let current = mirror {
            var own: [(property: String?, port: any PortStorage)] = []
            for child in current.children {
                if let face = child.value as? any PortFace { own.append((child.label, face.port)) }
            }
            found = own + found
            mirror = current.superclassMirror
        }
        return found
    }
}
