package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.ownership.FieldManagerIdentity;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.patch.ownership.SimulatedServerSideApply;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quota.LimitRangeConstraint;
import tessera.kube.quota.LimitRangeConstraint.LimitRangeViolation;
import tessera.kube.schema.FieldViolation;

/**
 * The write pipeline of the API server: what an object becomes, or why it is refused. Nothing is stored and nothing given is changed; a dry run is
 * the same call whose result is thrown away.
 *
 * <p>The order is that of a real server: decode, defaults, ownership, mutating admission, preparation, validation,
 * limit ranges, quotas.
 */
public final class SimulatedApiWritePipeline {

    private final SimulatedClusterObjectLookup lookup;
    private final SimulatedCrdSchemaRules customKinds;
    private final SimulatedMutatingAdmission mutation;

    public SimulatedApiWritePipeline(SimulatedClusterObjectLookup lookup, SimulatedCrdSchemaRules customKinds) {
        this.lookup = lookup;
        this.customKinds = customKinds;
        this.mutation = new SimulatedMutatingAdmission(lookup);
    }

    /**
     * Creates an object.
     *
     * @param duplicates messages on fields that are twice in the text of the body
     */
    public SimulatedWriteResult create(SimulatedApiWriteRequest request, ObjectNode body, List<String> duplicates,
            SimulatedServerGeneratedMetadata birth) throws SimulatedApiException {
        var decoded = SimulatedRequestBodyDecoder.decode(request.kind(), body);
        var warnings = request.validation().judgeProblems(request.kind(),
                Stream.concat(duplicates.stream(), decoded.unknownFields().stream()).toList());
        var wanted = withDefaults(request,
                SimulatedServerFieldWriter.clearServerFields(fillNameFromRequest(request, decoded.object())));
        return admitNew(request, SimulatedNonApplyManagedFieldsUpdater.afterUpdate(request.kind(), null, wanted,
                fieldWriter(request, birth.at())), warnings, birth);
    }

    /** Replaces the stored object. */
    public SimulatedWriteResult update(SimulatedApiWriteRequest request, ObjectNode stored, ObjectNode body,
            List<String> duplicates, Instant at) throws SimulatedApiException {
        var decoded = SimulatedRequestBodyDecoder.decode(request.kind(), body);
        var warnings = request.validation().judgeProblems(request.kind(),
                Stream.concat(duplicates.stream(), decoded.unknownFields().stream()).toList());
        var wanted = fillNameFromRequest(request, decoded.object());
        if (request.kind().custom() && resourceVersion(wanted).isEmpty()) {
            throw SimulatedApiException.invalid(request.kind().resourceSubject(request.name()), FieldViolation
                    .invalid("metadata.resourceVersion", IntNode.valueOf(0), "must be specified for an update"));
        }
        return updateDecoded(request, stored, wanted, warnings, at);
    }

