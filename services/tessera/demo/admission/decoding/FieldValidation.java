package tessera.demo.admission.decoding;

import java.util.List;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;

/** What the server does about fields it does not know and fields that are there twice: {@code fieldValidation=…}. */
public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT;

    private static final int MOST_WARNINGS = 100;

    /**
     * Judges what was found.
     *
     * @param problems as {@link DecodedObject#unknown()} and {@link DuplicateFields} tell them
     * @return texts for {@code Warning} headers
     * @throws ApiError 400 when nothing may be wrong
     */
    public List<String> judge(KindSchema kind, List<String> problems) throws ApiError {
        if (problems.isEmpty() || this == IGNORE) {
            return List.of();
        }
        if (this == STRICT) {
            throw ObjectDecoder.cannotBeHandled(kind, "strict decoding error: " + String.join(", ", problems));
        }
        return problems.stream().limit(MOST_WARNINGS).toList();
    }
}
