package tessera.demo.store.objects;

import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.store.SimulatedResourceType;

/**
 * The object that a request is about.
 *
 * @param namespace   empty for what belongs to the cluster
 * @param subresource empty for the object itself
 */
public record SimulatedObjectWriteTarget(SimulatedResourceType type, String namespace, String name,
        String subresource) {

    public static SimulatedObjectWriteTarget of(SimulatedResourceType type, String namespace, String name) {
        return new SimulatedObjectWriteTarget(type, namespace, name, "");
    }

    public SimulatedObjectWriteTarget withSubresource(String otherSubresource) {
        return new SimulatedObjectWriteTarget(type, namespace, name, otherSubresource);
    }

    /** Returns the subject of most refusals, named by its resource. */
    public ErrorSubject resourceSubject() {
        return new ErrorSubject(type.group(), type.plural(), name);
    }

    /** Returns the subject of refusals that say why it is invalid, named by its kind. */
    public ErrorSubject objectSubject() {
        return new ErrorSubject(type.group(), type.kind(), name);
    }

    public SimulatedApiException notFoundError() {
        return SimulatedApiException.notFound(resourceSubject());
    }
}