    /** Patches the stored object. */
    public SimulatedWriteResult patch(SimulatedApiWriteRequest request, ObjectNode stored, SimulatedObjectPatch patch,
            Instant at) throws SimulatedApiException {
        var patched = patch.apply(request.kind(), stored);
        SimulatedDecodedRequestBody decoded;
        List<String> warnings;
        try {
            decoded = SimulatedRequestBodyDecoder.decode(request.kind(), patched);
            warnings = request.validation().judgeProblems(request.kind(), decoded.unknownFields());
        } catch (SimulatedApiException e) {
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
    public SimulatedWriteResult apply(SimulatedApiWriteRequest request, @Nullable ObjectNode stored, ObjectNode applied,
            boolean force, SimulatedServerGeneratedMetadata birth) throws SimulatedApiException {
        var kind = request.kind();
        checkName(request, applied);
        var merged = SimulatedServerSideApply.apply(kind, stored, applied, fieldWriter(request, birth.at()), force);
        var decoded = SimulatedRequestBodyDecoder.decode(kind, merged).object();
        var wanted = withDefaults(request, fillNameFromRequest(request, decoded));
        if (stored == null) {
            return admitNew(request, wanted, List.of(), birth);
        }
        return updateOwned(request, stored, wanted, List.of(), birth.at());
    }

    private static FieldManagerIdentity fieldWriter(SimulatedApiWriteRequest request, Instant at) {
        return new FieldManagerIdentity(request.fieldManager(), request.subresource(), at);
    }

    private ObjectNode withDefaults(SimulatedApiWriteRequest request, ObjectNode object) {
        if (request.kind().custom()) {
            return customKinds.withDefaults(request.kind(), object);
        }
        return SimulatedObjectDefaulter.apply(request.kind(), object);
    }

    /** Fills in the name and namespace of the request where the body has none. */
    private static ObjectNode fillNameFromRequest(SimulatedApiWriteRequest request, ObjectNode object)
            throws SimulatedApiException {
        checkName(request, object);
        var metadata = JsonTreeOperations.shallowCopy(object.path("metadata"));
        if (request.kind().namespaced()) {
            if (!metadata.path("namespace").asText(request.namespace()).equals(request.namespace())) {
                throw SimulatedApiException.badRequest(
                        "the namespace of the provided object does not match the namespace sent on the request");
            }
            metadata.put("namespace", request.namespace());
        }
        if (!request.name().isEmpty()) {
            metadata.put("name", request.name());
        }
        return JsonTreeOperations.shallowCopy(object).set("metadata", metadata);
    }

    private static void checkName(SimulatedApiWriteRequest request, JsonNode object) throws SimulatedApiException {
        var name = SimulatedMetadata.nameOf(object);
        if (!request.name().isEmpty() && !name.isEmpty() && !name.equals(request.name())) {
            throw SimulatedApiException.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                    .formatted(name, request.name()));
        }
    }

    private SimulatedWriteResult admitNew(SimulatedApiWriteRequest request, ObjectNode wanted, List<String> warnings,
            SimulatedServerGeneratedMetadata birth) throws SimulatedApiException {
        var kind = request.kind();
        var admitted = mutation.mutateNew(kind, wanted, birth.suffix());
        var object = SimulatedServerFieldWriter.prepareNew(kind, admitted, birth);
        refuseInvalid(request, object, SimulatedObjectValidator.validate(kind, object, null), null);
        checkPodSecurity(request, object);
        checkLimitRanges(request, object);
        return new SimulatedWriteResult(object, true, warnings, chargeQuotas(request, object, null, birth.at()));
    }

    /** Refuses a new object with the violations of the first range that it breaks. */
    private void checkLimitRanges(SimulatedApiWriteRequest request, ObjectNode object) throws SimulatedApiException {
        for (var range : lookup.list("LimitRange", request.namespace())) {
            var violations = LimitRangeConstraint.violationsOf(range, request.kind().kind(), object).stream()
                    .map(LimitRangeViolation::message).toList();
            if (!violations.isEmpty()) {
                throw SimulatedApiException.forbidden(request.kind().resourceSubject(SimulatedMetadata.nameOf(object)),
                        violations.size() == 1 ? violations.getFirst() : "[" + String.join(", ", violations) + "]");
            }
        }
    }

    private void checkPodSecurity(SimulatedApiWriteRequest request, ObjectNode object) throws SimulatedApiException {
        if (request.kind().kind().equals("Pod")) {
            var refusal = lookup.find("Namespace", "", request.namespace())
                    .map(namespace -> SimulatedPodSecurityAdmission.refusalText(object, namespace)).orElse("");
            if (!refusal.isEmpty()) {
                throw SimulatedApiException.forbidden(request.kind().resourceSubject(SimulatedMetadata.nameOf(object)),
                        refusal);
            }
        }
    }

    private SimulatedWriteResult updateDecoded(SimulatedApiWriteRequest request, ObjectNode stored, ObjectNode decoded,
            List<String> warnings, Instant at) throws SimulatedApiException {
        var wanted = withDefaults(request, decoded);
        var owned = SimulatedNonApplyManagedFieldsUpdater.afterUpdate(request.kind(), stored, wanted,
                fieldWriter(request, at));
        return updateOwned(request, stored, owned, warnings, at);
    }

    private SimulatedWriteResult updateOwned(SimulatedApiWriteRequest request, ObjectNode stored, ObjectNode wanted,
            List<String> warnings, Instant at) throws SimulatedApiException {
        var kind = request.kind();
        checkVersion(request, stored, wanted);
        boolean status = request.subresource().equals("status");
        var object = status ? SimulatedImmutableFieldResetter.updateStatus(kind, stored, wanted)
                : SimulatedImmutableFieldResetter.updateObject(kind, stored,
                        mutation.mutateUpdate(kind, stored, wanted));
        object.withObjectProperty("metadata").set("resourceVersion", stored.path("metadata").path("resourceVersion"));
        refuseInvalid(request, object, status ? SimulatedObjectValidator.validateStatus(kind, object, stored)
                : SimulatedObjectValidator.validate(kind, object, stored), stored);
        var charged = status ? List.<ObjectNode>of() : chargeQuotas(request, object, stored, at);
        return new SimulatedWriteResult(object, !SimulatedStoreJsonCodec.areEqual(object, stored), warnings, charged);
    }

    private void refuseInvalid(SimulatedApiWriteRequest request, ObjectNode object, List<StatusCause> causes,
            @Nullable ObjectNode old) throws SimulatedApiException {
        var all = new ArrayList<>(causes);
        if (request.kind().custom()) {
            all.addAll(customKinds.validate(request.kind(), object, old));
        }
        SimulatedObjectValidator.refuseInvalid(request.kind(), object, all);
    }

    private List<ObjectNode> chargeQuotas(SimulatedApiWriteRequest request, ObjectNode object, @Nullable ObjectNode old,
            Instant at) throws SimulatedApiException {
        var kind = request.kind();
        boolean counted = kind.namespaced() && !kind.kind().equals("Event") && !kind.kind().equals("Lease");
        if (counted) {
            return SimulatedQuotaAdmission.chargeQuotas(kind, object, old,
                    lookup.list("ResourceQuota", request.namespace()), at);
        }
        return List.of();
    }

    private static String resourceVersion(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }

    private static void checkVersion(SimulatedApiWriteRequest request, ObjectNode stored, ObjectNode wanted)
            throws SimulatedApiException {
        if (!resourceVersion(wanted).isEmpty() && !resourceVersion(wanted).equals(resourceVersion(stored))) {
            throw SimulatedApiException.conflict(request.kind().resourceSubject(request.name()),
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
    }

    /** Returns the refusal of a patch whose result is not an object of the kind; the message holds the whole result. */
    private static SimulatedApiException undecodablePatch(SimulatedApiWriteRequest request, ObjectNode patched,
            SimulatedApiException apiError) {
        var prefix = SimulatedRequestBodyDecoder.cannotBeHandled(request.kind(), "").statusBody().path("message")
                .asText();
        var message = apiError.statusBody().path("message").asText();
        var reason = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        return SimulatedApiException.invalid(new SimulatedApiException.ErrorSubject("", "", ""),
                FieldViolation.invalid("patch", TextNode.valueOf(patched.toString()), reason));
    }
}
