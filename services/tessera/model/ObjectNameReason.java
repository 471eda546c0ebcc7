package tessera.model;

import tessera.text.Reason;

/** A reason why the API server does not accept a name. */
public sealed interface ObjectNameReason extends Reason {

    /** The name is none of a namespace. */
    record NamespaceNameInvalid(String name) implements ObjectNameReason {}

    /** The name is none of an object. */
    record ObjectNameInvalid(String name) implements ObjectNameReason {}
}
