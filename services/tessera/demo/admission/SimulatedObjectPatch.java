package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.JsonMergePatchApplier;
import tessera.demo.patch.JsonPatchApplier;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.patch.InvalidPatchException;
import tessera.kube.patch.StrategicMergePatch;
import tessera.kube.schema.KindTable;

/**
 * A patch of a stored object, as it was sent.
 *
 * @param force whether an apply takes fields from other owners
 */
public record SimulatedObjectPatch(PatchKind kind, JsonNode body, boolean force) {

    /** The kinds of patches. */
    public enum PatchKind {
        JSON("application/json-patch+json"),
        MERGE("application/merge-patch+json"),
        STRATEGIC("application/strategic-merge-patch+json"),
        APPLY("application/apply-patch+yaml");

        private final String mediaType;

        PatchKind(String mediaType) {
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    /** Returns a patch that is no apply. */
    public static SimulatedObjectPatch of(PatchKind kind, JsonNode body) {
        return new SimulatedObjectPatch(kind, body, false);
    }

    /** Returns the patched object, not yet decoded. An apply has more to say than that. */
    public ObjectNode apply(SimulatedKindSchema schema, ObjectNode stored) throws SimulatedApiException {
        JsonNode result = switch (kind) {
            case JSON -> JsonPatchApplier.apply(stored, body);
            case MERGE -> JsonMergePatchApplier.apply(stored, body);
            case STRATEGIC -> applyStrategic(schema, stored);
            case APPLY -> throw new IllegalStateException("an apply is no plain patch");
        };
        if (result instanceof ObjectNode object) {
            return object;
        }
        throw SimulatedApiException.badRequest("the patched object is no object");
    }

    private ObjectNode applyStrategic(SimulatedKindSchema schema, ObjectNode stored) throws SimulatedApiException {
        try {
            return StrategicMergePatch.apply(KindTable.builtIn(), schema.kind(), stored, (ObjectNode) body);
        } catch (InvalidPatchException e) {
            throw e.isInternalError() ? SimulatedApiException.internalError(e.reason())
                    : SimulatedApiException.badRequest(e.reason());
        }
    }
}
