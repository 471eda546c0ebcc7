package tessera.demo.admission.decoding;

import java.util.List;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;

/** The treatment of unknown and duplicate fields: {@code fieldValidation=…}. */
public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT;

    private static final int MOST_WARNINGS = 100;

    /**
     * Returns the problems as warnings, drops them, or refuses the object.
     *
     * @param problems as {@link DecodedObject#unknownFields()} and {@link DuplicateFieldFinder} tell them
     * @return texts for {@code Warning} headers
     * @throws ApiError 400 when nothing may be wrong
     */
    public List<String> judgeProblems(KindSchema kind, List<String> problems) throws ApiError {
        if (problems.isEmpty() || this == IGNORE) {
            return List.of();
        }
        if (this == STRICT) {
            throw ObjectDecoder.cannotBeHandled(kind, "strict decoding error: " + String.join(", ", problems));
        }
        return problems.stream().limit(MOST_WARNINGS).toList();
    }
}
