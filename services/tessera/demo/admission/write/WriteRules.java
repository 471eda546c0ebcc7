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
import tessera.demo.admission.quota.LimitCheck;
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
 * What becomes of an object that a client wants to write. Nothing is stored and nothing given is changed; a dry run is
 * the same call whose result is thrown away.
 *
 * <p>The order is that of a real server: decode, defaults, ownership, mutating admission, preparation, validation,
 * limit ranges, quotas.
 */
public final class WriteRules {

    private final AdmissionLookup lookup;
    private final CustomKinds customKinds;
    private final MutatingAdmission mutation;

    public WriteRules(AdmissionLookup lookup, CustomKinds customKinds) {
        this.lookup = lookup;
        this.customKinds = customKinds;
        this.mutation = new MutatingAdmission(lookup);
    }

    /**
     * A new object.
     *
     * @param duplicates what {@link tessera.demo.admission.decoding.DuplicateFields} found in the text of the body
     */
    public WriteOutcome create(WriteRequest request, ObjectNode body, List<String> duplicates, InitialMetadata birth)
            throws ApiError {
        var decoded = ObjectDecoder.decode(request.kind(), body);
        var problems = new ArrayList<>(duplicates);
        problems.addAll(decoded.unknown());
        var warnings = request.validation().judge(request.kind(), problems);
        var wanted = withDefaults(request, ObjectPreparation.wiped(placed(request, decoded.object())));
        return born(request, ManagedFields.afterUpdate(request.kind(), null, wanted, writer(request, birth.at())),
                warnings,
                birth);
    }

    /** A whole object in place of the stored one. */
    public WriteOutcome update(WriteRequest request, ObjectNode stored, ObjectNode body, List<String> duplicates,
            Instant at)
            throws ApiError {
        var decoded = ObjectDecoder.decode(request.kind(), body);
        var problems = new ArrayList<>(duplicates);
        problems.addAll(decoded.unknown());
        var warnings = request.validation().judge(request.kind(), problems);
        var wanted = placed(request, decoded.object());
        if (request.kind().custom() && version(wanted).isEmpty()) {
            throw ApiError.invalid(request.kind().resource(request.name()), List.of(new Cause("FieldValueInvalid",
                    "Invalid value: 0: must be specified for an update", "metadata.resourceVersion")));
        }
        return changed(request, stored, wanted, warnings, at);
    }

    /** A change of the stored object. */
    public WriteOutcome patch(WriteRequest request, ObjectNode stored, PatchBody patch, Instant at) throws ApiError {
        var patched = patch.apply(request.kind(), stored);
        DecodedObject decoded;
        List<String> warnings;
        try {
            decoded = ObjectDecoder.decode(request.kind(), patched);
            warnings = request.validation().judge(request.kind(), decoded.unknown());
        } catch (ApiError e) {
            throw undecodable(request, patched, e);
        }
        return changed(request, stored, placed(request, decoded.object()), warnings, at);
    }

    /**
     * Server-side apply.
     *
     * @param stored null when there is no such object yet
     * @param birth  for an object that is created; its time is that of the request
     */
    public WriteOutcome apply(
            WriteRequest request, @Nullable ObjectNode stored, ObjectNode applied, boolean force, InitialMetadata birth)
            throws ApiError {
        var kind = request.kind();
        checkName(request, applied);
        var merged = ServerSideApply.apply(kind, stored, applied, writer(request, birth.at()), force);
        var decoded = ObjectDecoder.decode(kind, merged).object();
        var wanted = withDefaults(request, placed(request, decoded));
        return stored == null ? born(request, wanted, List.of(), birth)
                : stands(request, stored, wanted, List.of(), birth.at());
    }

    private static FieldWriter writer(WriteRequest request, Instant at) {
        return new FieldWriter(request.manager(), request.subresource(), at);
    }

    private ObjectNode withDefaults(WriteRequest request, ObjectNode object) {
        return request.kind().custom() ? customKinds.withDefaults(request.kind(), object)
                : DefaultValues.apply(request.kind(), object);
    }

    /** With the name and namespace of the address where the body has none. */
    private static ObjectNode placed(WriteRequest request, ObjectNode object) throws ApiError {
        checkName(request, object);
        var metadata = JsonTrees.copy(object.path("metadata"));
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
        return JsonTrees.copy(object).set("metadata", metadata);
    }

