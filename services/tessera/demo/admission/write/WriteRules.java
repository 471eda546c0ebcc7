package tessera.demo.admission.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.JsonTrees;
import tessera.demo.admission.decoding.DecodedObject;
import tessera.demo.admission.decoding.ObjectDecoder;
import tessera.demo.admission.defaulting.DefaultValues;
import tessera.demo.admission.lifecycle.InitialMetadata;
import tessera.demo.admission.lifecycle.ObjectPreparation;
import tessera.demo.admission.lifecycle.ObjectUpdate;
import tessera.demo.admission.mutation.MutatingAdmission;
import tessera.demo.admission.quota.LimitRangeValidation;
import tessera.demo.admission.quota.QuotaAdmission;
import tessera.demo.admission.security.PodSecurity;
import tessera.demo.admission.validation.ObjectValidator;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.JsonValues;
import tessera.demo.patch.ownership.FieldWriter;
import tessera.demo.patch.ownership.ManagedFields;
import tessera.demo.patch.ownership.ServerSideApply;

/**
 * The write pipeline of the API server: what an object becomes, or why it is refused. Nothing is stored and nothing given is changed; a dry run is
 * the same call whose result is thrown away.
 *
 * <p>The order is that of a real server: decode, defaults, ownership, mutating admission, preparation, validation,
 * limit ranges, quotas.
 */
public final class WriteRules {

    private final AdmissionLookup lookup;
    private final CustomKindRules customKinds;
    private final MutatingAdmission mutation;

    public WriteRules(AdmissionLookup lookup, CustomKindRules customKinds) {
        this.lookup = lookup;
        this.customKinds = customKinds;
        this.mutation = new MutatingAdmission(lookup);
    }

    /**
     * Creates an object.
     *
     * @param duplicates what {@link tessera.demo.admission.decoding.DuplicateFieldFinder} found in the text of the body
     */
    public WriteOutcome create(WriteRequest request, ObjectNode body, List<String> duplicates, InitialMetadata birth)
            throws ApiError {
        var decoded = ObjectDecoder.decode(request.kind(), body);
        var problems = new ArrayList<>(duplicates);
        problems.addAll(decoded.unknownFields());
        var warnings = request.validation().judgeProblems(request.kind(), problems);
        var wanted = withDefaults(request,
                ObjectPreparation.clearServerFields(fillNameFromRequest(request, decoded.object())));
        return admitNew(request,
                ManagedFields.afterUpdate(request.kind(), null, wanted, fieldWriter(request, birth.at())),
                warnings,
                birth);
    }

    /** Replaces the stored object. */
    public WriteOutcome update(WriteRequest request, ObjectNode stored, ObjectNode body, List<String> duplicates,
            Instant at)
            throws ApiError {
        var decoded = ObjectDecoder.decode(request.kind(), body);
        var problems = new ArrayList<>(duplicates);
        problems.addAll(decoded.unknownFields());
        var warnings = request.validation().judgeProblems(request.kind(), problems);
        var wanted = fillNameFromRequest(request, decoded.object());
        if (request.kind().custom() && resourceVersion(wanted).isEmpty()) {
            throw ApiError.invalid(request.kind().resourceSubject(request.name()),
                    List.of(new Cause("FieldValueInvalid",
                            "Invalid value: 0: must be specified for an update", "metadata.resourceVersion")));
        }
        return updateDecoded(request, stored, wanted, warnings, at);
    }

    /** Patches the stored object. */
    public WriteOutcome patch(WriteRequest request, ObjectNode stored, PatchBody patch, Instant at) throws ApiError {
        var patched = patch.apply(request.kind(), stored);
        DecodedObject decoded;
        List<String> warnings;
        try {
            decoded = ObjectDecoder.decode(request.kind(), patched);
            warnings = request.validation().judgeProblems(request.kind(), decoded.unknownFields());
        } catch (ApiError e) {
            throw undecodablePatch(request, patched, e);
        }
        return updateDecoded(request, stored, fillNameFromRequest(request, decoded.object()), warnings, at);
    }

    /**
     * Applies an object by server-side apply.
     *
     * @param stored null when there is no such object yet
     * @param birth  for an object that is created; its time is that of the request
     */
    public WriteOutcome apply(
            WriteRequest request, @Nullable ObjectNode stored, ObjectNode applied, boolean force, InitialMetadata birth)
            throws ApiError {
        var kind = request.kind();
        checkName(request, applied);
        var merged = ServerSideApply.apply(kind, stored, applied, fieldWriter(request, birth.at()), force);
        var decoded = ObjectDecoder.decode(kind, merged).object();
        var wanted = withDefaults(request, fillNameFromRequest(request, decoded));
        return stored == null ? admitNew(request, wanted, List.of(), birth)
                : updateOwned(request, stored, wanted, List.of(), birth.at());
    }

    private static FieldWriter fieldWriter(WriteRequest request, Instant at) {
        return new FieldWriter(request.fieldManager(), request.subresource(), at);
    }

    private ObjectNode withDefaults(WriteRequest request, ObjectNode object) {
        return request.kind().custom() ? customKinds.withDefaults(request.kind(), object)
                : DefaultValues.apply(request.kind(), object);
    }

