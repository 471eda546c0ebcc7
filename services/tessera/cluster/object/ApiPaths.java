package tessera.cluster.object;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import tessera.model.ObjectRef;

/** Where objects are in the API. */
public final class ApiPaths {

    private ApiPaths() {}

    /** Where one object is. */
    public static String of(ObjectRef object) {
        return collection(object) + "/" + encode(object.name());
    }

    /** Where an object of the kind is created. */
    public static String collection(ObjectRef object) {
        var root = object.apiVersion().contains("/") ? "/apis/" : "/api/";
        var scope = object.namespace().isEmpty() ? "" : "/namespaces/" + encode(object.namespace());
        return root + object.apiVersion() + scope + "/" + encode(object.resource());
    }

    /**
     * The pods of the whole cluster that are bound to a node.
     *
     * @param node empty for those that are bound to none
     */
    public static String podsOn(String node) {
        return "/api/v1/pods?limit=500&fieldSelector=" + encode("spec.nodeName=" + node);
    }

    /**
     * The events about an object.
     *
     * @param namespace where to look; empty for everywhere
     */
    public static String events(ObjectRef object, String namespace) {
        var selector = "involvedObject.kind=" + object.kind() + ",involvedObject.name=" + object.name()
                + (object.namespace().isEmpty() ? "" : ",involvedObject.namespace=" + object.namespace());
        return "/api/v1" + (namespace.isEmpty() ? "" : "/namespaces/" + encode(namespace))
                + "/events?limit=500&fieldSelector=" + encode(selector);
    }

    /** A name as a path or a query holds it. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
