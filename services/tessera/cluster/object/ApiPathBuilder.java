package tessera.cluster.object;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import tessera.model.ObjectRef;
import tessera.text.OptionalText;

/** Builder of API paths of objects. */
public final class ApiPathBuilder {

    private ApiPathBuilder() {}

    /** Returns the path of an object. */
    public static String objectPath(ObjectRef object) {
        return collectionPath(object) + "/" + encode(object.name());
    }

    /** Returns the path of the collection that holds objects of the kind. */
    public static String collectionPath(ObjectRef object) {
        var root = object.apiVersion().contains("/") ? "/apis/" : "/api/";
        var scope = OptionalText.prefixed("/namespaces/", encode(object.namespace()));
        return root + object.apiVersion() + scope + "/" + encode(object.resource());
    }

    /**
     * Returns the path of the pods in the whole cluster that are bound to a node.
     *
     * @param node empty for those that are bound to none
     */
    public static String podsOnNodePath(String node) {
        return "/api/v1/pods?limit=500&fieldSelector=" + encode("spec.nodeName=" + node);
    }

    /**
     * Returns the path of the events about an object.
     *
     * @param namespace where to look; empty for everywhere
     */
    public static String eventsPath(ObjectRef object, String namespace) {
        var selector = "involvedObject.kind=" + object.kind() + ",involvedObject.name=" + object.name()
                + OptionalText.prefixed(",involvedObject.namespace=", object.namespace());
        return "/api/v1" + OptionalText.prefixed("/namespaces/", encode(namespace)) + "/events?limit=500&fieldSelector="
                + encode(selector);
    }

    /** Percent-encodes a name for a path or a query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