    /** Fills in the name and namespace of the request where the body has none. */
    private static ObjectNode fillNameFromRequest(WriteRequest request, ObjectNode object) throws ApiError {
        checkName(request, object);
        var metadata = JsonTrees.shallowCopy(object.path("metadata"));
        if (request.kind().namespaced()) {
            if (!metadata.path("namespace").asText(request.namespace()).equals(request.namespace())) {
                throw ApiError.badRequest(
                        "the namespace of the provided object does not match the namespace sent on the request");
            }
            metadata.put("namespace", request.namespace());
        }
        if (!request.name().isEmpty()) {
            metadata.put("name", request.name());
        }
        return JsonTrees.shallowCopy(object).set("metadata", metadata);
    }

    private static void checkName(WriteRequest request, JsonNode object) throws ApiError {
        var name = object.path("metadata").path("name").asText();
        if (!request.name().isEmpty() && !name.isEmpty() && !name.equals(request.name())) {
            throw ApiError.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                    .formatted(name, request.name()));
        }
    }

    private WriteOutcome admitNew(WriteRequest request, ObjectNode wanted, List<String> warnings, InitialMetadata birth)
            throws ApiError {
        var kind = request.kind();
        var admitted = mutation.mutateNew(kind, wanted, birth.suffix());
        var object = ObjectPreparation.prepareNew(kind, admitted, birth);
        refuseInvalid(request, object, ObjectValidator.validate(kind, object, null), null);
        checkPodSecurity(request, object);
        LimitRangeValidation.check(kind, object, lookup.list("LimitRange", request.namespace()));
        return new WriteOutcome(object, true, warnings, chargeQuotas(request, object, null, birth.at()));
    }

    private void checkPodSecurity(WriteRequest request, ObjectNode object) throws ApiError {
        if (request.kind().kind().equals("Pod")) {
            var refusal = lookup.find("Namespace", "", request.namespace())
                    .map(namespace -> PodSecurity.refusalText(object, namespace)).orElse("");
            if (!refusal.isEmpty()) {
                throw ApiError.forbidden(request.kind().resourceSubject(object.path("metadata").path("name").asText()),
                        refusal);
            }
        }
    }

    private WriteOutcome updateDecoded(
            WriteRequest request, ObjectNode stored, ObjectNode decoded, List<String> warnings, Instant at)
            throws ApiError {
        var wanted = withDefaults(request, decoded);
        var owned = ManagedFields.afterUpdate(request.kind(), stored, wanted, fieldWriter(request, at));
        return updateOwned(request, stored, owned, warnings, at);
    }

    private WriteOutcome updateOwned(
            WriteRequest request, ObjectNode stored, ObjectNode wanted, List<String> warnings, Instant at)
            throws ApiError {
        var kind = request.kind();
        checkVersion(request, stored, wanted);
        boolean status = request.subresource().equals("status");
        var object = status
                ? ObjectUpdate.updateStatus(kind, stored, wanted)
                : ObjectUpdate.updateObject(kind, stored, mutateUpdate(request, stored, wanted));
        JsonTrees.childObject(object, "metadata").set("resourceVersion",
                stored.path("metadata").path("resourceVersion"));
        refuseInvalid(request, object, switch (request.subresource()) {
            case "status" -> ObjectValidator.validateStatus(kind, object, stored);
            case "resize" -> ObjectValidator.validateResize(object, stored);
            default -> ObjectValidator.validate(kind, object, stored);
        }, stored);
        var charged = status ? List.<ObjectNode>of() : chargeQuotas(request, object, stored, at);
        return new WriteOutcome(object, !JsonValues.areEqual(object, stored), warnings, charged);
    }

    private ObjectNode mutateUpdate(WriteRequest request, ObjectNode stored, ObjectNode wanted) {
        return request.subresource().isEmpty() ? mutation.mutateUpdate(request.kind(), stored, wanted) : wanted;
    }

    private void refuseInvalid(WriteRequest request, ObjectNode object, List<Cause> causes, @Nullable ObjectNode old)
            throws ApiError {
        var all = new ArrayList<>(causes);
        if (request.kind().custom()) {
            all.addAll(customKinds.validate(request.kind(), object, old));
        }
        ObjectValidator.refuseInvalid(request.kind(), object, all);
    }

    private List<ObjectNode> chargeQuotas(WriteRequest request, ObjectNode object, @Nullable ObjectNode old, Instant at)
            throws ApiError {
        var kind = request.kind();
        boolean counted = kind.namespaced() && !kind.kind().equals("Event") && !kind.kind().equals("Lease");
        return counted
                ? QuotaAdmission.chargeQuotas(kind, object, old, lookup.list("ResourceQuota", request.namespace()), at)
                : List.of();
    }

    private static String resourceVersion(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }

    private static void checkVersion(WriteRequest request, ObjectNode stored, ObjectNode wanted) throws ApiError {
        if (!resourceVersion(wanted).isEmpty() && !resourceVersion(wanted).equals(resourceVersion(stored))) {
            throw ApiError.conflict(request.kind().resourceSubject(request.name()),
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
    }

    /** Returns the refusal of a patch whose result is not an object of the kind; the message holds the whole result. */
    private static ApiError undecodablePatch(WriteRequest request, ObjectNode patched, ApiError why) {
        var prefix = ObjectDecoder.cannotBeHandled(request.kind(), "").statusBody().path("message").asText();
        var message = why.statusBody().path("message").asText();
        var reason = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        return ApiError.invalid(new ApiError.ErrorSubject("", "", ""), List.of(new Cause("FieldValueInvalid",
                "Invalid value: %s: %s".formatted(JsonTrees.newObject().textNode(patched.toString()), reason),
                "patch")));
    }
}
