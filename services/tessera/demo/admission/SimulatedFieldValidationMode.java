package tessera.demo.admission;

import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The treatment of unknown and duplicate fields: {@code fieldValidation=…}. */
public enum SimulatedFieldValidationMode {
    IGNORE,
    WARN,
    STRICT;

    private static final int MOST_WARNINGS = 100;

    /**
     * Returns the problems as warnings, drops them, or refuses the object.
     *
     * @param problems unknown fields and fields that are there twice, as {@link SimulatedDecodedRequestBody#unknownFields()} tells them
     * @return texts for {@code Warning} headers
     * @throws SimulatedApiException 400 when nothing may be wrong
     */
    public List<String> judgeProblems(SimulatedKindSchema kind, List<String> problems) throws SimulatedApiException {
        if (problems.isEmpty() || this == IGNORE) {
            return List.of();
        }
        if (this == STRICT) {
            throw SimulatedRequestBodyDecoder.cannotBeHandled(kind,
                    "strict decoding error: " + String.join(", ", problems));
        }
        return problems.stream().limit(MOST_WARNINGS).toList();
    }
}
