package tessera.plan.authorization;

import java.util.List;
import tessera.model.RequiredPermission;

/** A question to the API server about the user's own permissions. */
public sealed interface AccessReviewQuestion {

    /** A question about one access to one object. */
    record SingleAccessQuestion(RequiredPermission permission) implements AccessReviewQuestion {}

    /** A question about the access that only servers since 1.35 require for a connection into a pod. */
    record ConnectionUpgradeQuestion(RequiredPermission permission) implements AccessReviewQuestion {}

    /** A question about one of several accesses in any namespace; access to one's own objects does not count. */
    record AnyNamespaceQuestion(List<RequiredPermission> accesses) implements AccessReviewQuestion {

        public AnyNamespaceQuestion {
            accesses = List.copyOf(accesses);
        }
    }

    /** Returns the access that the question is about. */
    private RequiredPermission subjectAccess() {
        return switch (this) {
            case SingleAccessQuestion(var permission) -> permission;
            case ConnectionUpgradeQuestion(var permission) -> permission;
            case AnyNamespaceQuestion(var accesses) -> accesses.getFirst();
        };
    }

    /** Returns the refused action, to follow “you may not”. */
    default String actionText() {
        return subjectAccess().actionText();
    }

    /** Returns the namespace to which the question applies; empty for the whole cluster. */
    default String namespace() {
        return this instanceof AnyNamespaceQuestion ? "" : subjectAccess().namespace();
    }
}
