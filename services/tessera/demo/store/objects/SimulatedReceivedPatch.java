package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A patch as it was sent.
 *
 * @param force whether an apply takes fields from other owners
 */
public record SimulatedReceivedPatch(PatchKind kind, JsonNode body, boolean force) {

    /** The kinds of patches. */
    public enum PatchKind {
        JSON("application/json-patch+json"),
        MERGE("application/merge-patch+json"),
        STRATEGIC(
                "application/strategic-merge-patch+json"),
        APPLY("application/apply-patch+yaml");

        private final String mediaType;

        PatchKind(String mediaType) {
            this.mediaType = mediaType;
        }

        public String mediaType() {
            return mediaType;
        }
    }

    /** Returns the patch in the form of the write rules; fails for an apply. */
    public tessera.demo.admission.write.SimulatedObjectPatch toPatchBody() {
        return switch (kind) {
            case JSON -> new tessera.demo.admission.write.SimulatedObjectPatch.JsonPatchBody(body);
            case MERGE -> new tessera.demo.admission.write.SimulatedObjectPatch.MergePatchBody(body);
            case STRATEGIC -> new tessera.demo.admission.write.SimulatedObjectPatch.StrategicPatchBody(body);
            case APPLY -> throw new IllegalStateException("an apply is no plain patch");
        };
    }
}
