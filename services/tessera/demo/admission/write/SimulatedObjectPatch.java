package tessera.demo.admission.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.JsonMergePatchApplier;
import tessera.demo.patch.JsonPatchApplier;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.patch.InvalidPatchException;
import tessera.kube.patch.StrategicMergePatch;
import tessera.kube.schema.KindTable;

/** A patch of a stored object, in one of three formats. */
public sealed interface SimulatedObjectPatch {

    /** A {@code application/json-patch+json} patch. */
    record JsonPatchBody(JsonNode operations) implements SimulatedObjectPatch {}

    /** A {@code application/merge-patch+json} patch. */
    record MergePatchBody(JsonNode fields) implements SimulatedObjectPatch {}

    /** A {@code application/strategic-merge-patch+json} patch; not for custom resources. */
    record StrategicPatchBody(JsonNode fields) implements SimulatedObjectPatch {}

    /** Returns the patched object, not yet decoded. */
    default ObjectNode apply(SimulatedKindSchema kind, ObjectNode stored) throws SimulatedApiException {
        JsonNode result = switch (this) {
            case JsonPatchBody(var operations) -> JsonPatchApplier.apply(stored, operations);
            case MergePatchBody(var fields) -> JsonMergePatchApplier.apply(stored, fields);
            case StrategicPatchBody(var fields) -> {
                if (!(fields instanceof ObjectNode patch)) {
                    throw SimulatedApiException.badRequest("error decoding patch: json: cannot unmarshal "
                            + fields.getNodeType().name().toLowerCase(Locale.ROOT)
                            + " into Go value of type map[string]interface {}");
                }
                yield applyStrategic(kind, stored, patch);
            }
        };
        if (result instanceof ObjectNode object) {
            return object;
        }
        throw SimulatedApiException.badRequest("the patched object is no object");
    }

    private static ObjectNode applyStrategic(SimulatedKindSchema kind, ObjectNode stored, ObjectNode patch)
            throws SimulatedApiException {
        try {
            return StrategicMergePatch.apply(KindTable.builtIn(), kind.kind(), stored, patch);
        } catch (InvalidPatchException e) {
            throw e.isInternalError() ? SimulatedApiException.internalError(e.reason())
                    : SimulatedApiException.badRequest(e.reason());
        }
    }
}
