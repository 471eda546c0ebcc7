package tessera.demo.api.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.wire.DecodedRequestBody;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.objects.SimulatedReceivedPatch;
import tessera.kube.schema.FieldViolation;

/** Endpoint that applies patches of every kind. */
public final class SimulatedPatchEndpoint {

    private SimulatedPatchEndpoint() {}

    public static void answerPatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var patch = readPatch(call, type);
        var options = call.writeOptions("PatchOptions");
        var made = new AtomicBoolean();
        var object = call.storedObjects().patch(SimulatedReplaceEndpoint.targetOf(call, type), patch, options,
                () -> made.set(true));
        SimulatedApiResponseWriter.writeObject(call, made.get() ? 201 : 200, type, object);
    }

    /** Reads the patch of a request. */
    public static SimulatedReceivedPatch readPatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var kind = patchKind(call, type);
        boolean force = call.queryParameters().isTrue("force");
        checkOptions(call, kind);
        var body = DecodedRequestBody.readTree(call.readBody(), kind == SimulatedReceivedPatch.PatchKind.APPLY);
        if (kind == SimulatedReceivedPatch.PatchKind.JSON && !body.isArray()) {
            throw SimulatedApiException.badRequest("error decoding patch: json: cannot unmarshal "
                    + (body.isObject() ? "object" : body.getNodeType().name().toLowerCase(Locale.ROOT))
                    + " into Go value of type []handlers.jsonPatchOp");
        }
        if (kind != SimulatedReceivedPatch.PatchKind.JSON && !body.isObject()) {
            throw SimulatedApiException.badRequest(
                    "error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}");
        }
        return new SimulatedReceivedPatch(kind, body, force);
    }

    private static SimulatedReceivedPatch.PatchKind patchKind(SimulatedAuthenticatedRequest call,
            SimulatedResourceType type)
            throws SimulatedApiException {
        var sent = mediaType(call.headerValue("Content-Type"));
        var accepted = new ArrayList<String>();
        for (var kind : SimulatedReceivedPatch.PatchKind.values()) {
            if (kind == SimulatedReceivedPatch.PatchKind.STRATEGIC && type.traits().isCustom()) {
                continue;
            }
            if (kind.mediaType().equals(sent)) {
                return kind;
            }
            accepted.add(kind.mediaType());
        }
        if (sent.equals(SimulatedReceivedPatch.PatchKind.STRATEGIC.mediaType())) {
            throw DecodedRequestBody.unsupportedMediaType(accepted);
        }
        throw SimulatedApiException.withReason(415, "UnsupportedMediaType", "415: Unsupported Media Type");
    }

    private static String mediaType(@Nullable String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private static void checkOptions(SimulatedAuthenticatedRequest call, SimulatedReceivedPatch.PatchKind kind)
            throws SimulatedApiException {
        var causes = new ArrayList<StatusCause>();
        if (kind == SimulatedReceivedPatch.PatchKind.APPLY
                && call.queryParameters().firstValue("fieldManager", "").isEmpty()) {
            causes.add(StatusCause.of(FieldViolation.required("fieldManager", "is required for apply patch")));
        }
        if (kind != SimulatedReceivedPatch.PatchKind.APPLY && call.queryParameters().firstValue("force") != null) {
            causes.add(StatusCause.of(FieldViolation.forbidden("force", "may not be specified for non-apply patch")));
        }
        if (!causes.isEmpty()) {
            throw SimulatedApiException.invalid(new ErrorSubject("meta.k8s.io", "PatchOptions", ""),
                    List.copyOf(causes));
        }
    }
}
