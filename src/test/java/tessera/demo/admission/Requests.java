package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.decoding.FieldValidation;
import tessera.demo.admission.lifecycle.InitialMetadata;
import tessera.demo.admission.write.CustomKindRules;
import tessera.demo.admission.write.PatchBody;
import tessera.demo.admission.write.WriteOutcome;
import tessera.demo.admission.write.WriteRequest;
import tessera.demo.admission.write.WriteRules;
import tessera.demo.object.ApiError;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.KindSchema;

/** Recorded requests, put to the rules as a server would. */
public final class Requests {

    private static final String TOKEN_VOLUME = "kube-api-access-";

    private final WriteRules rules;

    public Requests(World world) {
        this.rules = new WriteRules(world, CustomKindRules.NONE);
    }

    public WriteOutcome create(Recording recording) throws ApiError {
        return create(recording, List.of());
    }

    public WriteOutcome create(Recording recording, List<String> duplicates) throws ApiError {
        return create(recording, recording.object(), duplicates);
    }

    public WriteOutcome create(Recording recording, ObjectNode body, List<String> duplicates) throws ApiError {
        return rules.create(request(recording, false), body, duplicates, birth(recording));
    }

    public WriteOutcome patch(Recording recording, ObjectNode stored) throws ApiError {
        var patch = switch (recording.header("Content-Type").orElseThrow()) {
            case "application/json-patch+json" -> new PatchBody.JsonPatchBody(recording.body());
            case "application/merge-patch+json" -> new PatchBody.MergePatchBody(recording.body());
            default -> new PatchBody.StrategicPatchBody(recording.body());
        };
        return rules.patch(request(recording, true), stored, patch, recording.at());
    }

    public WriteOutcome update(Recording recording, ObjectNode stored) throws ApiError {
        return rules.update(request(recording, true), stored, recording.object(), List.of(), recording.at());
    }

    public static WriteRequest request(Recording recording, boolean named) {
        var path = recording.path();
        int at = path.indexOf("namespaces");
        boolean namespaced = at >= 0 && path.size() > at + 2;
        int plural = namespaced ? at + 2 : path.getFirst().equals("api") ? 2 : 3;
        var validation = switch (recording.query().getOrDefault("fieldValidation", "Warn")) {
            case "Strict" -> FieldValidation.STRICT;
            case "Ignore" -> FieldValidation.IGNORE;
            default -> FieldValidation.WARN;
        };
        return new WriteRequest(kind(path.get(plural)), namespaced ? path.get(at + 1) : "",
                named ? path.get(plural + 1) : "", named && path.size() > plural + 2 ? path.get(plural + 2) : "",
                recording.query().getOrDefault("fieldManager", "contract-recorder"), validation);
    }

    private static KindSchema kind(String plural) {
        return KindSchema.builtInKinds().values().stream().filter(kind -> kind.plural().equals(plural))
                .filter(kind -> !kind.kind().contains(".")).findFirst().orElseThrow();
    }

    /** Such that the answer has the same uid and the same random names as the recorded one. */
    private static InitialMetadata birth(Recording recording) {
        var response = recording.response();
        var metadata = response.path("metadata");
        var suffix = metadata.has("generateName")
                ? metadata.path("name").asText().substring(metadata.path("generateName").asText().length())
                : response.at("/spec/volumes").findValuesAsText("name").stream()
                        .filter(name -> name.startsWith(TOKEN_VOLUME))
                        .map(name -> name.substring(TOKEN_VOLUME.length())).findFirst().orElse("abcde");
        return new InitialMetadata(metadata.path("uid").asText("00000000-0000-0000-0000-000000000000"), suffix,
                recording.at());
    }

    /** Without what differs from run to run. */
    public static JsonNode comparable(ObjectNode object) {
        var copy = object.deepCopy();
        copy.withObject("metadata").remove(List.of("resourceVersion", "creationTimestamp"));
        for (var entry : copy.path("metadata").path("managedFields")) {
            if (entry instanceof ObjectNode fields && fields.has("time")) {
                fields.put("time", "T");
            }
        }
        return Recording.parse(copy.toString());
    }
}
