extension Finding {
    /// The kinds of findings. Each has a name that is printed, a severity and a remedy.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // Files and XML
        case fileMissing = "file-missing"
        case limitExceeded = "limit-exceeded"
        case documentType = "document-type"
        case encoding = "encoding"
        case malformedXML = "malformed-xml"
        case notAModel = "not-a-model"
        case unknownPrefix = "unknown-prefix"
        case domainFileMissing = "domain-file-missing"
        // Classes and features
        case unknownClass = "unknown-class"
        case abstractClass = "abstract-class"
        case unknownFeature = "unknown-feature"
        case misplacedClass = "misplaced-class"
        case untypedElement = "untyped-element"
        case foreignElement = "foreign-element"
        case notANumber = "not-a-number"
        case unknownLiteral = "unknown-literal"
        // References
        case danglingReference = "dangling-reference"
        case modelFileMissing = "model-file-missing"
        case referenceIntoForeign = "reference-into-foreign"
        case ambiguousReference = "ambiguous-reference"
        case unlikeReference = "unlike-reference"
        case duplicateIdentifier = "duplicate-identifier"
        // Elements
        case missingName = "missing-name"
        case severalModels = "several-models"
        case severalDefaults = "several-defaults"
        case noDefault = "no-default"
        case noContainer = "no-container"
        case unreachable = "unreachable-container"
        case newWindow = "new-window"
        case moduleCycle = "module-cycle"
        case generalizationCycle = "generalization-cycle"
        // Flows and bindings
        case flowWithoutTarget = "flow-without-target"
        case ambiguousFlows = "ambiguous-flows"
        case dataFlowCycle = "data-flow-cycle"
        case actionCycle = "action-cycle"
        case bindingWithoutEnd = "binding-without-end"
        case bindingOutsideFlow = "binding-outside-flow"
        case bindingDropped = "binding-dropped"
        case unlikeTypes = "unlike-types"
        case navigationOnLeaving = "navigation-on-leaving"
        case eventWithoutContainer = "event-without-container"
        case notGenerated = "not-generated"
        // Expressions and context
        case expressionSyntax = "expression-syntax"
        case expressionLanguage = "expression-language"
        case unknownName = "unknown-name"
        case expressionTypes = "expression-types"
        case unknownVariable = "unknown-variable"
        case unlikeVariable = "unlike-variable"
        case mobileScope = "mobile-scope"
        case viewpointWithoutContext = "viewpoint-without-context"
        // Components of the extensions
        case minimumAboveMaximum = "minimum-above-maximum"
        case wrongStep = "wrong-step"
        case rangeOptions = "range-options"
        case multilineType = "multiline-type"
        case elementInModalMenu = "element-in-modal-menu"
        case annotationOutsideMap = "annotation-outside-map"
        case componentInMap = "component-in-map"
        case annotationWithoutPlace = "annotation-without-place"
        case eventOnAdvertisement = "event-on-advertisement"
        case imageType = "image-type"
        case sameGesture = "same-gesture"
        // The nine checks of the thesis's generator, with `--strict`
        case strictNames = "strict-1-names"
        case strictDefault = "strict-2-default"
        case strictActionFlows = "strict-3-action-flows"
        case strictEventFlows = "strict-4-event-flows"
        case strictComponents = "strict-5-components"
        case strictParts = "strict-6-parts"
        case strictContainers = "strict-7-containers"
        case strictParameters = "strict-8-parameters"
        case strictSelection = "strict-9-selection"
    }
}

extension Finding.Code {
    /// Errors keep the model from being generated.
    public var severity: Finding.Severity {
        switch self {
        case .domainFileMissing, .unknownFeature, .misplacedClass, .untypedElement, .foreignElement,
            .duplicateIdentifier, .missingName, .noDefault, .newWindow, .unreachable, .flowWithoutTarget,
            .bindingWithoutEnd, .bindingOutsideFlow, .bindingDropped, .eventWithoutContainer, .notGenerated,
            .mobileScope, .viewpointWithoutContext, .rangeOptions, .multilineType, .eventOnAdvertisement, .imageType,
            .sameGesture, .severalModels:
            .warning
        case .fileMissing, .limitExceeded, .documentType, .encoding, .malformedXML, .notAModel, .unknownPrefix,
            .unknownClass, .abstractClass, .notANumber, .unknownLiteral, .danglingReference, .modelFileMissing,
            .referenceIntoForeign, .ambiguousReference, .unlikeReference, .severalDefaults, .noContainer,
            .moduleCycle, .generalizationCycle, .ambiguousFlows, .dataFlowCycle, .actionCycle, .unlikeTypes,
            .navigationOnLeaving, .expressionSyntax, .expressionLanguage, .unknownName, .expressionTypes,
            .unknownVariable, .unlikeVariable, .minimumAboveMaximum, .wrongStep,
            .elementInModalMenu, .annotationOutsideMap, .componentInMap, .annotationWithoutPlace, .strictNames,
            .strictDefault, .strictActionFlows, .strictEventFlows, .strictComponents, .strictParts,
            .strictContainers, .strictParameters, .strictSelection:
            .error
        }
    }

