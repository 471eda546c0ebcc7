package tessera.demo.api;

/**
 * The attributes of a request that authorization decides on.
 *
 * @param path        for what is no resource; else empty
 * @param subresource empty for the object itself
 */
record SimulatedAuthorizationAttributes(String verb, String group, String resource, String subresource,
        String namespace, String name, String path) {

    static SimulatedAuthorizationAttributes of(SimulatedApiRequestInfo info) {
        if (!info.resource()) {
            return new SimulatedAuthorizationAttributes(info.verb(), "", "", "", "", "", info.path());
        }
        boolean theNamespace = info.plural().equals("namespaces") && info.group().isEmpty();
        return new SimulatedAuthorizationAttributes(info.verb(), info.group(), info.plural(), info.subresource(),
                theNamespace ? info.name() : info.namespace(), info.name(), "");
    }

    SimulatedAuthorizationAttributes withVerb(String other) {
        return new SimulatedAuthorizationAttributes(other, group, resource, subresource, namespace, name, path);
    }

    boolean isResource() {
        return path.isEmpty();
    }

    /** Returns the resource as rules name it. */
    String qualifiedResource() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
