package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.WordListJoiner;

/**
 * The objects of some kinds in a namespace.
 *
 * @param objects  each as its kind and name, e.g. {@code Pod/train}
 * @param unreadable kinds that may not be listed, so that it is not known whether there are any
 */
public record NamespaceObjectList(List<String> objects, List<ObjectRef> unreadable) {

    private static final int NAMED = 5;

    public NamespaceObjectList {
        objects = List.copyOf(objects);
        unreadable = List.copyOf(unreadable);
    }

    /** Returns why a namespace with this content is not removed; empty if it has none. */
    public Optional<Problem> removalProblem(String namespace) {
        if (!objects.isEmpty()) {
            return Optional
                    .of(new Problem(OperationProblemKind.CONFLICT, "The namespace %s is in use".formatted(namespace),
                            namesText(objects), "Remove what is in it first, if nobody needs it."));
        }
        if (unreadable.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Problem(OperationProblemKind.FORBIDDEN,
                "Whether the namespace %s is empty is not known".formatted(
                        namespace),
                "You may not list "
                        + namesText(unreadable.stream().map(NamespaceObjectList::pluralName).toList()),
                "Have somebody remove it who may list all that can be in it."));
    }

    private static String pluralName(ObjectRef kind) {
        return kind.resource() + (kind.group().isEmpty() ? "" : "." + kind.group());
    }

    private static String namesText(List<String> all) {
        return WordListJoiner.firstWords(all, NAMED);
    }
}
