package tessera.demo.store.select;

import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.kube.labels.LabelSelector;
import tessera.kube.labels.LabelSelectorParser;
import tessera.kube.labels.LabelSelectorSyntaxException;

/**
 * A selection of a resource's objects.
 *
 * @param namespace empty for all
 */
public record SimulatedListObjectFilter(String namespace, LabelSelector labels, SimulatedFieldSelector fields) {

    /** Returns the selection of all objects of a namespace, or of all namespaces if it is empty. */
    public static SimulatedListObjectFilter ofNamespace(String namespace) {
        return new SimulatedListObjectFilter(namespace, LabelSelector.EVERYTHING, SimulatedFieldSelector.EVERYTHING);
    }

    public static SimulatedListObjectFilter parse(String namespace, String labels, String fields,
            SimulatedResourceType type) throws SimulatedApiException {
        return new SimulatedListObjectFilter(namespace,
                labels.isEmpty() ? LabelSelector.EVERYTHING : parseLabels(labels),
                fields.isEmpty() ? SimulatedFieldSelector.EVERYTHING : SimulatedFieldSelector.parse(fields, type));
    }

    private static LabelSelector parseLabels(String labels) throws SimulatedApiException {
        try {
            return LabelSelectorParser.parse(labels);
        } catch (LabelSelectorSyntaxException e) {
            throw SimulatedApiException.badRequest(e.serverMessage());
        }
    }

    /** Returns whether there is a condition beside the namespace. */
    public boolean hasConditions() {
        return !labels.requirements().isEmpty() || fields != SimulatedFieldSelector.EVERYTHING;
    }

    public boolean matches(SimulatedStoredObject object) {
        return (namespace.isEmpty() || object.namespace().equals(namespace)) && labels.matches(object.labels())
                && fields.matches(object);
    }

    /** Returns the kind of a change as a watch of the selection sees it; null if it does not see it. */
    public SimulatedStoredObjectChange.@Nullable WatchEventType visibleKind(SimulatedStoredObjectChange change) {
        var old = change.before();
        boolean before = old != null && matches(old);
        boolean now = change.kind() != SimulatedStoredObjectChange.WatchEventType.DELETED && matches(change.object());
        if (now) {
            if (before) {
                return SimulatedStoredObjectChange.WatchEventType.MODIFIED;
            }
            return SimulatedStoredObjectChange.WatchEventType.ADDED;
        }
        return before ? SimulatedStoredObjectChange.WatchEventType.DELETED : null;
    }
}
