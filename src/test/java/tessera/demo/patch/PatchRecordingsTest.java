package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.admission.SimulatedRequestBodyDecoder;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.recording;

/** The patches a real API server was sent, on the node it had, with what became of it. */
class PatchRecordingsTest {

    private static final SimulatedKindSchema NODE = SimulatedKindSchema.findBuiltIn("Node").orElseThrow();

    /** Patches in the order in which they were sent, each after the one before. */
    private static final String[] IN_ORDER = {"strategic-label-add", "merge-label-change", "merge-label-remove",
        "merge-no-change", "strategic-taint-add", "merge-taint-replaces-list", "merge-taint-noexecute",
        "json-taint-append", "json-taint-test-remove", "json-label-slash-escape", "taints-cleared", "cordon",
        "uncordon", "patch-unknown-field", "strategic-conditions", "strategic-allocatable", "json-capacity-slash",
        "strategic-delete-directive", "status-patch-changes-labels"};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
    void aPatchMakesOfTheNodeWhatARealServerMadeOfIt(int index) throws SimulatedApiException {
        var before = recording("06-patch/" + IN_ORDER[index - 1]).response();
        var recording = recording("06-patch/" + IN_ORDER[index]);
        var after = patched(recording, before);
        assertThat(comparable(after)).isEqualTo(comparable(recording.response()));
    }

    private static ObjectNode patched(Recording recording, ObjectNode before) throws SimulatedApiException {
        var patch = recording.body();
        JsonNode result = switch (recording.header("Content-Type").orElseThrow()) {
            case "application/json-patch+json" -> JsonPatchApplier.apply(before, patch);
            case "application/merge-patch+json" -> JsonMergePatchApplier.apply(before, patch);
            default -> SimulatedObjectPatch.of(PatchKind.STRATEGIC, patch).apply(NODE, before);
        };
        return SimulatedRequestBodyDecoder.decode(NODE, (ObjectNode) result).object();
    }

    private static ObjectNode comparable(ObjectNode node) {
        var copy = node.deepCopy();
        copy.withObject("metadata").remove(List.of("resourceVersion", "managedFields", "annotations"));
        return copy;
    }

    @ParameterizedTest
    @ValueSource(strings = {"json-missing-path", "json-test-failed", "json-unknown-op", "json-malformed"})
    void aJsonPatchThatCannotBeDoneIsRefusedInTheWordsOfARealServer(String name) {
        var recording = recording("06-patch/" + name);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> JsonPatchApplier.apply(recording("06-patch/cordon").response(), recording.body()));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }
}
