package tessera.demo.api.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.wire.ClientBody;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.RawPatch;

/** Endpoint that applies patches of every kind. */
public final class PatchEndpoint {

    private PatchEndpoint() {}

    public static void answerPatch(ApiCall call, ResourceType type) throws IOException, ApiError {
        var patch = readPatch(call, type);
        var options = call.writeOptions("PatchOptions");
        var made = new AtomicBoolean();
        var object = call.storedObjects().patch(ReplaceEndpoint.targetOf(call, type), patch, options,
                () -> made.set(true));
        ResponseWriter.writeObject(call, made.get() ? 201 : 200, type, object);
    }

    /** Reads the patch of a request. */
    public static RawPatch readPatch(ApiCall call, ResourceType type) throws IOException, ApiError {
        var kind = patchKind(call, type);
        boolean force = call.queryParameters().isTrue("force");
        checkOptions(call, kind);
        var body = ClientBody.readTree(call.readBody(), kind == RawPatch.PatchKind.APPLY);
        if (kind == RawPatch.PatchKind.JSON && !body.isArray()) {
            throw ApiError.badRequest("error decoding patch: json: cannot unmarshal "
                    + (body.isObject() ? "object" : body.getNodeType().name().toLowerCase(Locale.ROOT))
                    + " into Go value of type []handlers.jsonPatchOp");
        }
        if (kind != RawPatch.PatchKind.JSON && !body.isObject()) {
            throw ApiError.badRequest(
                    "error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}");
        }
        return new RawPatch(kind, body, force);
    }

    private static RawPatch.PatchKind patchKind(ApiCall call, ResourceType type) throws ApiError {
        var sent = mediaType(call.headerValue("Content-Type"));
        var accepted = new ArrayList<String>();
        for (var kind : RawPatch.PatchKind.values()) {
            if (kind == RawPatch.PatchKind.STRATEGIC && type.traits().isCustom()) {
                continue;
            }
            if (kind.mediaType().equals(sent)) {
                return kind;
            }
            accepted.add(kind.mediaType());
        }
        if (sent.equals(RawPatch.PatchKind.STRATEGIC.mediaType())) {
            throw ClientBody.unsupportedMediaType(accepted);
        }
        throw ApiError.withReason(415, "UnsupportedMediaType", "415: Unsupported Media Type");
    }

    private static String mediaType(@Nullable String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private static void checkOptions(ApiCall call, RawPatch.PatchKind kind) throws ApiError {
        var causes = new ArrayList<Cause>();
        if (kind == RawPatch.PatchKind.APPLY && call.queryParameters().firstValue("fieldManager", "").isEmpty()) {
            causes.add(new Cause("FieldValueRequired", "Required value: is required for apply patch", "fieldManager"));
        }
        if (kind != RawPatch.PatchKind.APPLY && call.queryParameters().firstValue("force") != null) {
            causes.add(
                    new Cause("FieldValueForbidden", "Forbidden: may not be specified for non-apply patch", "force"));
        }
        if (!causes.isEmpty()) {
            throw ApiError.invalid(new ErrorSubject("meta.k8s.io", "PatchOptions", ""), List.copyOf(causes));
        }
    }
}
