package tessera.plan.authorization;

import java.util.List;
import tessera.plan.step.StepAccess;

/** A question to the API server about the user's own permissions. */
public sealed interface AccessQuestion {

    /** A question about one access to one object. */
    record SingleAccess(StepAccess access) implements AccessQuestion {}

    /** A question about the access that only servers since 1.35 require for a connection into a pod. */
    record UpgradeAccess(StepAccess access) implements AccessQuestion {}

    /** A question about one of several accesses in any namespace; access to one's own objects does not count. */
    record AnyNamespaceAccess(List<StepAccess> accesses) implements AccessQuestion {

        public AnyNamespaceAccess {
            accesses = List.copyOf(accesses);
        }
    }

    /** Returns the access that the question is about. */
    private StepAccess subjectAccess() {
        return switch (this) {
            case SingleAccess(var access) -> access;
            case UpgradeAccess(var access) -> access;
            case AnyNamespaceAccess(var accesses) -> accesses.getFirst();
        };
    }

    /** Returns the refused action, to follow “you may not”. */
    default String actionText() {
        return subjectAccess().actionText() + placeText();
    }

    /** Returns where the question applies, as the end of a sentence; empty for the whole cluster. */
    default String placeText() {
        var namespace = this instanceof AnyNamespaceAccess ? "" : subjectAccess().namespace();
        return namespace.isEmpty() ? "" : " in " + namespace;
    }
}
