package tessera.plan.context;

import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.MessageCatalog;

/**
 * The objects of some kinds in a namespace.
 *
 * @param objects  each as its kind and name, e.g. {@code Pod/train}
 * @param unreadable kinds that may not be listed, so that it is not known whether there are any
 */
public record NamespaceObjectList(List<String> objects, List<ObjectRef> unreadable) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespaceObjectList.class);

    public NamespaceObjectList {
        objects = List.copyOf(objects);
        unreadable = List.copyOf(unreadable);
    }

    /** Returns why a namespace with this content is not removed; empty if it has none. */
    public Optional<Problem> removalProblem(String namespace) {
        if (!objects.isEmpty()) {
            return Optional
                    .of(Problem.of(OperationProblemKind.CONFLICT, new PlannerInputProblem.NamespaceInUse(namespace))
                            .withDetail(MESSAGES.text("namespace.objects", objects)));
        }
        if (unreadable.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Problem.of(OperationProblemKind.FORBIDDEN, new PlannerInputProblem.NamespaceContentUnknown(namespace))
                        .withDetail(MESSAGES.text("namespace.hidden",
                                unreadable.stream().map(ObjectRef::groupResource).toList())));
    }
}
