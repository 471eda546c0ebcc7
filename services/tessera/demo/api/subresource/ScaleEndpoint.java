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

/** Endpoint for the {@code scale} subresource of every scalable resource. */
public final class ScaleEndpoint {

    private static final KindSchema SCALE = KindSchema.findBuiltIn("Scale").orElseThrow();

    private ScaleEndpoint() {}

    public static void answerScale(ApiCall call) throws IOException, ApiError {
        var info = call.info();
        var type = call.storedObjects().catalog().findResource(info.group(), info.version(), info.plural());
        if (type == null) {
            throw new IllegalStateException("routed to a resource that is not served");
        }
        var target = new WriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(), "scale");
        if (info.verb().equals("get")) {
            ResponseWriter.writeTree(call, 200, scaleOf(call.storedObjects().get(target)));
            return;
        }
        var patch = info.verb().equals("patch") ? PatchEndpoint.readPatch(call, type) : null;
        var sent = patch == null ? call.readObject("Scale").object() : StoreJson.newObject();
        var options = call.writeOptions(patch == null ? "UpdateOptions" : "PatchOptions");
        var changed = call.storedObjects().edit(target, object -> {
            var wanted = patch == null ? sent : patch.toPatchBody().apply(SCALE, scaleOf(object));
            var version = StoreJson.textAt(wanted, "metadata", "resourceVersion");
            if (!version.isEmpty()) {
                StoreJson.childObject(object, "metadata").put("resourceVersion", version);
            }
            StoreJson.childObject(object, "spec").set("replicas", StoreJson.NODES.numberNode(replicasOf(wanted)));
        }, options);
        ResponseWriter.writeTree(call, 200, scaleOf(changed));
    }

    private static int replicasOf(JsonNode scale) throws ApiError {
        int replicas = scale.path("spec").path("replicas").asInt(0);
        if (replicas < 0) {
            throw ApiError.invalid(
                    new ApiError.ErrorSubject("autoscaling", "Scale", StoreJson.textAt(scale, "metadata", "name")),
                    List.of(new ApiError.Cause("FieldValueInvalid",
                            "Invalid value: " + replicas + ": must be greater than or equal to 0", "spec.replicas")));
        }
        return replicas;
    }

    private static ObjectNode scaleOf(ObjectNode object) {
        var scale = StoreJson.newObject().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
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
            var structured = plain ? StoreJson.newObject().set("matchLabels", selector) : selector;
            status.put("selector", StoreLabelSelector.fromSpec(structured).toString());
        }
        return scale;
    }
}
