package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.scheduling.ClusterObjectSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** Pods that have devices and do not start are told with what keeps them. */
class PodStartupProblemReaderTest {

    private final Sample sample = new Sample().with(node("a").nvidia("NVIDIA-L40S", 30).has("nvidia.com/gpu", 30));
    private final Cluster cluster = new Cluster(new HashMap<>(), new HashMap<>());
    private final List<String> skipped = new ArrayList<>();

    /** Pods by name, and events by the uid of their pod. */
    private record Cluster(Map<String, JsonNode> pods,
            Map<String, List<JsonNode>> events) implements ClusterObjectSource {

        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            return Optional.ofNullable(pods.get(object.name()));
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
            assertThat(kind.resource()).isEqualTo("events");
            events.forEach((uid, all) -> {
                if (selectors.endsWith("%3D" + uid)) {
                    all.forEach(reader);
                }
            });
            return true;
        }
    }

    private void pod(String name, String status) {
        sample.pod("ml/" + name, "a", "nvidia.com/gpu", 1).troubled(status, "").known("uid-" + name);
    }

    /** @param ago minutes */
    private void event(String pod, String reason, String message, int ago) {
        cluster.events().computeIfAbsent("uid-" + pod, _ -> new ArrayList<>())
                .add(JsonNodeFactory.instance.objectNode().put("reason", reason).put("message", message)
                        .put("type", reason.startsWith("Failed") ? "Warning" : "Normal")
                        .put("lastTimestamp", NOW.minus(Duration.ofMinutes(ago)).toString()));
    }

    private void written(String name, String json) throws IOException {
        cluster.pods().put(name, new JsonMapper().readTree(json));
    }

    private List<DiagnosisFinding> findings() throws Exception {
        var fleet = sample.fleet();
        return Examined.findings(
                Examined.known(fleet, new PodStartupProblemReader(cluster, fleet, AcceleratorCatalog.standard(), NOW)
                        .read(DiagnosisScope.ALL, skipped)),
                DiagnosisScope.ALL);
    }

    @ParameterizedTest
    @CsvSource({"12, Created, true", "12, Pulled, false", "12, Failed, false", "4, Created, false"})
    void anImageThatIsPulledForLongIsTold(int ago, String after, boolean told) throws Exception {
        pod("train", "ContainerCreating");
        event("train", "Pulling", "Pulling image \"nvcr.io/nvidia/pytorch:25.10-py3\"", ago);
        event("train", after, "With image \"nvcr.io/nvidia/pytorch:25.10-py3\" in 6m3s", ago - 1);

        assertThat(findings().stream().filter(finding -> finding.id().equals("image-slow"))).hasSize(told ? 1 : 0)
                .allSatisfy(finding -> {
                    assertThat(finding.headline()).isEqualTo(
                            "ml/train has its devices allocated and has been pulling its image for a long time");
                    assertThat(finding.evidence()).containsExactly(
                            "Pulling: Pulling image \"nvcr.io/nvidia/pytorch:25.10-py3\", 12 min ago, and the pull has not "
                                    + "finished");
                });
    }

    @Test
    void theImageOfOneContainerIsNotThatOfAnother() throws Exception {
        pod("train", "ContainerCreating");
        event("train", "Pulling", "Pulling image \"init:1\"", 30);
        event("train", "Pulled", "Successfully pulled image \"init:1\" in 9s", 29);
        event("train", "Pulling", "Pulling image \"main:1\"", 29);

        assertThat(findings()).singleElement().satisfies(finding -> assertThat(finding.evidence().getFirst())
                .contains("\"main:1\", 29 min ago, and the pull has not finished"));
    }

    @Test
    void whatPullsWhileAPodRunsAlreadyIsNotTold() throws Exception {
        sample.pod("ml/train", "a", "nvidia.com/gpu", 1).known("uid-train");
        event("train", "Pulling", "Pulling image \"main:1\"", 29);

        assertThat(findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "FailedCreatePodSandBox | rpc error: no runtime for \"nvidia\" is configured | a has no "
                + "“nvidia” container runtime",
        "FailedCreatePodSandBox | plugin type=\"calico\" failed (add)               | a cannot create a sandbox for ml/train",
        "FailedMount            | MountVolume.SetUp failed for volume \"data\"       | ml/train has its "
                + "devices allocated and is waiting for a volume",
        "FailedScheduling       | 0/3 nodes are available                           | ''"})
    void whatAKubeletWarnsOfTellsWhyAPodDoesNotStart(String reason, String message, String headline) throws Exception {
        pod("train", "ContainerCreating");
        event("train", reason, message, 2);

        assertThat(findings()).extracting(DiagnosisFinding::headline)
                .isEqualTo(headline.isEmpty() ? List.of() : List.of(headline));
    }

    @Test
    void devicesThatAreClaimedAndNotMadeReadyAreTold() throws Exception {
        sample.claiming("ml/claims", "a", "gpu").troubled("ContainerCreating", "").known("uid-claims");
        event("claims", "FailedPrepareDynamicResources", "NodePrepareResources failed for claim gpu", 1);

        assertThat(findings()).extracting(DiagnosisFinding::headline)
                .containsExactly("a cannot prepare the devices in the ResourceClaims of ml/claims");
    }

    @Test
    void warningsOfBeforeAreForgotten() throws Exception {
        pod("train", "ContainerCreating");
        event("train", "FailedMount", "timed out", 25);

        assertThat(findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false, RunContainerError, 1", "true, RunContainerError, 0", "false, CrashLoopBackOff, 0"})
    void aPodWithUsersOfItsOwnThatCannotBeginIsToldSoAndNothingElse(String host, String waits, int told)
            throws Exception {
        pod("train", waits);
        written("train", """
                {"spec": {"hostUsers": %s}, "status": {"containerStatuses": [{"state": {"waiting": {"reason": "%s"}},
                  "lastState": {"terminated": {"reason": "Error"}}}]}}""".formatted(host, waits));

        assertThat(findings()).extracting(DiagnosisFinding::id).hasSize(1).isEqualTo(
                List.of(told == 1 ? "user-namespaces" : waits.startsWith("Run") ? "container-config" : "crash"));
    }

    @Test
    void aSandboxThatFailsForAPodWithUsersOfItsOwnIsItsFault() throws Exception {
        pod("train", "ContainerCreating");
        written("train", "{\"spec\": {\"hostUsers\": false}}");
        event("train", "FailedCreatePodSandBox", "failed to create containerd task", 1);

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.headline())
                    .isEqualTo("ml/train uses a user namespace (hostUsers: false) and does not start");
            assertThat(finding.evidence()).containsExactly("spec.hostUsers: false",
                    "FailedCreatePodSandBox: failed to create containerd task");
        });
    }

    @ParameterizedTest
    @CsvSource({"40, false, 1", "5, false, 0", "40, true, 0"})
    void anInitContainerThatRunsForLongIsToldByItsName(int minutes, boolean sidecar, int told) throws Exception {
        pod("train", "Init:0/1");
        written("train", """
                {"status": {"initContainerStatuses": [{"name": "fetch-model", "started": %s,
                  "state": {"running": {"startedAt": "%s"}}}]}}""".formatted(sidecar,
                NOW.minus(Duration.ofMinutes(minutes))));

        assertThat(findings()).hasSize(told).allSatisfy(finding -> {
            assertThat(finding.headline())
                    .isEqualTo("ml/train has its devices allocated and is waiting for an init container");
            assertThat(finding.evidence()).containsExactly("init container fetch-model has been running for 40 min",
                    "Init:0/1");
            assertThat(finding.commands()).as("those after it have no log yet")
                    .containsExactly("tessera logs ml/train -c fetch-model --tail=50");
        });
    }

    @Test
    void whoWasNotJudgedIsCounted() throws Exception {
        for (int each = 0; each < 21; each++) {
            pod("train-" + each, "ContainerCreating");
        }

        assertThat(findings()).isEmpty();
        assertThat(skipped).containsExactly("Why 1 more pod does not start: only 20 were checked");
    }
}
