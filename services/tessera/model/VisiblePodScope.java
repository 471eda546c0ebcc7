package tessera.model;

import java.util.List;

/** The set of pods that are visible. With fewer than all of them, every allocation is a lower bound. */
public sealed interface VisiblePodScope {

    /** Every pod of the cluster is visible. */
    record AllPods() implements VisiblePodScope {}

    /**
     * Only the pods of some namespaces are visible.
     *
     * @param problem what is not permitted
     */
    record NamespacedScope(List<String> namespaces, Problem problem) implements VisiblePodScope {
        public NamespacedScope {
            namespaces = List.copyOf(namespaces);
        }
    }

    default boolean isComplete() {
        return this instanceof AllPods;
    }

    /**
     * Returns the namespaces to ask one by one for what belongs to pods; the empty name asks all of them at once.
     *
     * @param namespace the only one that is meant; empty for all
     */
    default List<String> askedNamespaces(String namespace) {
        return switch (this) {
            case NamespacedScope(var namespaces, _) when namespace.isEmpty() -> namespaces;
            case AllPods _,NamespacedScope _ -> List.of(namespace);
        };
    }

    /** Returns whether the pods of a namespace are visible. */
    default boolean includesNamespace(String namespace) {
        return switch (this) {
            case AllPods _ -> true;
            case NamespacedScope(var namespaces, _) -> namespaces.contains(namespace);
        };
    }
}
