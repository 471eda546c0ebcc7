package tessera.model;

import java.util.Optional;
import tessera.kube.names.NameFormatRules;

/** Names that the API server accepts, and the problems of others. Pure. */
public final class ObjectNameValidator {

    private ObjectNameValidator() {}

    /** Returns the problem of a namespace name, in one sentence without a full stop; empty when it is valid. */
    public static Optional<String> namespaceProblem(String name) {
        if (NameFormatRules.isLabel(name)) {
            return Optional.empty();
        }
        return Optional.of(new ObjectNameReason.NamespaceNameInvalid(name).text());
    }

    /** Returns the problem of the name of a namespaced object, in one sentence without a full stop; empty when it is valid. */
    public static Optional<String> nameProblem(String name) {
        if (NameFormatRules.isSubdomain(name)) {
            return Optional.empty();
        }
        return Optional.of(new ObjectNameReason.ObjectNameInvalid(name).text());
    }
}
