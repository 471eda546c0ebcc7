package tessera.model;

import java.util.Optional;
import tessera.kube.names.NameFormatRules;

/** Names that the API server accepts, and the problems of others. Pure. */
public final class ObjectNameValidator {

    private ObjectNameValidator() {}

    /** Returns the problem of a namespace name; empty when it is valid. */
    public static Optional<ObjectNameReason> namespaceProblem(String name) {
        if (NameFormatRules.isLabel(name)) {
            return Optional.empty();
        }
        return Optional.of(new ObjectNameReason.NamespaceNameInvalid(name));
    }

    /** Returns the problem of the name of a namespaced object; empty when it is valid. */
    public static Optional<ObjectNameReason> nameProblem(String name) {
        if (NameFormatRules.isSubdomain(name)) {
            return Optional.empty();
        }
        return Optional.of(new ObjectNameReason.ObjectNameInvalid(name));
    }
}
