package tessera.demo.admission.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import tessera.demo.object.ApiError;
import tessera.demo.patch.JsonPatch;
import tessera.demo.patch.MergePatcher;
import tessera.demo.patch.StrategicMergePatch;
import tessera.demo.patch.schema.KindSchema;

/** A patch of a stored object, in one of three formats. */
public sealed interface PatchBody {

    /** A {@code application/json-patch+json} patch. */
    record JsonPatchBody(JsonNode operations) implements PatchBody {}

    /** A {@code application/merge-patch+json} patch. */
    record MergePatchBody(JsonNode fields) implements PatchBody {}

    /** A {@code application/strategic-merge-patch+json} patch; not for custom resources. */
    record StrategicPatchBody(JsonNode fields) implements PatchBody {}

    /** Returns the patched object, not yet decoded. */
    default ObjectNode apply(KindSchema kind, ObjectNode stored) throws ApiError {
        JsonNode result = switch (this) {
            case JsonPatchBody(var operations) -> JsonPatch.apply(stored, operations);
            case MergePatchBody(var fields) -> MergePatcher.apply(stored, fields);
            case StrategicPatchBody(var fields) -> {
                if (!(fields instanceof ObjectNode patch)) {
                    throw ApiError.badRequest("error decoding patch: json: cannot unmarshal "
                            + fields.getNodeType().name().toLowerCase(Locale.ROOT)
                            + " into Go value of type map[string]interface {}");
                }
                yield StrategicMergePatch.apply(kind, stored, patch);
            }
        };
        if (result instanceof ObjectNode object) {
            return object;
        }
        throw ApiError.badRequest("the patched object is no object");
    }
}
