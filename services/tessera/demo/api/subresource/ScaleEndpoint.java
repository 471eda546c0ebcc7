package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.write.PatchEndpoint;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.StoreLabelSelector;

/** Reads and changes how many replicas there are to be, whatever it is that has them. */
public final class ScaleEndpoint {

    private static final KindSchema SCALE = KindSchema.builtIn("Scale").orElseThrow();

    private ScaleEndpoint() {}

    public static void answer(ApiCall call) throws IOException, ApiError {
        var info = call.info();
        var type = call.objects().catalog().find(info.group(), info.version(), info.plural());
        if (type == null) {
            throw new IllegalStateException("routed to a resource that is not served");
        }
        var target = new WriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(), "scale");
        if (info.verb().equals("get")) {
            ResponseWriter.tree(call, 200, scale(call.objects().get(target)));
            return;
        }
        var patch = info.verb().equals("patch") ? PatchEndpoint.read(call, type) : null;
        var sent = patch == null ? call.body("Scale").object() : StoreJson.object();
        var options = call.writeOptions(patch == null ? "UpdateOptions" : "PatchOptions");
        var changed = call.objects().edit(target, object -> {
            var wanted = patch == null ? sent : patch.plain().apply(SCALE, scale(object));
            var version = StoreJson.text(wanted, "metadata", "resourceVersion");
            if (!version.isEmpty()) {
                StoreJson.child(object, "metadata").put("resourceVersion", version);
            }
            StoreJson.child(object, "spec").set("replicas", StoreJson.NODES.numberNode(replicas(wanted)));
        }, options);
        ResponseWriter.tree(call, 200, scale(changed));
    }

    private static int replicas(JsonNode scale) throws ApiError {
        int replicas = scale.path("spec").path("replicas").asInt(0);
        if (replicas < 0) {
            throw ApiError.invalid(
                    new ApiError.ErrorSubject("autoscaling", "Scale", StoreJson.text(scale, "metadata", "name")),
                    List.of(new ApiError.Cause("FieldValueInvalid",
                            "Invalid value: " + replicas + ": must be greater than or equal to 0", "spec.replicas")));
        }
        return replicas;
    }

    private static ObjectNode scale(ObjectNode object) {
        var scale = StoreJson.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        var metadata = scale.putObject("metadata");
        for (var field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            var value = object.path("metadata").get(field);
            if (value != null) {
                metadata.set(field, value);
            }
        }
        scale.putObject("spec").put("replicas", object.path("spec").path("replicas").asInt());
        var status = scale.putObject("status").put("replicas", object.path("status").path("replicas").asInt());
        var selector = object.path("spec").path("selector");
        if (!selector.isEmpty()) {
            boolean plain = !selector.has("matchLabels") && !selector.has("matchExpressions");
            var structured = plain ? StoreJson.object().set("matchLabels", selector) : selector;
            status.put("selector", StoreLabelSelector.of(structured).toString());
        }
        return scale;
    }
}
