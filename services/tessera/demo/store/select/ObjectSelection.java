package tessera.demo.store.select;

import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoredObject;

/**
 * A selection of a resource's objects.
 *
 * @param namespace empty for all
 */
public record ObjectSelection(String namespace, StoreLabelSelector labels, FieldSelector fields) {

    /** Returns the selection of all objects of a namespace, or of all namespaces if it is empty. */
    public static ObjectSelection ofNamespace(String namespace) {
        return new ObjectSelection(namespace, StoreLabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    public static ObjectSelection parse(String namespace, String labels, String fields, ResourceType type)
            throws ApiError {
        return new ObjectSelection(namespace,
                labels.isEmpty() ? StoreLabelSelector.EVERYTHING : StoreLabelSelector.parse(labels),
                fields.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.parse(fields, type));
    }

    /** Returns whether there is a condition beside the namespace. */
    public boolean hasConditions() {
        return !labels.requirements().isEmpty() || fields != FieldSelector.EVERYTHING;
    }

    public boolean matches(StoredObject object) {
        return (namespace.isEmpty() || object.namespace().equals(namespace)) && labels.matches(object.labels())
                && fields.matches(object);
    }

    /** Returns the kind of a change as a watch of the selection sees it; null if it does not see it. */
    public StoreChange.@Nullable ChangeKind visibleKind(StoreChange change) {
        var old = change.before();
        boolean before = old != null && matches(old);
        boolean now = change.kind() != StoreChange.ChangeKind.DELETED && matches(change.object());
        if (now) {
            return before ? StoreChange.ChangeKind.MODIFIED : StoreChange.ChangeKind.ADDED;
        }
        return before ? StoreChange.ChangeKind.DELETED : null;
    }
}
