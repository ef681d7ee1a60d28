extension Machine {
    /// The ports that the top state stores in properties, with the names of these.
    var storedPorts: [(property: String?, port: any PortStorage)] {
        StoredProperty.all(of: interpreter.top).compactMap { property in
            (property.value as? any PortFace).map { (property.label.isEmpty ? nil : property.label, $0.port) }
        }
    }
}
