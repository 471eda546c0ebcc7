package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** Recorded requests, put to the rules as a server would. */
public final class Requests {

    private static final String TOKEN_VOLUME = "kube-api-access-";

    private final SimulatedApiWritePipeline rules;

    public Requests(World world) {
        this.rules = new SimulatedApiWritePipeline(world, World.NO_CUSTOM_KINDS);
    }

    public SimulatedWriteResult create(Recording recording) throws SimulatedApiException {
        return create(recording, List.of());
    }

    public SimulatedWriteResult create(Recording recording, List<String> duplicates) throws SimulatedApiException {
        return create(recording, recording.object(), duplicates);
    }

    public SimulatedWriteResult create(Recording recording, ObjectNode body, List<String> duplicates)
            throws SimulatedApiException {
        return rules.create(request(recording, false), body, duplicates, birth(recording));
    }

    public SimulatedWriteResult patch(Recording recording, ObjectNode stored) throws SimulatedApiException {
        var patch = switch (recording.header("Content-Type").orElseThrow()) {
            case "application/json-patch+json" -> SimulatedObjectPatch.of(PatchKind.JSON, recording.body());
            case "application/merge-patch+json" -> SimulatedObjectPatch.of(PatchKind.MERGE, recording.body());
            default -> SimulatedObjectPatch.of(PatchKind.STRATEGIC, recording.body());
        };
        return rules.patch(request(recording, true), stored, patch, recording.at());
    }

    public SimulatedWriteResult update(Recording recording, ObjectNode stored) throws SimulatedApiException {
        return rules.update(request(recording, true), stored, recording.object(), List.of(), recording.at());
    }

    public static SimulatedApiWriteRequest request(Recording recording, boolean named) {
        var path = recording.path();
        int at = path.indexOf("namespaces");
        boolean namespaced = at >= 0 && path.size() > at + 2;
        int plural = namespaced ? at + 2 : path.getFirst().equals("api") ? 2 : 3;
        var validation = switch (recording.query().getOrDefault("fieldValidation", "Warn")) {
            case "Strict" -> SimulatedFieldValidationMode.STRICT;
            case "Ignore" -> SimulatedFieldValidationMode.IGNORE;
            default -> SimulatedFieldValidationMode.WARN;
        };
        return new SimulatedApiWriteRequest(kind(path.get(plural)), namespaced ? path.get(at + 1) : "",
                named ? path.get(plural + 1) : "", named && path.size() > plural + 2 ? path.get(plural + 2) : "",
                recording.query().getOrDefault("fieldManager", "contract-recorder"), validation);
    }

    private static SimulatedKindSchema kind(String plural) {
        return SimulatedKindSchema.builtInKinds().values().stream().filter(kind -> kind.plural().equals(plural))
                .filter(kind -> !kind.kind().contains(".")).findFirst().orElseThrow();
    }

    /** Such that the answer has the same uid and the same random names as the recorded one. */
    private static SimulatedServerGeneratedMetadata birth(Recording recording) {
        var response = recording.response();
        var metadata = response.path("metadata");
        var suffix = metadata.has("generateName")
                ? metadata.path("name").asText().substring(metadata.path("generateName").asText().length())
                : response.at("/spec/volumes").findValuesAsText("name").stream()
                        .filter(name -> name.startsWith(TOKEN_VOLUME))
                        .map(name -> name.substring(TOKEN_VOLUME.length())).findFirst().orElse("abcde");
        return new SimulatedServerGeneratedMetadata(metadata.path("uid").asText("00000000-0000-0000-0000-000000000000"),
                suffix, recording.at());
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
