extension ChartBinder {
    /// What can be told without running any closure of the chart.
    mutating func checkStructure(allowsSuspending: Bool) {
        for (vertex, parent) in twiceDeclared {
            report(
                .declaredTwice, at: vertex, "is declared twice, the second time in \(path(parent))",
                fix: "declare it in one place; make a second instance for a second place")
        }
        for index in vertices.indices {
            let index = Int32(index)
            checkBelonging(index)
            checkDeclaration(index)
            checkInitial(index)
            checkPlace(index)
            checkScopedProperties(index)
            checkPorts(index)
            checkReceptions(index)
            checkGates(index)
            if !allowsSuspending { checkSuspension(index) }
        }
        checkStoredVertices()
    }

    private mutating func checkBelonging(_ index: Int32) {
        let vertex = vertices[Int(index)]
        if !vertex.isClaimed {
            report(
                .inUse, at: index, "already belongs to a machine",
                fix: "make a new instance for every machine, or release the other machine first")
        }
        guard vertex.parent >= 0 else { return }
        let parent = vertices[Int(vertex.parent)].node
        let (around, named) = (ClassInfo.of(type(of: parent)).name, vertex.node.superiorTypeName)
        let top = vertices[Int(topIndex(of: index))].node
        let chart = ClassInfo.of(type(of: top)).name
        switch (vertex.node.acceptsSuperior(parent), vertex.node.acceptsTop(top)) {
        case (true, true): break
        case (false, _) where named.isEmpty, (false, true):
            report(
                .wrongSuperior, at: index, "names \(named) as its superior but is inside \(around)",
                fix: "declare it where it belongs, or change the first argument of its superclass")
        case (true, false):
            report(
                .wrongTop, at: index,
                "names \(vertex.node.topTypeName) as the top of its chart but is in the chart \(chart)",
                fix: "write \(chart) as the second argument of its superclass: <\(named), \(chart)>")
        case (false, false):
            report(
                .wrongTop, at: index,
                "names \(named) as its superior and \(vertex.node.topTypeName) as the top of its chart but is inside "
                    + "\(around) in the chart \(chart)",
                fix: "declare it where it belongs, or change both arguments of its superclass: <\(around), \(chart)>")
        }
    }

    private mutating func checkDeclaration(_ index: Int32) {
        let vertex = vertices[Int(index)]
        let hasStates = vertex.children.contains { isState($0) }
        if vertex.declared.calls > 1 {
            report(
                .configuredTwice, at: index, "declares its children in \(vertex.declared.calls) calls",
                fix: "call substates(…) or regions(…) once, with all children")
        }
        switch vertex.node.kind {
        case .orthogonal:
            if vertex.declared.calls > 0 && !vertex.declared.areRegions {
                report(
                    .wrongDeclaration, at: index, "is orthogonal but declares substates(…)",
                    fix: "declare regions(…), or make it a State")
            } else if !hasStates {
                report(
                    .emptyOrthogonalState, at: index, "has no region",
                    fix: "declare at least one State in regions(…), or make it a State")
            }
        case .top where vertex.declared.areRegions:
            if !hasStates {
                report(
                    .emptyOrthogonalState, at: index, "has no region", fix: "declare at least one State in regions(…)")
            }
        case .submachine:
            if vertex.declared.calls > 0 {
                report(
                    .wrongDeclaration, at: index, "is a submachine but declares children of its own",
                    fix: "declare them in the embedded chart, or around the submachine")
            }
        case .top, .state:
            let needsStates = vertex.children.contains { !vertices[Int($0)].node.kind.canBeOwnedByLeaf }
            if needsStates && !hasStates {
                report(
                    .noStates, at: index, "contains pseudostates only",
                    fix: "declare at least one state in it; only forks and joins need none beside them")
            }
        case .final, .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint,
            .terminate:
            break
        }
    }

    private mutating func checkInitial(_ index: Int32) {
        guard case .node(let initial) = vertices[Int(index)].declared.initial else { return }
        guard let child = self.index(of: initial), isInside(index, child) else {
            report(
                .initialOutside, at: index, "has an initial vertex that is not inside it",
                fix: "name one of the vertices that substates(…) declares, or one further inside")
            return
        }
        if vertices[Int(child)].node.kind == .junction, hasRegions(vertices[Int(child)].parent) {
            report(
                .initialNotEnterable, at: index,
                "has \(path(child)) as its initial vertex, a junction beside regions, where nothing can come to rest",
                fix: "name a vertex inside one of the regions, or the orthogonal state")
        }
        switch vertices[Int(child)].node.kind {
        case .state, .orthogonal, .final, .submachine, .choice, .junction, .shallowHistory, .deepHistory: break
        case .top, .fork, .join, .entryPoint, .exitPoint, .terminate:
            report(
                .initialNotEnterable, at: index,
                "has \(path(child)) as its initial vertex, which cannot be entered by default",
                fix: "name a state, choice, junction or history")
        }
    }

