extension Metamodel {
    static let viewLifecycle = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear",
    ]
    static let applicationLifecycle = [
        "appDidLaunch", "appWillBecomeActive", "appDidBecomeActive", "appWillHide", "appDidHide", "appWillUnhide",
        "appDidUnhide", "appWillResignActive", "appDidResignActive", "appWillTerminate",
    ]
    static let swipeDirections = ["right", "left", "up", "down"]
    static let orientations = [
        "unknown", "portrait", "landscape", "portraitUpsideDown", "landscapeRight", "landscapeLeft", "faceUp",
        "faceDown",
    ]
    static let batteryStatuses = ["unknown", "unplugged", "charging", "full"]

    /// The metamodel of the editor, then the extensions of the thesis and of the fork; see `add` for the notation.
    static let table = core + extensions + mobile

    private static let core = """
        Element° : | id constraints*>Constraint annotations*>Annotation
        NamedElement° : Element | name
        Annotation : | id text
        IFMLModel : NamedElement | interactionFlowModel>InteractionFlowModel domainModel>DomainModel \
        interactionFlowModelViewpoint*>Viewpoint
        InteractionFlowModel : NamedElement | interactionFlowModelElements*>InteractionFlowModelElement
        InteractionFlowModelElement° : Element
        InteractionFlowElement° : NamedElement InteractionFlowModelElement | parameters*>IFMLParameter \
        outInteractionFlows*>InteractionFlow inInteractionFlows@InteractionFlow
        InteractionFlow° : InteractionFlowModelElement | parameterBindingGroup>ParameterBindingGroup \
        sourceInteractionFlowElement@InteractionFlowElement targetInteractionFlowElement@InteractionFlowElement
        NavigationFlow : InteractionFlow
        DataFlow : InteractionFlow
        ParameterBindingGroup : InteractionFlowModelElement | parameterBindings*>ParameterBinding
        ParameterBinding : InteractionFlowModelElement | sourceParameter@BindingEnd targetParameter@BindingEnd
        BindingEnd° : Element
        IFMLParameter : BindingEnd InteractionFlowModelElement NamedElement | direction{in,out,inout} \
        defaultValue@Expression type@uml
        Expression° : InteractionFlowModelElement | language body
        BooleanExpression : Expression
        ActivationExpression : BooleanExpression
        Constraint : BooleanExpression
        InteractionFlowExpression : Expression | interactionFlow@InteractionFlow
        ConditionalExpression : Expression ViewComponentPart
        Event : InteractionFlowElement | activationExpression@ActivationExpression \
        interactionFlowExpression>InteractionFlowExpression
        CatchingEvent : Event
        ThrowingEvent : Event
        ActionEvent : CatchingEvent
        SystemEvent : CatchingEvent | triggeringExpressions*>Expression type{time,specialCondition,actionCompletion} \
        viewElement@ViewElement
        ViewElementEvent : CatchingEvent | viewElement@ViewElement
        ViewElement : InteractionFlowElement | viewElementEvents*>Event activationExpression@ActivationExpression \
        viewContainer@ViewContainer
        ViewContainer : ViewElement | isLandmark? isDefault? isXOR? viewElements*>ViewElement actions*>IFMLAction
        ViewComponent : ViewElement | viewComponentParts*>ViewComponentPart
        ViewComponentPart : BindingEnd InteractionFlowElement | viewElementEvents*>Event \
        activationExpression@ActivationExpression parentViewComponentPart@ViewComponentPart \
        subViewComponentParts*>ViewComponentPart
        ContentBinding° : ViewComponentPart | uniformResourceIdentifier
        DataBinding : ContentBinding | conditionalExpression*>ConditionalExpression \
        visualizationAttribute*>VisualizationAttribute dataContextVariables@DataContextVariable \
        domainConcept@DomainConcept
        DynamicBehavior : ContentBinding | behavioralFeatureConcept@BehavioralFeatureConcept \
        behaviorConcept@BehaviorConcept
        VisualizationAttribute : ViewComponentPart | featureConcept@FeatureConcept
        IFMLAction : InteractionFlowElement | actionEvents*>ActionEvent dynamicBehavior@DynamicBehavior \
        viewContainer@ViewContainer
        ModularizationElement : NamedElement InteractionFlowModelElement | modulePackage@ModulePackage
        ModulePackage : ModularizationElement | modularizationElements*>ModularizationElement
        ModuleDefinition : ModularizationElement | inputPorts*>PortDefinition outputPorts*>PortDefinition \
        interactionFlowModelElement*>InteractionFlowModelElement modules@IFMLModule activityConcept@ActivityConcept
        PortDefinition : InteractionFlowElement | ports@IFMLPort
        IFMLModule : InteractionFlowElement | moduleDefinition@ModuleDefinition ports@IFMLPort
        IFMLPort : InteractionFlowElement | portDefinition@PortDefinition module@IFMLModule
        DomainModel : NamedElement | domainElements*>DomainElement
        DomainElement : NamedElement
        DomainConcept : DomainElement | dataBinding@DataBinding
        FeatureConcept : DomainElement | visualizationAttribute@VisualizationAttribute
        BehaviorConcept : DomainElement | dynamicBehavior@DynamicBehavior
        BehavioralFeatureConcept : DomainElement | dynamicBehavior@DynamicBehavior
        UMLDomainConcept : DomainConcept | classifier@uml
        UMLStructuralFeature : FeatureConcept | structuralFeature@uml
        UMLBehavioralFeature : BehavioralFeatureConcept | behavioralFeature@uml
        UMLBehavior : BehaviorConcept | behavior@uml
        ActivityConcept : NamedElement | moduleDefinition@ModuleDefinition
        BPMNActivityConcept : ActivityConcept
        Viewpoint : NamedElement | interactionFlowModelElements@InteractionFlowModelElement context@Context
        Context : NamedElement | contextDimensions*>ContextDimension contextVariables*>ContextVariable
        ContextDimension : NamedElement
        ContextVariable° : NamedElement | context@Context scope{ApplicationScope,SessionScope,ViewContainerScope} value
        SimpleContextVariable : ContextVariable
        DataContextVariable : ContextVariable | dataBinding@DataBinding

        """

    private static let extensions = """
        List : ViewComponent | selectEvent*>OnSelectEvent
        Form : ViewComponent
        Details : ViewComponent
        Field° : ViewComponentPart IFMLParameter
        SimpleField : Field
        SelectionField : Field | isMultiSelection?
        IFMLSlot : ViewComponentPart IFMLParameter
        ValidationRule : Constraint
        IFMLWindow : ViewContainer | isModal? isNewWindow?
        IFMLMenu : ViewContainer
        OnSubmitEvent : ViewElementEvent
        OnSelectEvent : ViewElementEvent
        OnLoadEvent : SystemEvent
        JumpEvent : ThrowingEvent | landingEvent@LandingEvent
        LandingEvent : CatchingEvent | jumpingEvents@JumpEvent
        SetContextEvent : ThrowingEvent
        Position : ContextDimension
        UserRole : ContextDimension
        Device : ContextDimension

        """

    private static let mobile = """
        MobileViewComponent°M : ViewComponent | isMobileSystem?
        MobileViewContainer°M : ViewContainer | isMobileSystem?
        ScreenM : MobileViewContainer | isModal? hasNavBar?
        WebViewM : MobileViewContainer
        MapViewM : ViewContainer
        ModalMenuM : ViewContainer
        SearchViewM : MobileViewComponent
        AdBannerViewM : MobileViewComponent
        GLViewM : ViewComponent
        MapAnnotationM : ViewComponent
        MapOverlayM : ViewComponent
        MobileMessageM : MobileViewComponent
        ImageAttributeM : VisualizationAttribute
        MultilineFieldM : Field
        ExpandedSelectionFieldM : SelectionField
        RangeSelectionFieldM : SelectionField | minValue~ maxValue~ stepValue
        MobileViewElementEvent°M : ViewElementEvent
        TouchEventM : MobileViewElementEvent
        TapEventM : TouchEvent | fingersCount#
        LongPressEventM : TouchEvent | pressDuration~ fingersCount#
        PanEventM : TouchEvent | fingersCount#
        SwipeEventM : TouchEvent | swipeDirection{right,left,up,down}
        PinchEventM : TouchEvent
        RotateEventM : TouchEvent
        SpreadEventM : TouchEvent
        MobileSystemEvent°M : SystemEvent
        ViewLifecycleEventM : MobileSystemEvent | eventType{\(viewLifecycle.joined(separator: ","))}
        ApplicationLifecycleEventM : MobileSystemEvent | eventType{\(applicationLifecycle.joined(separator: ","))}
        MobileSensorEventM : MobileSystemEvent
        LocationEventM : MobileSensorEvent
        ProximityEventM : MobileSensorEvent
        MotionEventM : MobileSensorEvent
        AccelerometerEventM : MotionEvent
        GyroscopeEventM : MotionEvent
        MagnetometerEventM : MotionEvent
        OrientationEventM : MotionEvent
        ShakeEventM : MotionEvent
        MobileResourceEventM : MobileSystemEvent
        MemoryEventM : MobileResourceEvent
        BatteryEventM : MobileResourceEvent
        BluetoothEventM : MobileResourceEvent
        ConnectionEventM : MobileResourceEvent
        CameraActionM : IFMLAction
        MicrophoneActionM : IFMLAction
        CameraActionEventM : ActionEvent
        MicrophoneActionEventM : ActionEvent
        MobileDeviceM : Device | screens*>DeviceScreen sensors*>DeviceSensor
        DeviceScreenM : NamedElement | width~ height~ density~
        DeviceSensor°M : NamedElement | isAvailable?
        AccelerometerM : DeviceSensor
        GyroscopeM : DeviceSensor
        MagnetometerM : DeviceSensor
        MicrophoneM : DeviceSensor
        ProximitySensorM : DeviceSensor
        GPSM : DeviceSensor | isEnabled?
        StillCameraM : DeviceSensor | front? rear?
        VideoCameraM : DeviceSensor | front? rear?
        MobileContextVariable°M : SimpleContextVariable
        Acceleration°M : MobileContextVariable | isAvailable?
        AccelerationXM : Acceleration
        AccelerationYM : Acceleration
        AccelerationZM : Acceleration
        Rotation°M : MobileContextVariable | isAvailable?
        RotationXM : Rotation
        RotationYM : Rotation
        RotationZM : Rotation
        Attitude°M : MobileContextVariable
        YawM : Attitude
        PitchM : Attitude
        RollM : Attitude
        Location°M : MobileContextVariable
        LatitudeM : Location
        LongitudeM : Location
        AltitudeM : Location
        SpeedM : Location
        HorizontalAccuracyM : Location
        VerticalAccuracyM : Location
        Direction°M : MobileContextVariable
        MagneticHeadingDirectionM : Direction
        TrueHeadingDirectionM : Direction
        MagneticHeadingAccuracyM : Direction
        Battery°M : MobileContextVariable
        BatteryLevelM : Battery
        BatteryStatusM : Battery
        OrientationM : MobileContextVariable
        ProximityM : MobileContextVariable
        Network°M : MobileContextVariable | isAvailable?
        WiFiM : Network
        CellularM : Network
        NFCM : Network
        BluetoothM : Network
        """
}
