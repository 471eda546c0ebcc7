package tessera.plan.quota;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.SortedMap;
import tessera.model.ObjectRef;

/** Builds the objects that bound a namespace. */
final class QuotaAndLimitObjectBuilder {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Map.Entry<String, String> MARK = Map.entry("app.kubernetes.io/managed-by", "tessera");

    private QuotaAndLimitObjectBuilder() {}

    static ObjectRef namespaceRef(String name) {
        return new ObjectRef("v1", "Namespace", "namespaces", "", name);
    }

    static ObjectRef quotaRef(String namespace, String name) {
        return new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, name);
    }

    static ObjectRef limitRangeRef(String namespace, String name) {
        return new ObjectRef("v1", "LimitRange", "limitranges", namespace, name);
    }

    /** Returns an empty object, labelled as created by Tessera. */
    static ObjectNode emptyObject(ObjectRef object) {
        var body = JSON.createObjectNode().put("apiVersion", object.apiVersion()).put("kind", object.kind());
        var metadata = body.putObject("metadata").put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        metadata.putObject("labels").put(MARK.getKey(), MARK.getValue());
        return body;
    }

    /** Returns whether the labels say that Tessera created the object. */
    static boolean isCreatedByTessera(Map<String, String> labels) {
        return MARK.getValue().equals(labels.get(MARK.getKey()));
    }

    /** Returns a quota of these amounts; keys without an amount are left out. */
    static ObjectNode quotaBody(ObjectRef object, SortedMap<String, String> hard) {
        var body = emptyObject(object);
        var amounts = body.putObject("spec").putObject("hard");
        hard.forEach((key, amount) -> {
            if (!amount.isEmpty()) {
                amounts.put(key, amount);
            }
        });
        return body;
    }

    /**
     * Returns a LimitRange for whole pods. The server refuses pods that name no limit of what such a range bounds, so containers
     * that name none are given none of it; a bound on containers instead would become the limit of each of them.
     */
    static ObjectNode podLimitsBody(ObjectRef object, SortedMap<String, String> most) {
        var body = emptyObject(object);
        var limits = body.putObject("spec").putArray("limits");
        var container = limits.addObject().put("type", "Container");
        var limit = container.putObject("default");
        var request = container.putObject("defaultRequest");
        var max = limits.addObject().put("type", "Pod").putObject("max");
        most.forEach((resource, amount) -> {
            limit.put(resource, "0");
            request.put(resource, "0");
            max.put(resource, amount);
        });
        return body;
    }
}
