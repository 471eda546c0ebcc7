package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.api.wire.DecodedRequestBody;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.kube.labels.LabelSelector;
import tessera.kube.schema.FieldViolation;

/** Endpoints that create, replace, patch, scale and delete objects, and bind and evict pods. */
final class SimulatedWriteEndpoints {

    private static final SimulatedKindSchema SCALE = SimulatedKindSchema.findBuiltIn("Scale").orElseThrow();

    private SimulatedWriteEndpoints() {}

    static void answerCreate(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("CreateOptions").withProblems(body.problems());
        SimulatedApiResponseWriter.writeObject(call, 201, type,
                call.storedObjects().create(targetOf(call, type), body.object(), options));
    }

    static void answerReplace(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("UpdateOptions").withProblems(body.problems());
        SimulatedApiResponseWriter.writeObject(call, 200, type,
                call.storedObjects().replace(targetOf(call, type), body.object(), options));
    }

    private static SimulatedObjectWriteTarget targetOf(SimulatedAuthenticatedRequest call, SimulatedResourceType type) {
        var info = call.info();
        return new SimulatedObjectWriteTarget(type, type.namespaced() ? info.namespace() : "", info.name(),
                info.subresource());
    }

    static void answerPatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var patch = readPatch(call, type);
        var options = call.writeOptions("PatchOptions");
        var made = new AtomicBoolean();
        var object = call.storedObjects().patch(targetOf(call, type), patch, options, () -> made.set(true));
        SimulatedApiResponseWriter.writeObject(call, made.get() ? 201 : 200, type, object);
    }

    static SimulatedObjectPatch readPatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var kind = patchKind(call, type);
        boolean force = call.queryParameters().isTrue("force");
        checkOptions(call, kind);
        var body = DecodedRequestBody.readTree(call.readBody(), kind == PatchKind.APPLY);
        if (kind != PatchKind.JSON && !body.isObject()) {
            throw SimulatedApiException.badRequest(
                    "error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}");
        }
        return new SimulatedObjectPatch(kind, body, force);
    }

    private static PatchKind patchKind(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws SimulatedApiException {
        var sent = DecodedRequestBody.mediaType(call.headerValue("Content-Type"));
        var accepted = new ArrayList<String>();
        for (var kind : PatchKind.values()) {
            if (kind == PatchKind.STRATEGIC && type.traits().isCustom()) {
                continue;
            }
            if (kind.mediaType().equals(sent)) {
                return kind;
            }
            accepted.add(kind.mediaType());
        }
        if (sent.equals(PatchKind.STRATEGIC.mediaType())) {
            throw DecodedRequestBody.unsupportedMediaType(accepted);
        }
        throw SimulatedApiException.withReason(415, "UnsupportedMediaType", "415: Unsupported Media Type");
    }

    private static void checkOptions(SimulatedAuthenticatedRequest call, PatchKind kind) throws SimulatedApiException {
        var causes = new ArrayList<StatusCause>();
        if (kind == PatchKind.APPLY && call.queryParameters().firstValue("fieldManager", "").isEmpty()) {
            causes.add(StatusCause.of(FieldViolation.required("fieldManager", "is required for apply patch")));
        }
        if (kind != PatchKind.APPLY && call.queryParameters().firstValue("force") != null) {
            causes.add(StatusCause.of(FieldViolation.forbidden("force", "may not be specified for non-apply patch")));
        }
        if (!causes.isEmpty()) {
            throw SimulatedApiException.invalid(new ErrorSubject("meta.k8s.io", "PatchOptions", ""),
                    List.copyOf(causes));
        }
    }

    static void answerDelete(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var target = targetOf(call, type);
        var deletion = call.storedObjects().delete(target, readOptions(call));
        if (deletion.isRemoved() && !type.traits().deletesGracefully()) {
            SimulatedApiResponseWriter.writeTree(call, 200, successStatus(target, deletion.object()));
        } else {
            SimulatedApiResponseWriter.writeObject(call, 200, type, deletion.object());
        }
    }

    private static ObjectNode successStatus(SimulatedObjectWriteTarget target, ObjectNode object) {
        var status = SimulatedApiResponseWriter.successStatus();
        var details = status.putObject("details").put("name", target.name());
        if (!target.type().group().isEmpty()) {
            details.put("group", target.type().group());
        }
        details.put("kind", target.type().plural()).put("uid", SimulatedMetadata.uidOf(object));
        return status;
    }

    /** Reads the options from the body or the query parameters; both may be absent. */
    private static SimulatedDeleteOptions readOptions(SimulatedAuthenticatedRequest call)
            throws IOException, SimulatedApiException {
        var body = call.readBody().length == 0 ? SimulatedStoreJsonCodec.newObject()
                : call.readObject("DeleteOptions").object();
        long grace = SimulatedListQueryOptions.parseNumber(call.queryParameters(), "gracePeriodSeconds", -1);
        if (grace >= 0 && !body.hasNonNull("gracePeriodSeconds")) {
            body.put("gracePeriodSeconds", grace);
        }
        var propagation = call.queryParameters().firstValue("propagationPolicy", "");
        if (!propagation.isEmpty() && !body.hasNonNull("propagationPolicy")) {
            body.put("propagationPolicy", propagation);
        }
        checkPropagation(SimulatedStoreJsonCodec.textAt(body, "propagationPolicy"));
        return call.deleteOptions(body);
    }

    private static void checkPropagation(String policy) throws SimulatedApiException {
        if (!policy.isEmpty() && !List.of("Orphan", "Background", "Foreground").contains(policy)) {
            throw SimulatedApiException.invalid(
                    new SimulatedApiException.ErrorSubject("meta.k8s.io", "DeleteOptions", ""),
                    FieldViolation.notSupported("propagationPolicy", TextNode.valueOf(policy),
                            List.of("Foreground", "Background", "Orphan", "nil")));
        }
    }

    /** Answers {@code POST pods/NAME/binding}. */
    static void answerBinding(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var binding = call.readObject("Binding").object();
        var options = call.writeOptions("CreateOptions");
        call.storedObjects().bindPod(call.info().namespace(), call.info().name(), binding, options.dryRun());
        SimulatedApiResponseWriter.writeSuccess(call, 201);
    }

    /** Answers {@code POST pods/NAME/eviction}. */
    static void answerEviction(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var body = call.readObject("Eviction").object();
        var name = SimulatedMetadata.nameOf(body);
        if (!name.isEmpty() && !name.equals(call.info().name())) {
            throw SimulatedApiException.badRequest("name in URL does not match name in Eviction object");
        }
        var options = SimulatedStoreJsonCodec.childObject(body, "deleteOptions");
        call.storedObjects().evictPod(call.info().namespace(), call.info().name(), call.deleteOptions(options));
        SimulatedApiResponseWriter.writeSuccess(call, 201);
    }

    /** Answers the {@code scale} subresource of a scalable resource. */
    static void answerScale(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
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
        var patch = info.verb().equals("patch") ? readPatch(call, type) : null;
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
            throw SimulatedApiException.invalid(
                    new SimulatedApiException.ErrorSubject("autoscaling", "Scale", SimulatedMetadata.nameOf(scale)),
                    FieldViolation.invalid("spec.replicas", IntNode.valueOf(replicas),
                            "must be greater than or equal to 0"));
        }
        return replicas;
    }

    private static ObjectNode scaleOf(ObjectNode object) {
        var scale = SimulatedStoreJsonCodec.newObject().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        scale.set("metadata", SimulatedStoreJsonCodec.childObject(object, "metadata").deepCopy().retain("name",
                "namespace", "uid", "resourceVersion", "creationTimestamp"));
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
