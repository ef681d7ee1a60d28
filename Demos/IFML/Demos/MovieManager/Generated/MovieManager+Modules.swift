// The model has no modules.
