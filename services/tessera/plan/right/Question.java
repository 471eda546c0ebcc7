package tessera.plan.right;

import java.util.List;
import tessera.plan.step.Access;

/** A question to a server about what one may do oneself. */
public sealed interface Question {

    /** Whether one may do something to one object. */
    record One(Access access) implements Question {}

    /** The same of what servers since 1.35 alone ask for, where somebody reaches into a pod. */
    record Since(Access access) implements Question {}

    /** Whether one may do one of these in any namespace; their own do not count. */
    record Anywhere(List<Access> accesses) implements Question {

        public Anywhere {
            accesses = List.copyOf(accesses);
        }
    }

    /** What it is about. */
    private Access about() {
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
