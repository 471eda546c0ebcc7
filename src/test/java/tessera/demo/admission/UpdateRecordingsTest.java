package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.Recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.recording;

/** What a real API server made of changes to the objects it had. */
class UpdateRecordingsTest {

    private final Requests requests = new Requests(new World());

    @ParameterizedTest
    @CsvSource({"06-patch/merge-label-change, 06-patch/strategic-label-add",
        "06-patch/merge-label-remove, 06-patch/merge-label-change",
        "06-patch/merge-no-change, 06-patch/merge-label-remove",
        "06-patch/strategic-taint-add, 06-patch/merge-no-change",
        "06-patch/merge-taint-replaces-list, 06-patch/strategic-taint-add",
        "06-patch/merge-taint-noexecute, 06-patch/merge-taint-replaces-list",
        "06-patch/json-taint-append, 06-patch/merge-taint-noexecute",
        "06-patch/json-taint-test-remove, 06-patch/json-taint-append",
        "06-patch/taints-cleared, 06-patch/json-label-slash-escape", "06-patch/cordon, 06-patch/taints-cleared",
        "06-patch/uncordon, 06-patch/cordon", "06-patch/patch-unknown-field, 06-patch/uncordon",
        "06-patch/strategic-conditions, 06-patch/patch-unknown-field",
        "06-patch/strategic-allocatable, 06-patch/strategic-conditions",
        "06-patch/json-capacity-slash, 06-patch/strategic-allocatable",
        "06-patch/strategic-delete-directive, 06-patch/json-capacity-slash",
        "06-patch/status-patch-changes-labels, 06-patch/strategic-delete-directive",
        "09-pod-subresources/status-patch-running, 09-pod-subresources/binding-after",
        "09-pod-subresources/status-patch-bad-phase, 09-pod-subresources/status-patch-running",
        "09-pod-subresources/status-via-main-resource, 09-pod-subresources/status-patch-bad-phase",
        "13-dra/deviceclass-extended-resource, 13-dra/deviceclass-create",
        "05-quota-and-limitrange/quota-lowered-below-used, 05-quota-and-limitrange/quota-status-used"})
    void aPatchMakesOfTheObjectWhatARealServerMadeOfIt(String name, String before) throws SimulatedApiException {
        var recording = recording(name);
        var written = requests.patch(recording, recording(before).response());
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.warnings()).isEqualTo(recording.warnings());
    }

    @ParameterizedTest
    @CsvSource({"06-patch/merge-no-change, 06-patch/merge-label-remove, false",
        "06-patch/patch-unknown-field, 06-patch/uncordon, false", "06-patch/cordon, 06-patch/taints-cleared, true",
        "09-pod-subresources/status-via-main-resource, 09-pod-subresources/status-patch-bad-phase, false"})
    void aWriteThatChangesNothingIsSeen(String name, String before, boolean changed) throws SimulatedApiException {
        assertThat(requests.patch(recording(name), recording(before).response()).changed()).isEqualTo(changed);
    }

    @ParameterizedTest
    @CsvSource({"04-gpu-pod-validation/update-gpu-limit-forbidden, 04-gpu-pod-validation/update-image-ok",
        "04-gpu-pod-validation/update-node-name-forbidden, 04-gpu-pod-validation/update-image-ok",
        "04-gpu-pod-validation/update-node-selector-forbidden, 04-gpu-pod-validation/update-image-ok",
        "06-patch/patch-rename, 06-patch/uncordon", "06-patch/patch-uid, 06-patch/uncordon",
        "06-patch/taint-bad-effect, 06-patch/uncordon", "06-patch/taint-duplicate, 06-patch/uncordon",
        "06-patch/taint-empty-key, 06-patch/uncordon",
        "08-concurrency-and-dryrun/patch-stale-rv, " + "08-concurrency-and-dryrun/put-no-change",
        "08-concurrency-and-dryrun/update-while-deleting, 08-concurrency-and-dryrun/delete-with-finalizer",
        "13-dra/resourceclaim-spec-immutable, 13-dra/resourceclaim-create",
        "13-dra/resourceclaim-status-devices, 13-dra/resourceclaim-unknown-class"})
    void aPatchIsRefusedInTheWordsOfARealServer(String name, String before) {
        var recording = recording(name);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> requests.patch(recording, recording(before).response()));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @ParameterizedTest
    @ValueSource(strings = {"node-label-bad-value", "node-label-too-long", "node-status-fractional-gpu"})
    void aNodeIsRefusedAsOftenAsARealServerFindsFault(String name) {
        var recording = recording("04-gpu-pod-validation/" + name);
        var node = recording("04-gpu-pod-validation/node-status-allocatable-over-capacity").response();
        var error = catchThrowableOfType(SimulatedApiException.class, () -> requests.patch(recording, node));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void statusInAPatchOfTheNodeIsDroppedAndTheOtherWayRoundTaken() throws SimulatedApiException {
        var dropped = recording("04-gpu-pod-validation/node-capacity-through-main-resource");
        var node = dropped.response();
        assertThat(requests.patch(dropped, node).changed()).isFalse();
        var recording = recording("04-gpu-pod-validation/node-status-allocatable-over-capacity");
        assertThat(requests.patch(recording, node).object().path("status"))
                .isEqualTo(recording.response().path("status"));
    }

    @Test
    void anImageMayChangeAndRaisesTheGeneration() throws SimulatedApiException {
        var recording = recording("04-gpu-pod-validation/update-image-ok");
        var before = recording.response().deepCopy();
        before.withObject("/metadata").put("generation", 1);
        ((ObjectNode) before.at("/spec/containers/0")).put("image", "registry.example/cuda-sample:1.0");
        assertThat(Requests.comparable(requests.patch(recording, before).object()))
                .isEqualTo(Requests.comparable(recording.response()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"patch-unknown-field-strict", "patch-wrong-type"})
    void aPatchThatCannotBeReadIsRefusedWithAllOfItsResult(String name) {
        var recording = recording("06-patch/" + name);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> requests.patch(recording, recording("06-patch/uncordon").response()));
        var message = error.statusBody().path("message").asText();
        assertThat(message).startsWith(" \"\" is invalid: patch: Invalid value: \"{\\\"");
        assertThat(message.substring(message.lastIndexOf("}\": ")))
                .isEqualTo(recording.message().substring(recording.message().lastIndexOf("}\": ")));
        assertThat(error.code()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource({"put-stale, put-no-change", "put-name-mismatch, put-no-change"})
    void aPutIsRefusedInTheWordsOfARealServer(String name, String before) {
        var recording = recording("08-concurrency-and-dryrun/" + name);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> requests.update(recording, recording("08-concurrency-and-dryrun/" + before).response()));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void aPutWithoutAVersionIsUnconditionalAndKeepsWhatItSays() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/put-no-change");
        var written = requests.update(recording, recording("08-concurrency-and-dryrun/put-without-rv").response());
        assertThat(written.changed()).isFalse();
        assertThat(written.object()).isEqualTo(recording.response());
    }

    @Test
    void aPutOfANodeTakesAwayWhatItDoesNotName() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/put-node-without-rv");
        var before = recording("07-server-side-apply/apply-node-taints").response();
        var after = requests.update(recording, before).object();
        assertThat(Requests.comparable(after).path("spec")).isEqualTo(recording.response().path("spec"));
        assertThat(after.at("/metadata/labels")).isEqualTo(recording.response().at("/metadata/labels"));
        assertThat(after.path("status")).isEqualTo(recording.response().path("status"));
        assertThat(after.at("/metadata/managedFields").findValuesAsText("manager")).doesNotContain("alice",
                "kube-controller-manager");
    }

    @Test
    void theLastFinalizerTakesItsOwnerWithIt() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/finalizer-removed");
        var after = requests.patch(recording, recording("08-concurrency-and-dryrun/delete-with-finalizer").response());
        assertThat(Requests.comparable(after.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void aDryRunIsTheSameWrite() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/dryrun-patch");
        var after = requests.patch(recording, recording("08-concurrency-and-dryrun/put-no-change").response());
        assertThat(Requests.comparable(after.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void scalingIsOwnedByItsOwnSubresource() throws SimulatedApiException {
        var before = recording("17-workloads/deployment-available").response();
        var request = Requests.request(recording("17-workloads/scale-patch"), true);
        var rules = new SimulatedApiWritePipeline(new World(), World.NO_CUSTOM_KINDS);
        var after = rules.patch(request, before,
                SimulatedObjectPatch.of(PatchKind.MERGE, Recording.json("{'spec':{'replicas':1}}")), Instant.EPOCH)
                .object();
        var later = recording("17-workloads/deployment-delete-foreground").response();
        assertThat(after.at("/metadata/managedFields/0")).isEqualTo(later.at("/metadata/managedFields/0"));
        assertThat(after.at("/metadata/managedFields/1")).isEqualTo(later.at("/metadata/managedFields/1"));
        assertThat(after.at("/metadata/generation").asInt()).isEqualTo(2);
    }
}
