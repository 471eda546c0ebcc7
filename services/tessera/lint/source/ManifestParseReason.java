package tessera.lint.source;

import tessera.text.Reason;

/** Why a manifest is not one object. */
sealed interface ManifestParseReason extends Reason {

    record AmbiguousManifest() implements ManifestParseReason {}

    record SeveralDocuments(int documents) implements ManifestParseReason {}

    record RepeatedKey(int line, String key) implements ManifestParseReason {}

    record UnreadableManifest() implements ManifestParseReason {}

    record UnreadableLine(int line, Reason problem) implements ManifestParseReason {}
}
