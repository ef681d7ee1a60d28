// Views for SwiftUI, which generated code puts together. Where there is no SwiftUI, the module is empty; on Linux a
// test checks it against declarations of what it uses.
