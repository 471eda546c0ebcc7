package tessera.demo.store.objects;

import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.store.ResourceType;

/**
 * The object that a request is about.
 *
 * @param namespace   empty for what belongs to the cluster
 * @param subresource empty for the object itself
 */
public record WriteTarget(ResourceType type, String namespace, String name, String subresource) {

    public static WriteTarget of(ResourceType type, String namespace, String name) {
        return new WriteTarget(type, namespace, name, "");
    }

    public WriteTarget withSubresource(String otherSubresource) {
        return new WriteTarget(type, namespace, name, otherSubresource);
    }

    /** Returns the subject of most refusals, named by its resource. */
    public ErrorSubject resourceSubject() {
        return new ErrorSubject(type.group(), type.plural(), name);
    }

    /** Returns the subject of refusals that say why it is invalid, named by its kind. */
    public ErrorSubject objectSubject() {
        return new ErrorSubject(type.group(), type.kind(), name);
    }

    public ApiError notFoundError() {
        return ApiError.notFound(resourceSubject());
    }
}
