package tessera.demo.store.select;

import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.store.Change;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoredObject;

/**
 * Which objects of a resource somebody wants to see.
 *
 * @param namespace empty for all
 */
public record Selection(String namespace, LabelSelector labels, FieldSelector fields) {

    /** All of a namespace, or of all if it is empty. */
    public static Selection all(String namespace) {
        return new Selection(namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    public static Selection parse(String namespace, String labels, String fields, ResourceType type) throws ApiError {
        return new Selection(namespace, labels.isEmpty() ? LabelSelector.EVERYTHING : LabelSelector.parse(labels),
                fields.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.parse(fields, type));
    }

    /** Whether there is a condition beside the namespace. */
    public boolean selects() {
        return !labels.requirements().isEmpty() || fields != FieldSelector.EVERYTHING;
    }

    public boolean matches(StoredObject object) {
        return (namespace.isEmpty() || object.namespace().equals(namespace)) && labels.matches(object.labels())
                && fields.matches(object);
    }

    /** What a change looks like to one who sees only the selection; null if it is not to be seen. */
    public Change.@Nullable Kind seen(Change change) {
        var old = change.before();
        boolean before = old != null && matches(old);
        boolean now = change.kind() != Change.Kind.DELETED && matches(change.object());
        if (now) {
            return before ? Change.Kind.MODIFIED : Change.Kind.ADDED;
        }
        return before ? Change.Kind.DELETED : null;
    }
}