    private static void checkName(WriteRequest request, JsonNode object) throws ApiError {
        var name = object.path("metadata").path("name").asText();
        if (!request.name().isEmpty() && !name.isEmpty() && !name.equals(request.name())) {
            throw ApiError.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                    .formatted(name, request.name()));
        }
    }

    private WriteOutcome born(WriteRequest request, ObjectNode wanted, List<String> warnings, InitialMetadata birth)
            throws ApiError {
        var kind = request.kind();
        var admitted = mutation.create(kind, wanted, birth.suffix());
        var object = ObjectPreparation.create(kind, admitted, birth);
        refuse(request, object, ObjectValidator.check(kind, object, null), null);
        secure(request, object);
        LimitCheck.check(kind, object, lookup.list("LimitRange", request.namespace()));
        return new WriteOutcome(object, true, warnings, charge(request, object, null, birth.at()));
    }

    private void secure(WriteRequest request, ObjectNode object) throws ApiError {
        if (request.kind().kind().equals("Pod")) {
            var refusal = lookup.find("Namespace", "", request.namespace())
                    .map(namespace -> PodSecurity.refusal(object, namespace)).orElse("");
            if (!refusal.isEmpty()) {
                throw ApiError.forbidden(request.kind().resource(object.path("metadata").path("name").asText()),
                        refusal);
            }
        }
    }

    private WriteOutcome changed(
            WriteRequest request, ObjectNode stored, ObjectNode decoded, List<String> warnings, Instant at)
            throws ApiError {
        var wanted = withDefaults(request, decoded);
        var owned = ManagedFields.afterUpdate(request.kind(), stored, wanted, writer(request, at));
        return stands(request, stored, owned, warnings, at);
    }

    private WriteOutcome stands(
            WriteRequest request, ObjectNode stored, ObjectNode wanted, List<String> warnings, Instant at)
            throws ApiError {
        var kind = request.kind();
        checkVersion(request, stored, wanted);
        boolean status = request.subresource().equals("status");
        var object = status
                ? ObjectUpdate.ofStatus(kind, stored, wanted)
                : ObjectUpdate.ofObject(kind, stored, admitted(request, stored, wanted));
        JsonTrees.under(object, "metadata").set("resourceVersion", stored.path("metadata").path("resourceVersion"));
        refuse(request, object, switch (request.subresource()) {
            case "status" -> ObjectValidator.checkStatus(kind, object, stored);
            case "resize" -> ObjectValidator.checkResize(object, stored);
            default -> ObjectValidator.check(kind, object, stored);
        }, stored);
        var charged = status ? List.<ObjectNode>of() : charge(request, object, stored, at);
        return new WriteOutcome(object, !JsonValues.same(object, stored), warnings, charged);
    }

    private ObjectNode admitted(WriteRequest request, ObjectNode stored, ObjectNode wanted) {
        return request.subresource().isEmpty() ? mutation.update(request.kind(), stored, wanted) : wanted;
    }

    private void refuse(WriteRequest request, ObjectNode object, List<Cause> causes, @Nullable ObjectNode old)
            throws ApiError {
        var all = new ArrayList<>(causes);
        if (request.kind().custom()) {
            all.addAll(customKinds.check(request.kind(), object, old));
        }
        ObjectValidator.refuse(request.kind(), object, all);
    }

    private List<ObjectNode> charge(WriteRequest request, ObjectNode object, @Nullable ObjectNode old, Instant at)
            throws ApiError {
        var kind = request.kind();
        boolean counted = kind.namespaced() && !kind.kind().equals("Event") && !kind.kind().equals("Lease");
        return counted
                ? QuotaAdmission.charge(kind, object, old, lookup.list("ResourceQuota", request.namespace()), at)
                : List.of();
    }

    private static String version(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }

    private static void checkVersion(WriteRequest request, ObjectNode stored, ObjectNode wanted) throws ApiError {
        if (!version(wanted).isEmpty() && !version(wanted).equals(version(stored))) {
            throw ApiError.conflict(request.kind().resource(request.name()),
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
    }

    /** A patch whose result is no object of the kind is refused with the whole result in the message. */
    private static ApiError undecodable(WriteRequest request, ObjectNode patched, ApiError why) {
        var prefix = ObjectDecoder.cannotBeHandled(request.kind(), "").status().path("message").asText();
        var message = why.status().path("message").asText();
        var reason = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        return ApiError.invalid(new ApiError.ErrorSubject("", "", ""), List.of(new Cause("FieldValueInvalid",
                "Invalid value: %s: %s".formatted(JsonTrees.object().textNode(patched.toString()), reason), "patch")));
    }
}
