package tessera.demo.store.select;

import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.StoredKubernetesObject;
import tessera.demo.store.StoredObjectChange;

/**
 * A selection of a resource's objects.
 *
 * @param namespace empty for all
 */
public record SimulatedListObjectFilter(String namespace, StoredObjectLabelSelector labels,
        SimulatedFieldSelector fields) {

    /** Returns the selection of all objects of a namespace, or of all namespaces if it is empty. */
    public static SimulatedListObjectFilter ofNamespace(String namespace) {
        return new SimulatedListObjectFilter(namespace, StoredObjectLabelSelector.EVERYTHING,
                SimulatedFieldSelector.EVERYTHING);
    }

    public static SimulatedListObjectFilter parse(String namespace, String labels, String fields,
            ServedResourceType type)
            throws SimulatedApiError {
        return new SimulatedListObjectFilter(namespace,
                labels.isEmpty() ? StoredObjectLabelSelector.EVERYTHING : StoredObjectLabelSelector.parse(labels),
                fields.isEmpty() ? SimulatedFieldSelector.EVERYTHING : SimulatedFieldSelector.parse(fields, type));
    }

    /** Returns whether there is a condition beside the namespace. */
    public boolean hasConditions() {
        return !labels.requirements().isEmpty() || fields != SimulatedFieldSelector.EVERYTHING;
    }

    public boolean matches(StoredKubernetesObject object) {
        return (namespace.isEmpty() || object.namespace().equals(namespace)) && labels.matches(object.labels())
                && fields.matches(object);
    }

    /** Returns the kind of a change as a watch of the selection sees it; null if it does not see it. */
    public StoredObjectChange.@Nullable ChangeKind visibleKind(StoredObjectChange change) {
        var old = change.before();
        boolean before = old != null && matches(old);
        boolean now = change.kind() != StoredObjectChange.ChangeKind.DELETED && matches(change.object());
        if (now) {
            return before ? StoredObjectChange.ChangeKind.MODIFIED : StoredObjectChange.ChangeKind.ADDED;
        }
        return before ? StoredObjectChange.ChangeKind.DELETED : null;
    }
}
