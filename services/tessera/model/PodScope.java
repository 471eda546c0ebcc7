package tessera.model;

import java.util.List;

/** The set of pods that are visible. With fewer than all of them, every allocation is a lower bound. */
public sealed interface PodScope {

    /** Every pod of the cluster is visible. */
    record All() implements PodScope {}

    /**
     * Only the pods of some namespaces are visible.
     *
     * @param why what is not permitted
     */
    record NamespacedScope(List<String> namespaces, Problem why) implements PodScope {
        public NamespacedScope {
            namespaces = List.copyOf(namespaces);
        }
    }

    default boolean isComplete() {
        return this instanceof All;
    }

    /** Returns whether the pods of a namespace are visible. */
    default boolean includesNamespace(String namespace) {
        return switch (this) {
            case All _ -> true;
            case NamespacedScope(var namespaces, _) -> namespaces.contains(namespace);
        };
    }
}
