package tessera.demo.api.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.request.SimulatedListQueryOptions;
import tessera.demo.api.wire.DecodedRequestBody;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.kube.schema.FieldViolation;

/** Endpoints that create, replace, patch and delete objects. */
public final class SimulatedWriteEndpoints {

    private SimulatedWriteEndpoints() {}

    public static void answerCreate(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var body = call.readObject(type.kind());
        var options = call.writeOptions("CreateOptions").withProblems(body.problems());
        SimulatedApiResponseWriter.writeObject(call, 201, type,
                call.storedObjects().create(targetOf(call, type), body.object(), options));
    }

    public static void answerReplace(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
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

    public static void answerPatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var patch = readPatch(call, type);
        var options = call.writeOptions("PatchOptions");
        var made = new AtomicBoolean();
        var object = call.storedObjects().patch(targetOf(call, type), patch, options, () -> made.set(true));
        SimulatedApiResponseWriter.writeObject(call, made.get() ? 201 : 200, type, object);
    }

    /** Reads the patch of a request. */
    public static SimulatedObjectPatch readPatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
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
        if (kind == PatchKind.APPLY
                && call.queryParameters().firstValue("fieldManager", "").isEmpty()) {
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

    public static void answerDelete(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
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
        details.put("kind", target.type().plural()).put("uid",
                SimulatedStoreJsonCodec.textAt(object, "metadata", "uid"));
        return status;
    }

    /** Reads the options from the body or the query parameters; both may be absent. */
    private static SimulatedDeleteOptions readOptions(SimulatedAuthenticatedRequest call)
            throws IOException, SimulatedApiException {
        var body = call.readBody().length == 0 ? SimulatedStoreJsonCodec.newObject()
                : call.readObject("DeleteOptions").object();
        var dryRun = new ArrayList<>(call.queryParameters().allValues("dryRun"));
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        long grace = SimulatedListQueryOptions.parseNumber(call.queryParameters(), "gracePeriodSeconds", -1);
        if (grace >= 0 && !body.hasNonNull("gracePeriodSeconds")) {
            body.put("gracePeriodSeconds", grace);
        }
        var propagation = call.queryParameters().firstValue("propagationPolicy", "");
        if (!propagation.isEmpty() && !body.hasNonNull("propagationPolicy")) {
            body.put("propagationPolicy", propagation);
        }
        checkPropagation(SimulatedStoreJsonCodec.textAt(body, "propagationPolicy"));
        return new SimulatedDeleteOptions(body, SimulatedAuthenticatedRequest.isDryRun("DeleteOptions", dryRun));
    }

    private static void checkPropagation(String policy) throws SimulatedApiException {
        if (!policy.isEmpty() && !List.of("Orphan", "Background", "Foreground").contains(policy)) {
            throw SimulatedApiException.invalid(
                    new SimulatedApiException.ErrorSubject("meta.k8s.io", "DeleteOptions", ""),
                    FieldViolation.notSupported("propagationPolicy", TextNode.valueOf(policy),
                            List.of("Foreground", "Background", "Orphan", "nil")));
        }
    }
}
