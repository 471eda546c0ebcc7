package tessera.demo.admission.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import tessera.demo.object.ApiError;
import tessera.demo.patch.JsonPatch;
import tessera.demo.patch.MergePatcher;
import tessera.demo.patch.StrategicMergePatch;
import tessera.demo.patch.schema.KindSchema;

/** A change of a stored object, in one of the three forms. */
public sealed interface PatchBody {

    /** {@code application/json-patch+json}. */
    record JsonPatchBody(JsonNode operations) implements PatchBody {}

    /** {@code application/merge-patch+json}. */
    record Merge(JsonNode fields) implements PatchBody {}

    /** {@code application/strategic-merge-patch+json}; not for custom resources. */
    record Strategic(JsonNode fields) implements PatchBody {}

    /** The patched object, not yet decoded. */
    default ObjectNode apply(KindSchema kind, ObjectNode stored) throws ApiError {
        JsonNode result = switch (this) {
            case JsonPatchBody(var operations) -> JsonPatch.apply(stored, operations);
            case Merge(var fields) -> MergePatcher.apply(stored, fields);
            case Strategic(var fields) -> {
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
