package tessera.model;

import java.util.List;

/** Which pods are seen. With fewer than all of them, every allocation is a lower bound. */
public sealed interface PodScope {

    /** Every pod of the cluster. */
    record All() implements PodScope {}

    /**
     * The pods of some namespaces only.
     *
     * @param why what is not permitted
     */
    record NamespacedScope(List<String> namespaces, Problem why) implements PodScope {
        public NamespacedScope {
            namespaces = List.copyOf(namespaces);
        }
    }

    default boolean complete() {
        return this instanceof All;
    }

    /** Whether the pods of a namespace are among them. */
    default boolean includes(String namespace) {
        return switch (this) {
            case All _ -> true;
            case NamespacedScope(var namespaces, _) -> namespaces.contains(namespace);
        };
    }
}
