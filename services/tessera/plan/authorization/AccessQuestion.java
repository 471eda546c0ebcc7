package tessera.plan.authorization;

import java.util.List;
import tessera.plan.step.StepAccess;

/** A question to a server about what one may do oneself. */
public sealed interface AccessQuestion {

    /** Whether one may do something to one object. */
    record One(StepAccess access) implements AccessQuestion {}

    /** The same of what servers since 1.35 alone ask for, where somebody reaches into a pod. */
    record Since(StepAccess access) implements AccessQuestion {}

    /** Whether one may do one of these in any namespace; their own do not count. */
    record Anywhere(List<StepAccess> accesses) implements AccessQuestion {

        public Anywhere {
            accesses = List.copyOf(accesses);
        }
    }

    /** What it is about. */
    private StepAccess about() {
        return switch (this) {
            case One(var access) -> access;
            case Since(var access) -> access;
            case Anywhere(var accesses) -> accesses.getFirst();
        };
    }

    /** What may be refused, fit to follow “you may not”. */
    default String words() {
        return about().deed() + place();
    }

    /** Where it is about, to be read on; empty for the whole cluster. */
    default String place() {
        var namespace = this instanceof Anywhere ? "" : about().namespace();
        return namespace.isEmpty() ? "" : " in " + namespace;
    }
}
