package tessera.model;

import tessera.text.Reason;

/** The reason that the user lacks a permission. */
public interface DeniedRequest extends Reason {

    /** Returns the verb, e.g. {@code list}. */
    String verb();

    /** Returns the resource, e.g. {@code nodes}, or {@code pods/log} with a subresource. */
    String resource();

    /** Returns the API group; empty for the core. */
    String group();

    /** Returns the namespace; empty for the whole cluster. */
    String namespace();
}
