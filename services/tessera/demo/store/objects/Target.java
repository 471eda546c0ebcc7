package tessera.demo.store.objects;

import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Subject;
import tessera.demo.store.ResourceType;

/**
 * Which object something is done to.
 *
 * @param namespace   empty for what belongs to the cluster
 * @param subresource empty for the object itself
 */
public record Target(ResourceType type, String namespace, String name, String subresource) {

    public static Target of(ResourceType type, String namespace, String name) {
        return new Target(type, namespace, name, "");
    }

    public Target part(String otherSubresource) {
        return new Target(type, namespace, name, otherSubresource);
    }

    /** As most refusals call it: by its resource. */
    public Subject resource() {
        return new Subject(type.group(), type.plural(), name);
    }

    /** As a refusal calls it that says why it is invalid: by its kind. */
    public Subject object() {
        return new Subject(type.group(), type.kind(), name);
    }

    public ApiError notFound() {
        return ApiError.notFound(resource());
    }
}
