package tessera.demo.store.objects;

import tessera.demo.object.SimulatedApiError;
import tessera.demo.object.SimulatedApiError.ErrorSubject;
import tessera.demo.store.SimulatedResourceType;

/**
 * The object that a request is about.
 *
 * @param namespace   empty for what belongs to the cluster
 * @param subresource empty for the object itself
 */
public record ObjectWriteTarget(SimulatedResourceType type, String namespace, String name, String subresource) {

    public static ObjectWriteTarget of(SimulatedResourceType type, String namespace, String name) {
        return new ObjectWriteTarget(type, namespace, name, "");
    }

    public ObjectWriteTarget withSubresource(String otherSubresource) {
        return new ObjectWriteTarget(type, namespace, name, otherSubresource);
    }

    /** Returns the subject of most refusals, named by its resource. */
    public ErrorSubject resourceSubject() {
        return new ErrorSubject(type.group(), type.plural(), name);
    }

    /** Returns the subject of refusals that say why it is invalid, named by its kind. */
    public ErrorSubject objectSubject() {
        return new ErrorSubject(type.group(), type.kind(), name);
    }

    public SimulatedApiError notFoundError() {
        return SimulatedApiError.notFound(resourceSubject());
    }
}
