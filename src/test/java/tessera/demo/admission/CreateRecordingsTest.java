package tessera.demo.admission;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.api.wire.JsonDuplicateFieldFinder;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.Recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.recording;

/** What a real API server made of new objects, and with which words it refused them. */
class CreateRecordingsTest {

    static Stream<String> accepted() {
        return Stream.of("04-gpu-pod-validation/init-container-larger", "04-gpu-pod-validation/json-number",
                "04-gpu-pod-validation/kubernetes-io-domain", "04-gpu-pod-validation/limit-without-request",
                "04-gpu-pod-validation/mig-two-profiles", "04-gpu-pod-validation/milli-whole",
                "04-gpu-pod-validation/nodeName-unknown", "04-gpu-pod-validation/request-equals-limit",
                "04-gpu-pod-validation/two-thousand", "04-gpu-pod-validation/unknown-extended-resource",
                "04-gpu-pod-validation/zero", "05-quota-and-limitrange/limitrange-create-min-gpu",
                "05-quota-and-limitrange/limitrange-min-only", "05-quota-and-limitrange/limitrange-ratio",
                "05-quota-and-limitrange/quota-bare-gpu", "05-quota-and-limitrange/quota-create",
                "05-quota-and-limitrange/quota-fraction", "05-quota-and-limitrange/quota-limits-gpu",
                "05-quota-and-limitrange/quota-scope-priority-class", "08-concurrency-and-dryrun/dryrun-create",
                "08-concurrency-and-dryrun/generate-name", "08-concurrency-and-dryrun/server-set-fields-ignored",
                "09-pod-subresources/pdb-create", "10-errors-and-authz/body-without-kind",
                "10-errors-and-authz/unknown-field-ignore", "10-errors-and-authz/unknown-field-warn",
                "12-custom-resources/crd-create", "13-dra/deviceclass-create", "13-dra/extended-resource-pod",
                "13-dra/pod-with-claim", "13-dra/pod-with-template", "13-dra/resourceclaim-bad-count",
                "13-dra/resourceclaim-create", "13-dra/resourceclaim-unknown-class",
                "13-dra/resourceclaimtemplate-create", "13-dra/resourceslice-create", "17-workloads/daemonset-create",
                "17-workloads/deployment-create", "17-workloads/job-create", "18-node-lifecycle/node-create");
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void aNewObjectBecomesWhatARealServerMadeOfIt(String name) throws SimulatedApiException {
        var recording = recording(name);
        var written = new Requests(new World()).create(recording);
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.warnings()).isEqualTo(recording.warnings());
    }

    @ParameterizedTest
    @ValueSource(strings = {"04-gpu-pod-validation/bad-name", "04-gpu-pod-validation/deployment-bad-gpu-template",
        "04-gpu-pod-validation/deployment-selector-mismatch", "04-gpu-pod-validation/fraction",
        "04-gpu-pod-validation/job-bad-restart", "04-gpu-pod-validation/json-number-fraction",
        "04-gpu-pod-validation/milli", "04-gpu-pod-validation/negative", "04-gpu-pod-validation/no-containers",
        "04-gpu-pod-validation/no-image", "04-gpu-pod-validation/node-selector-bad-value",
        "04-gpu-pod-validation/not-a-quantity", "04-gpu-pod-validation/pod-level-resources-gpu",
        "04-gpu-pod-validation/priority-class-unknown", "04-gpu-pod-validation/request-less-than-limit",
        "04-gpu-pod-validation/request-more-than-limit", "04-gpu-pod-validation/request-without-limit",
        "04-gpu-pod-validation/resource-name-bad", "04-gpu-pod-validation/resource-name-no-domain",
        "04-gpu-pod-validation/resource-requests-prefix", "04-gpu-pod-validation/restart-policy-bad",
        "04-gpu-pod-validation/runtime-class-unknown", "04-gpu-pod-validation/service-account-unknown",
        "04-gpu-pod-validation/toleration-exists-with-value",
        "05-quota-and-limitrange/limitrange-default-request-mismatch", "05-quota-and-limitrange/quota-negative",
        "05-quota-and-limitrange/quota-unknown-name", "08-concurrency-and-dryrun/no-name",
        "08-concurrency-and-dryrun/post-namespace-mismatch", "08-concurrency-and-dryrun/post-with-rv",
        "10-errors-and-authz/400-wrong-apiversion", "10-errors-and-authz/400-wrong-kind",
        "10-errors-and-authz/400-wrong-type", "10-errors-and-authz/404-namespace-on-create",
        "10-errors-and-authz/unknown-field-strict", "12-custom-resources/crd-bad-name",
        "12-custom-resources/crd-no-schema", "12-custom-resources/crd-protected-group", "13-dra/deviceclass-bad-cel",
        "13-dra/resourceclaim-bad-cel", "13-dra/resourceslice-duplicate-device"})
    void whatIsWrongIsSaidInTheWordsOfARealServer(String name) {
        var recording = recording(name);
        assertThat(refused(new World(), recording)).isEqualTo(recording.response());
    }

    @Test
    void aKnownRuntimeClassIsAccepted() throws SimulatedApiException {
        var recording = recording("04-gpu-pod-validation/runtime-class-known");
        var world = new World().with("{'kind':'RuntimeClass','metadata':{'name':'nvidia'},'handler':'nvidia'}");
        assertThat(Requests.comparable(new Requests(world).create(recording).object()))
                .isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void nothingNewComesIntoANamespaceThatIsGoing() {
        var recording = recording("10-errors-and-authz/403-namespace-terminating");
        var world = new World().with(recording("10-errors-and-authz/namespace-delete").response());
        assertThat(refused(world, recording)).isEqualTo(recording.response());
    }

    @Test
    void aFieldThatIsThereTwiceIsFoundInTheText() {
        var text = """
                {"apiVersion":"v1","metadata":{"name":"x","name":"y","labels":{"a.b/c":"1","a.b/c":"2"}},
                 "spec":{"containers":[{"name":"a"},{"image":"b","image":"b"}]}}""";
        assertThat(JsonDuplicateFieldFinder.findDuplicates(text.getBytes(UTF_8), new JsonFactory())).containsExactly(
                "duplicate field \"metadata.name\"", "duplicate field \"metadata.labels.a.b/c\"",
                "duplicate field \"spec.containers[1].image\"");
        var recording = recording("10-errors-and-authz/duplicate-field-strict");
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> new Requests(new World()).create(recording, List.of("duplicate field \"metadata.name\"")));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void aConfigMapMayHoldOneMebibyte() {
        var recording = recording("10-errors-and-authz/422-configmap-over-1MiB");
        var body = Recording.json("{'metadata':{'name':'big'}}");
        body.putObject("data").put("x", "x".repeat(1024 * 1024 + 10));
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> new Requests(new World()).create(recording, body, List.of()));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    private static ObjectNode refused(World world, Recording recording) {
        var error = catchThrowableOfType(SimulatedApiException.class, () -> {
            SimulatedWriteResult written = new Requests(world).create(recording);
            throw new AssertionError("accepted: " + written.object());
        });
        return error.statusBody();
    }
}
