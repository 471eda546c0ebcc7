package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.yaml.ReadableYamlMapperFactory;

/** Writer of objects as YAML for people. */
public final class ObjectYamlWriter {

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final List<String> FIRST = List.of("apiVersion", "kind", "metadata");

    private ObjectYamlWriter() {}

    /**
     * Returns an object as YAML. What a Secret holds is hidden.
     *
     * @param managed whether to show who manages which field
     */
    public static String toYaml(JsonNode object, boolean managed) throws ProblemException {
        if (!(object instanceof ObjectNode whole)) {
            throw new ProblemException(OperationProblemKind.GARBLED, new ApiObjectReason.ObjectMalformed());
        }
        if (!managed && whole.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        if (whole.path("kind").asText().equals("Secret")) {
            hideSecretData(whole);
        }
        var ordered = whole.objectNode();
        FIRST.stream().filter(whole::has).forEach(key -> ordered.set(key, whole.get(key)));
        whole.properties().forEach(entry -> ordered.putIfAbsent(entry.getKey(), entry.getValue()));
        try {
            return ReadableYamlMapperFactory.mapper().writeValueAsString(ordered);
        } catch (JsonProcessingException e) {
            throw new ProblemException(OperationProblemKind.UNEXPECTED, new ApiObjectReason.YamlConversionFailed(), e);
        }
    }

    private static void hideSecretData(ObjectNode secret) {
        for (var part : List.of("data", "stringData")) {
            if (secret.path(part) instanceof ObjectNode data) {
                data.properties().forEach(entry -> entry
                        .setValue(data.textNode("(hidden, " + byteCount(entry.getValue().asText(), part) + " bytes)")));
            }
        }
        if (secret.path("metadata").path("annotations") instanceof ObjectNode notes && notes.has(LAST_APPLIED)) {
            // kubectl keeps the whole object there, its data included.
            notes.put(LAST_APPLIED, "(hidden)");
        }
    }

    private static int byteCount(String value, String part) {
        try {
            return part.equals("data") ? Base64.getDecoder().decode(value).length : value.length();
        } catch (IllegalArgumentException _) {
            return value.length();
        }
    }
}
