import StatechartsCore
package import Testing

extension Trait where Self == ConditionTrait {
    /// Only where a class is known to override a method or not. Without that every class counts as overriding all of
    /// them: drawings show entries and exits that are not there, an interpreter does not refuse suspending ones, and
    /// whoever drives an engine by hand has to wait for some that do nothing.
    package static var needsMethodTables: Self { .enabled(if: MethodTable.isCalibrated, "there are no method tables") }
}
