package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.ListText;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * What there is of some kinds in a namespace.
 *
 * @param found  each as its kind and name, e.g. {@code Pod/train}
 * @param closed kinds that may not be listed, so that it is not known whether there are any
 */
public record NamespaceContent(List<String> found, List<ObjectRef> closed) {

    private static final int NAMED = 5;

    public NamespaceContent {
        found = List.copyOf(found);
        closed = List.copyOf(closed);
    }

    /** Why a namespace with it is not removed; empty where there is nothing in it. */
    public Optional<Problem> keeps(String namespace) {
        if (!found.isEmpty()) {
            return Optional.of(new Problem(ProblemKind.CONFLICT, "The namespace %s is in use".formatted(namespace),
                    named(found), "Remove what is in it first, if nobody needs it."));
        }
        return closed.isEmpty() ? Optional.empty()
                : Optional.of(new Problem(ProblemKind.FORBIDDEN,
                        "Whether the namespace %s is empty is not known".formatted(
                                namespace),
                        "You may not list " + named(closed.stream().map(NamespaceContent::plural).toList()),
                        "Have somebody remove it who may list all that can be in it."));
    }

    private static String plural(ObjectRef kind) {
        return kind.resource() + (kind.group().isEmpty() ? "" : "." + kind.group());
    }

    private static String named(List<String> all) {
        return ListText.some(all, NAMED);
    }
}