    /// What to do, where the finding does not say it better.
    public var remedy: String {
        switch self {
        case .fileMissing: "Name a file that exists and can be read."
        case .limitExceeded: "Split the model into several files, or remove what is not a model."
        case .documentType: "Remove the document type declaration; models need none, and entities can grow without end."
        case .encoding: "Save the file as UTF-8."
        case .malformedXML: "Mend the XML; an editor for XML shows the place."
        case .notAModel: "Give a file whose root is a core:IFMLModel, a uml:Model, or an xmi:XMI around one."
        case .unknownPrefix: "Declare the prefix with xmlns in the root element."
        case .domainFileMissing: "Put the UML file beside the model; without it types are String."
        case .unknownClass: "Use a class of IFML, or one of the extensions."
        case .abstractClass: "Use one of its subclasses."
        case .unknownFeature: "Remove it, or mend its name; it is not read."
        case .misplacedClass: "Move it to where IFML allows it; it is not read."
        case .untypedElement: "Give it an xsi:type; it is read as a plain component."
        case .foreignElement: "Remove it, or replace it with an element of IFML; it is not read."
        case .notANumber: "Write a number."
        case .unknownLiteral: "Use one of the literals."
        case .danglingReference: "Point it to an element that exists; positions count from 0."
        case .modelFileMissing: "Name all files of the model in one command."
        case .referenceIntoForeign: "Point it to an element of IFML, or run with --keep-going to leave it out."
        case .ambiguousReference: "Give each element an id of its own, or refer by position."
        case .unlikeReference: "Point it to an element of the class that is expected."
        case .duplicateIdentifier: "Give each element an id of its own."
        case .missingName: "Give it a name; until then it is named after its class."
        case .severalModels: "Name the application in one of the files."
        case .severalDefaults: "Let one of the siblings be the default."
        case .noDefault: "Mark one with isDefault; until then the first is taken."
        case .noContainer: "Add a window or another view container."
        case .unreachable: "Lead a navigation flow to it, or make it a landmark."
        case .newWindow: "It is shown as an ordinary window."
        case .moduleCycle: "A module definition must not contain a module of itself."
        case .generalizationCycle: "A class must not be a generalization of itself."
        case .flowWithoutTarget: "Give it a target; until then it is left out."
        case .ambiguousFlows: "Add an interaction flow expression that says which flow is followed."
        case .dataFlowCycle: "Remove one of the data flows."
        case .actionCycle: "Let one of the actions lead to a view container."
        case .bindingWithoutEnd: "Give it a source and a target; until then it is left out."
        case .bindingOutsideFlow: "Bind the parameters of the flow's own ends."
        case .bindingDropped: "Bind a parameter that the flow's end has; until then it is left out."
        case .unlikeTypes: "Bind parameters of the same type."
        case .navigationOnLeaving: "Use a data flow, or another event; the container is being left already."
        case .eventWithoutContainer: "Put it into a container, or name the container as its viewElement."
        case .notGenerated: "Write by hand what it stands for, or leave it out; it is read and checked."
        case .expressionSyntax: "Write it as the rules of the language ifml say."
        case .expressionLanguage: "Use the language ifml or swift."
        case .unknownName: "Use a parameter, a field or a feature of the element or its container."
        case .expressionTypes: "Compare values of the same type."
        case .unknownVariable: "Declare the variable in a Context, or mend its name."
        case .unlikeVariable: "Give it a value of the variable's type."
        case .mobileScope: "Use ApplicationScope; a device's variables are everywhere the same."
        case .viewpointWithoutContext: "Give it a context; without one nothing is locked."
        case .minimumAboveMaximum: "Let the minimum be at most the maximum."
        case .wrongStep: "Write a whole number above 0, or leave the step out."
        case .rangeOptions: "A range has neither slots nor several values; they are left out."
        case .multilineType: "Let its type be String."
        case .elementInModalMenu: "Use a modal window, or move it out of the menu."
        case .annotationOutsideMap: "Put it into a MapView."
        case .componentInMap: "Put it beside the map."
        case .annotationWithoutPlace: "Add the attributes latitude and longitude to its data binding."
        case .eventOnAdvertisement: "Advertisements have neither events nor flows; it is left out."
        case .imageType: "Let the feature be a String or an Image."
        case .sameGesture: "Keep one of the events, or tell them apart by their attributes."
        case .strictNames: "Write it in lower camel case without blanks."
        case .strictDefault: "Mark exactly one top-level container as default."
        case .strictActionFlows: "Let one flow leave the action."
        case .strictEventFlows: "Let one flow leave the event."
        case .strictComponents: "Use List, Form or Details."
        case .strictParts: "Use DataBinding, VisualizationAttribute or a field."
        case .strictContainers: "Use windows only."
        case .strictParameters: "Give the component a parameter that is named as its data binding."
        case .strictSelection: "Give the flow of the select event exactly one binding."
        }
    }
}
