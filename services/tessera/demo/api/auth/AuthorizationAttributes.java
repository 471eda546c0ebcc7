package tessera.demo.api.auth;

import tessera.demo.api.request.ApiRequestInfo;

/**
 * The attributes of a request that authorization decides on.
 *
 * @param path        for what is no resource; else empty
 * @param subresource empty for the object itself
 */
public record AuthorizationAttributes(String verb, String group, String resource, String subresource, String namespace,
        String name,
        String path) {

    public static AuthorizationAttributes of(ApiRequestInfo info) {
        if (!info.resource()) {
            return new AuthorizationAttributes(info.verb(), "", "", "", "", "", info.path());
        }
        boolean theNamespace = info.plural().equals("namespaces") && info.group().isEmpty();
        return new AuthorizationAttributes(info.verb(), info.group(), info.plural(), info.subresource(),
                theNamespace ? info.name() : info.namespace(), info.name(), "");
    }

    /** Returns the same attributes with another verb. */
    public AuthorizationAttributes withVerb(String other) {
        return new AuthorizationAttributes(other, group, resource, subresource, namespace, name, path);
    }

    public boolean isResource() {
        return path.isEmpty();
    }

    /** Returns the resource as rules name it. */
    public String qualifiedResource() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
