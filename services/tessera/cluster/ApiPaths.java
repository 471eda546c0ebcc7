package tessera.cluster;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import tessera.model.ObjectRef;

/** Where objects are in the API. */
final class ApiPaths {

    private ApiPaths() {}

    static String of(ObjectRef object) {
        var root = object.apiVersion().contains("/") ? "/apis/" : "/api/";
        var scope = object.namespace().isEmpty() ? "" : "/namespaces/" + encode(object.namespace());
        return root + object.apiVersion() + scope + "/" + encode(object.resource()) + "/" + encode(object.name());
    }

    /**
     * The events about an object.
     *
     * @param namespace where to look; empty for everywhere
     */
    static String events(ObjectRef object, String namespace) {
        var selector = "involvedObject.kind=" + object.kind() + ",involvedObject.name=" + object.name()
                + (object.namespace().isEmpty() ? "" : ",involvedObject.namespace=" + object.namespace());
        return "/api/v1" + (namespace.isEmpty() ? "" : "/namespaces/" + encode(namespace))
                + "/events?limit=500&fieldSelector=" + encode(selector);
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
