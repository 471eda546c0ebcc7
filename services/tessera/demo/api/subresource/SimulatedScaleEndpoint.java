package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.write.SimulatedWriteEndpoints;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.kube.labels.LabelSelector;
import tessera.kube.schema.FieldViolation;

/** Endpoint for the {@code scale} subresource of every scalable resource. */
public final class SimulatedScaleEndpoint {

    private static final SimulatedKindSchema SCALE = SimulatedKindSchema.findBuiltIn("Scale").orElseThrow();

    private SimulatedScaleEndpoint() {}

    public static void answerScale(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var info = call.info();
        var type = call.storedObjects().catalog().findResource(info.group(), info.version(), info.plural());
        if (type == null) {
            throw new IllegalStateException("routed to a resource that is not served");
        }
        var target = new SimulatedObjectWriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(),
                "scale");
        if (info.verb().equals("get")) {
            SimulatedApiResponseWriter.writeTree(call, 200, scaleOf(call.storedObjects().get(target)));
            return;
        }
        var patch = info.verb().equals("patch") ? SimulatedWriteEndpoints.readPatch(call, type) : null;
        var sent = patch == null ? call.readObject("Scale").object() : SimulatedStoreJsonCodec.newObject();
        var options = call.writeOptions(patch == null ? "UpdateOptions" : "PatchOptions");
        var changed = call.storedObjects().edit(target, object -> {
            var wanted = patch == null ? sent : patch.apply(SCALE, scaleOf(object));
            var version = SimulatedStoreJsonCodec.textAt(wanted, "metadata", "resourceVersion");
            if (!version.isEmpty()) {
                SimulatedStoreJsonCodec.childObject(object, "metadata").put("resourceVersion", version);
            }
            SimulatedStoreJsonCodec.childObject(object, "spec").set("replicas",
                    SimulatedStoreJsonCodec.NODES.numberNode(replicasOf(wanted)));
        }, options);
        SimulatedApiResponseWriter.writeTree(call, 200, scaleOf(changed));
    }

    private static int replicasOf(JsonNode scale) throws SimulatedApiException {
        int replicas = scale.path("spec").path("replicas").asInt(0);
        if (replicas < 0) {
            throw SimulatedApiException.invalid(new SimulatedApiException.ErrorSubject("autoscaling", "Scale",
                    SimulatedStoreJsonCodec.textAt(scale, "metadata", "name")),
                    FieldViolation.invalid("spec.replicas", IntNode.valueOf(replicas),
                            "must be greater than or equal to 0"));
        }
        return replicas;
    }

    private static ObjectNode scaleOf(ObjectNode object) {
        var scale = SimulatedStoreJsonCodec.newObject().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
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
            status.put("selector", (plain ? LabelSelector.ofLabels(selector) : LabelSelector.of(selector)).toString());
        }
        return scale;
    }
}