    func isInside(_ outer: Int32, _ index: Int32) -> Bool {
        var around = vertices[Int(index)].parent
        while around >= 0, around != outer { around = vertices[Int(around)].parent }
        return around == outer
    }

    private mutating func checkPlace(_ index: Int32) {
        let vertex = vertices[Int(index)]
        guard vertex.parent >= 0 else { return }
        let inRegions = hasRegions(vertex.parent)
        switch vertex.node.kind {
        case .final, .choice, .terminate:
            if inRegions {
                report(
                    .notARegion, at: index, "is declared beside the regions of \(path(vertex.parent))",
                    fix: "declare it inside one of the regions")
            }
        case .exitPoint: checkExitPoint(index)
        case .shallowHistory:
            if inRegions {
                report(
                    .misplaced, at: index, "records one substate, but \(path(vertex.parent)) has regions",
                    fix: "use DeepHistory, or a history in each region")
            }
        case .top, .state, .orthogonal, .submachine, .junction, .fork, .join, .deepHistory, .entryPoint: break
        }
        checkDecision(index)
    }

    /// Choices and junctions that nobody overrides are made with a closure.
    private mutating func checkDecision(_ index: Int32) {
        let node = vertices[Int(index)].node
        guard [.choice, .junction].contains(node.kind), !node.hasContinuation else { return }
        report(
            .tooFew, at: index, "leads nowhere, as it was made without a closure",
            fix: "give it a closure that answers .to(…), or override choose() in a subclass")
    }

    private mutating func checkExitPoint(_ index: Int32) {
        let vertex = vertices[Int(index)]
        if vertex.node.hasContinuation { return }
        let superior = vertices[Int(vertex.parent)]
        if superior.node.kind != .top {
            report(
                .exitPointLeadsNowhere, at: index, "leads nowhere",
                fix: "give it a continuation, or call leads(to:) in the configure() of a state above")
        } else if superior.parent < 0 {
            report(
                .exitPointLeadsNowhere, at: index, "leads out of the chart, which runs alone",
                fix: "give it a continuation for that, or embed the chart in a Submachine that says where it leads")
        } else if !vertices[Int(superior.parent)].node.leadsOn(from: vertex.node) {
            report(
                .exitPointLeadsNowhere, at: index, "leads nowhere",
                fix: "call leads(from:_:) of \(path(superior.parent)), or give it a continuation")
        }
    }

    private mutating func checkSuspension(_ index: Int32) {
        let overrides = ClassInfo.of(type(of: vertices[Int(index)].node)).overrides
        guard MethodTable.isCalibrated else { return }
        if overrides.contains(.suspendingEntry) || overrides.contains(.suspendingExit) {
            report(
                .suspends, at: index, "has a suspending entry or exit, but runs in a synchronous interpreter",
                fix: "run the chart in a Machine")
        }
    }

    // MARK: Shape

    func isState(_ index: Int32) -> Bool { vertices[Int(index)].node.kind.isState }

    func hasRegions(_ index: Int32) -> Bool {
        let vertex = vertices[Int(index)]
        switch vertex.node.kind {
        case .orthogonal: return true
        case .top: return vertex.declared.areRegions
        case .state, .final, .submachine, .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint,
            .exitPoint, .terminate:
            return false
        }
    }

    /// The top state of the chart that the vertex is typed by.
    func topIndex(of index: Int32) -> Int32 {
        let scope = vertices[Int(index)].scope
        let submachine = scopeNodes[Int(scope)]
        return submachine < 0 ? 0 : submachine + 1
    }

    /// What a default entry enters, -1 to rest.
    func initialVertex(of index: Int32) -> Int32 {
        let vertex = vertices[Int(index)]
        if hasRegions(index) { return -1 }
        switch vertex.declared.initial {
        case .none: return -1
        case .node(let node): return self.index(of: node) ?? -1
        case .first: return vertex.children.first { isState($0) } ?? -1
        }
    }
}
