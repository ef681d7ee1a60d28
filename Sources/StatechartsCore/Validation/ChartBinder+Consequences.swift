extension ChartBinder {
    /// Something wrong, and the vertex where it is.
    struct Finding {
        let vertex: Int32
        let diagnostic: ChartError.Diagnostic

        var code: ChartError.Code { diagnostic.code }
    }

    /// Everything that has to be corrected. What is wrong only because something else is would send its reader the
    /// wrong way, and is left out.
    var error: ChartError { ChartError(diagnostics: findings.filter { !followsFromAnother($0) }.map(\.diagnostic)) }

    private func followsFromAnother(_ finding: Finding) -> Bool {
        let vertex = finding.vertex
        let parent = vertices[Int(vertex)].parent
        switch finding.code {
        case .emptyOrthogonalState, .noStates:
            // What is missing was forgotten, or is declared somewhere else already.
            return isFound([.notDeclared], at: vertex) || twiceDeclared.contains { $0.parent == vertex }
        case .initialOutside:
            guard case .node(let initial) = vertices[Int(vertex)].declared.initial else { return false }
            if undeclared.contains(ObjectIdentifier(initial)) { return true }
            return twiceDeclared.contains { $0.parent == vertex && $0.vertex == index(of: initial) }
        case .historyWithoutDefault:
            return isFound([.notDeclared, .noStates, .initialOutside, .initialNotEnterable], at: parent)
        case .tooFew: return isFound([.targetOutside], at: vertex) || leadsToUndeclared.contains(vertex)
        case .sameRegion: return isFound([.sourceOutside, .targetOutside], at: vertex)
        case .notARegion, .misplaced: return isFound([.wrongDeclaration], at: parent)
        case .wrongTop:
            // Everything inside such a vertex is of the other chart too; a submachine declares nothing.
            return isFound([.wrongTop, .wrongDeclaration], at: parent)
        case .declaredTwice, .notDeclared, .notReceived, .wrongOwner, .notSaved, .inUse, .wrongSuperior,
            .configuredTwice,
            .wrongDeclaration, .initialNotEnterable, .historyDefaultOutside, .targetOutside, .sourceOutside,
            .exitPointLeadsNowhere, .suspends:
            return false
        }
    }

    private func isFound(_ codes: Set<ChartError.Code>, at vertex: Int32) -> Bool {
        findings.contains { $0.vertex == vertex && codes.contains($0.code) }
    }
}
