package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A change as it was sent.
 *
 * @param force whether an apply takes fields from other owners
 */
public record RawPatch(PatchKind kind, JsonNode body, boolean force) {

    /** The languages patches are written in. */
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

    public static RawPatch merge(JsonNode body) {
        return new RawPatch(PatchKind.MERGE, body, false);
    }

    /** As the rules know it; not for an apply. */
    public tessera.demo.admission.write.PatchBody plain() {
        return switch (kind) {
            case JSON -> new tessera.demo.admission.write.PatchBody.JsonPatchBody(body);
            case MERGE -> new tessera.demo.admission.write.PatchBody.Merge(body);
            case STRATEGIC -> new tessera.demo.admission.write.PatchBody.Strategic(body);
            case APPLY -> throw new IllegalStateException("an apply is no plain patch");
        };
    }
}
