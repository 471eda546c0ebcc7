package tessera.demo.store.objects;

import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.store.ResourceType;

/**
 * Which object something is done to.
 *
 * @param namespace   empty for what belongs to the cluster
 * @param subresource empty for the object itself
 */
public record WriteTarget(ResourceType type, String namespace, String name, String subresource) {

    public static WriteTarget of(ResourceType type, String namespace, String name) {
        return new WriteTarget(type, namespace, name, "");
    }

    public WriteTarget part(String otherSubresource) {
        return new WriteTarget(type, namespace, name, otherSubresource);
    }

    /** As most refusals call it: by its resource. */
    public ErrorSubject resource() {
        return new ErrorSubject(type.group(), type.plural(), name);
    }

    /** As a refusal calls it that says why it is invalid: by its kind. */
    public ErrorSubject object() {
        return new ErrorSubject(type.group(), type.kind(), name);
    }

    public ApiError notFound() {
        return ApiError.notFound(resource());
    }
}
