package tessera.lint.manifest;

import tessera.model.ObjectRef;

/**
 * A reference to an object by its name.
 *
 * @param apiVersion the newest of those that it may be served in
 * @param plural     what its kind is called in paths
 * @param namespace  empty for one of the whole cluster, and for that to which the manifest will go
 * @param namespaced whether it is in a namespace
 */
public record ManifestObjectReference(String apiVersion, String kind, String plural, String namespace, String name,
        boolean namespaced) {

    /** Returns its API group; empty for the core. */
    public String group() {
        return ObjectRef.group(apiVersion);
    }
}
