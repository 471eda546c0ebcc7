package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.doctor.DiagnosisInput.MisleadingQuotaEntry;
import tessera.doctor.DiagnosisInput.SimilarPendingPods;
import tessera.doctor.GpuUtilizationHistory.MeanGpuUtilization;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.mig.MigProductCatalog;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.PodFitCheck;
import tessera.scheduling.PodPlacementInputs;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.stack.ContainerLogTail;
import tessera.stack.GpuStackClusterReader;
import tessera.stack.GpuStackObjects;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What is wrong is told once, with what helps. */
class ClusterDiagnoserTest {

    private static final Duration PACE = Duration.ofSeconds(30);

    private final Sample sample = new Sample();
    private final List<String> skipped = new ArrayList<>();
    private final List<Alert> alerts = new ArrayList<>();
    private final List<SimilarPendingPods> waiting = new ArrayList<>();
    private List<CreationFailureEvent> notes = List.of();
    private List<MisleadingQuotaEntry> limits = List.of();
    private GpuUtilizationHistory hour = GpuUtilizationHistory.FORGOTTEN;

    private ClusterDiagnosis examine(DiagnosisScope focus) {
        var input = new DiagnosisInput(sample.fleet(), AlertRules.standardRules(),
                new AlertSnapshot(NOW, alerts, List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                waiting, List.of(), List.of(), Map.of(), Map.of(), notes, limits, NodeDiagnosisFacts.NONE,
                List.of("Quotas: you may not list them"), List.of(), NOW);
        return new ClusterDiagnoser(AcceleratorCatalog.standard()).examine(input, focus);
    }

    private void alarm(String rule, AlertOrFindingSeverity alertOrFindingSeverity, String node, String device) {
        alerts.add(new Alert(rule, "A rule", alertOrFindingSeverity, new AlertSubject(node, device, device, -1, "", ""),
                Alert.AlertState.FIRING, new Alert.AlertTimes(NOW.minus(Duration.ofHours(1)), NOW, null, null), null,
                new ForeignMessage(device + " of " + node + " is so"), List.of(), List.of(), "Do this"));
    }

    @Test
    void manyDevicesOfANodeInTheSameTroubleAreOneFinding() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        alarm("gpu-temperature-critical", AlertOrFindingSeverity.CRITICAL, "a", "GPU 0");
        alarm("gpu-temperature-critical", AlertOrFindingSeverity.CRITICAL, "a", "GPU 1");
        alarm("gpu-temperature-warning", AlertOrFindingSeverity.WARNING, "a", "GPU 0");

        assertThat(examine(DiagnosisScope.ALL).findings()).as("the critical one tells of the warning, too")
                .singleElement().satisfies(finding -> {
                    assertThat(finding.headline()).isEqualTo("A rule: 2 GPUs of a");
                    assertThat(finding.evidence()).containsExactly("GPU 0 of a is so", "GPU 1 of a is so");
                    assertThat(finding.commands()).containsExactly("tessera plan cordon a");
                    assertThat(finding.remediation()).hasValue(new FindingRemediation.CordonNodesRemedy(List.of("a")));
                });
    }

    @Test
    void aNodeThatIsClosedAlreadyIsToBeDrained() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4, 3).cordoned());
        alarm("gpu-temperature-critical", AlertOrFindingSeverity.CRITICAL, "a", "GPU 0");

        assertThat(examine(DiagnosisScope.ALL).findings().getFirst().commands())
                .containsExactly("tessera plan drain a");
    }

    @Test
    void whereNothingMayBeListedNothingIsFoundAndNothingCountsAsLookedAt() {
        sample.forbidden();
        var clusterDiagnosis = examine(DiagnosisScope.ALL);

        assertThat(clusterDiagnosis.findings()).isEmpty();
        assertThat(clusterDiagnosis.lookedAt()).isEmpty();
        assertThat(clusterDiagnosis.skipped()).startsWith("Nodes: You may not list nodes",
                "Pods: you are not allowed to read them");
    }

    @Test
    void whereOneNodeIsMeantTheOthersDoNotCountAsLookedAt() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4))
                .with(node("b").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));

        assertThat(examine(DiagnosisScope.ALL).lookedAt()).first().asString().startsWith("2 nodes, 2 with GPUs: ");
        assertThat(examine(DiagnosisScope.ALL).lookedAt()).as("before the first reading")
                .noneMatch(each -> each.contains("readings"));
        assertThat(examine(DiagnosisScope.ALL).skipped())
                .anyMatch(each -> each.endsWith("alert rules on GPU metrics: no reading yet"));
        assertThat(examine(DiagnosisScope.ofNode("b")).lookedAt()).first().asString().startsWith("Node b: readiness, ");
        assertThat(examine(DiagnosisScope.ofNode("b")).lookedAt()).noneMatch(each -> each.contains("2 nodes"));
    }

    private List<String> unmeasured(@Nullable Problem everywhere, NodeReadings... nodes) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4))
                .with(node("b").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(NOW,
                        Arrays.stream(nodes).collect(Collectors.toMap(NodeReadings::node, readings -> readings)),
                        everywhere));
        return new MissingDeviceMetricsText(fleet.readings()).missingTexts(fleet.nodes(), 1);
    }

    private static NodeReadings silent(String node, String source, @Nullable Problem problem) {
        return new NodeReadings(node, source, null, PACE, problem, List.of());
    }

    @Test
    void whoHasNoExporterIsNotToldToWaitForOne() {
        assertThat(unmeasured(null, silent("a", "", null), silent("b", "", null))).containsExactly(
                "1 alert rule on GPU metrics: no metrics source found",
                "GPU metrics of a and b: no exporter or other metrics source found");
    }

    @Test
    void anExporterThatDoesNotAnswerIsToldWithItsTroubleBesideOneThatIsAwaited() {
        var refused = Problem.of(Problem.OperationProblemKind.UNREACHABLE, "The exporter does not answer");
        assertThat(unmeasured(null, silent("a", "gpu/one", refused), silent("b", "gpu/two", null))).containsExactly(
                "1 alert rule on GPU metrics: no reading yet", "GPU metrics of a: The exporter does not answer",
                "GPU metrics of b: no reading yet");
    }

    @Test
    void whoMayReadNoExporterIsToldWhy() {
        var forbidden = Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not get pods/proxy");
        assertThat(unmeasured(forbidden, silent("a", "gpu/one", forbidden))).containsExactly(
                "1 alert rule on GPU metrics: You may not get pods/proxy",
                "GPU metrics of a and b: You may not get pods/proxy");
    }

    @Test
    void whatNobodyHasToActOnIsToldOnceForTheWholeCluster() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4))
                .with(node("b").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        alarm("allocated-idle", AlertOrFindingSeverity.INFO, "a", "GPU 0");
        alarm("allocated-idle", AlertOrFindingSeverity.INFO, "b", "GPU 0");

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline)
                .containsExactly("A rule: 2 GPUs of 2 nodes");
    }

    @Test
    void aChangeOfMigThatFailedIsToldWithThePlansThatMendItAndNotTwice() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)
                .label("nvidia.com/mig.capable", "true").label("nvidia.com/mig.config", "all-balanced")
                .label("nvidia.com/mig.config.state", "failed"));
        alarm("mig-change-failed", AlertOrFindingSeverity.CRITICAL, "a", "");

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("mig");
            assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
            assertThat(finding.headline()).isEqualTo("a: The MIG change to all-balanced failed");
            assertThat(finding.evidence()).contains("nvidia.com/mig.config.state=failed");
            assertThat(finding.commands()).contains("tessera plan mend-mig a --by restart-manager");
            assertThat(finding.remediation()).hasValue(new FindingRemediation.EndMigChangeRemedy("a"));
        });
    }

    @Test
    void aNodeThatMayRunNoMorePodsWhileGpusAreFreeIsTold() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).has("pods", 2))
                .pod("ml/one", "a", "nvidia.com/gpu", 1).pod("ml/two", "a", "cpu", 1)
                .with(node("b").nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1).has("pods", 1))
                .pod("ml/all", "b", "nvidia.com/gpu", 1);

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("a has reached its pod limit, with 3 GPUs free");
            assertThat(finding.evidence()).containsExactly("2 of at most 2 pods");
        });
    }

    @Test
    void nodesThatHoldTooMuchOrAreClosedWithGpusFreeAreTold() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4, 1))
                .pod("ml/greedy", "a", "nvidia.com/gpu", 3).with(node("b").nvidia("NVIDIA-L40S", 4)
                        .has("nvidia.com/gpu", 4).cordoned().condition("DiskPressure", "True", "low on disk"));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline).containsExactly(
                "a: more devices allocated than allocatable: 3 of 1 × nvidia.com/gpu", "b reports DiskPressure",
                "b is cordoned: 4 GPUs free");
        assertThat(examine(DiagnosisScope.ALL).findings().getLast().remediation())
                .hasValue(new FindingRemediation.UncordonNodesRemedy(List.of("b")));
        assertThat(examine(DiagnosisScope.ofNode("b")).findings()).extracting(DiagnosisFinding::node).containsOnly("b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "4 | ml/one is pending: The only suitable node does not have 4 × nvidia.com/gpu free (a: 1 of 4 free)",
        "8 | ml/one is pending: No node that could run the pod accepts it right now (1 node cordoned)"})
    void whatAPodWaitsForIsSaidOnce(int wanted, String headline) throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).has("pods", 10))
                .with(node("b").nvidia("NVIDIA-L40S", 8).has("nvidia.com/gpu", 8).has("pods", 10).cordoned())
                .pod("ml/other", "a", "nvidia.com/gpu", 3).pod("ml/old", "b", "nvidia.com/gpu", wanted == 4 ? 8 : 0)
                .waiting("ml/one", "nvidia.com/gpu", wanted, null);
        var pods = sample.fleet().pendingPods();
        var spec = PodSchedulingSpec.of(new JsonMapper().readTree("""
                {"metadata": {"namespace": "ml", "name": "one", "uid": "uid-ml/one"}, "spec": {"containers":
                  [{"resources": {"limits": {"nvidia.com/gpu": %d}}}]}}""".formatted(wanted)));
        waiting.add(new SimilarPendingPods(pods, new PodFitCheck(MigProductCatalog.bundled()).check(sample.fleet(),
                spec, Optional.of(pods.getFirst()), PodPlacementInputs.none())));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline).contains(headline);
    }

    @Test
    void whoDoesNotWaitForRoomIsNotSaidTo() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).has("pods", 10)).waiting("ml/one",
                "nvidia.com/gpu", 1, null);
        var pods = sample.fleet().pendingPods();
        var spec = PodSchedulingSpec.of(new JsonMapper().readTree("""
                {"metadata": {"namespace": "ml", "name": "one", "uid": "uid-ml/one"}, "spec": {"containers":
                  [{"resources": {"limits": {"nvidia.com/gpu": 1}}}], "affinity": {"podAffinity":
                  {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "zone",
                    "labelSelector": {"matchLabels": {"app": "db"}}}]}}}}"""));
        waiting.add(new SimilarPendingPods(pods, new PodFitCheck(MigProductCatalog.bundled()).check(sample.fleet(),
                spec, Optional.of(pods.getFirst()), PodPlacementInputs.none())));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline).contains(
                "ml/one is pending: The pod’s affinity requires pods with app=db in the same zone, but no node "
                        + "runs such pods");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "nothing", delimiter = '|', value = {
        "nothing | WARNING | ml/one: Scheduler kai has not reported on this pod for 47 min. The "
                + "scheduler may not be running in the cluster.",
        "queued  | INFO    | ml/one: Waiting for kai: “queued”"})
    void aSchedulerThatIsSilentForLongIsLookedAfter(@Nullable String said,
            AlertOrFindingSeverity alertOrFindingSeverity, String headline) throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).has("pods", 10)).waiting("ml/one",
                "nvidia.com/gpu", 1, said);
        var pods = sample.fleet().pendingPods();
        var spec = PodSchedulingSpec.of(new JsonMapper().readTree("""
                {"metadata": {"namespace": "ml", "name": "one", "uid": "uid-ml/one"}, "spec": {"schedulerName": "kai",
                  "containers": [{"resources": {"limits": {"nvidia.com/gpu": 1}}}]}}"""));
        waiting.add(new SimilarPendingPods(pods, new PodFitCheck(MigProductCatalog.bundled()).check(sample.fleet(),
                spec, Optional.of(pods.getFirst()), PodPlacementInputs.none())));

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(alertOrFindingSeverity);
            assertThat(finding.headline()).isEqualTo(headline);
        });
    }

    @Test
    void aPodThatCanNeverRunSpeaksForThoseThatAreAlike() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).has("pods", 10))
                .waiting("ml/one", "nvidia.com/mig-1g.5gb", 1, null)
                .waiting("ml/two", "nvidia.com/mig-1g.5gb", 1, null);
        var pods = sample.fleet().pendingPods();
        var spec = PodSchedulingSpec.of(new JsonMapper().readTree("""
                {"metadata": {"namespace": "ml", "name": "one", "uid": "uid-ml/one"}, "spec": {"containers":
                  [{"resources": {"limits": {"nvidia.com/mig-1g.5gb": 1}}}]}}"""));
        waiting.add(new SimilarPendingPods(pods, new PodFitCheck(MigProductCatalog.bundled()).check(sample.fleet(),
                spec, Optional.of(pods.getFirst()), PodPlacementInputs.none())));

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.headline())
                    .isEqualTo("ml/one fits no existing node: No node advertises nvidia.com/mig-1g.5gb");
            assertThat(finding.evidence()).containsExactly("also for ml/two");
            assertThat(finding.otherObjects()).containsExactly("pods/two -n ml");
            assertThat(finding.commands()).contains("tessera why ml/one");
        });
        assertThat(examine(DiagnosisScope.ofPod("ml/one")).findings()).hasSize(1);
        assertThat(examine(DiagnosisScope.ofPod("ml/two")).findings()).isEmpty();
    }

    @Test
    void podsThatAreRefusedAndLimitsThatMisleadAreTold() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        notes = List.of(
                new CreationFailureEvent("replicaset/llm -n ml",
                        "Error creating: pods \"x\" is forbidden: exceeded quota: team, "
                                + "requested: requests.nvidia.com/gpu=8, used: requests.nvidia.com/gpu=4, "
                                + "limited: requests.nvidia.com/gpu=8"),
                new CreationFailureEvent("daemonset/plugin -n gpu", "violates PodSecurity \"restricted:latest\""));
        limits = List.of(new MisleadingQuotaEntry("quota-limits",
                new ObjectRef("v1", "ResourceQuota", "resourcequotas", "ml", "team"), "limits.nvidia.com/gpu"));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline).containsExactly(
                "No pods for daemonset/plugin: Pod Security admission rejects them in gpu",
                "No more pods for replicaset/llm: ResourceQuota “team” has no room for them",
                "limits.nvidia.com/gpu in a ResourceQuota has no effect");
        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::remediation).containsExactly(
                Optional.empty(),
                Optional.of(new FindingRemediation.QuotaIncreaseRemedy("ml", "team",
                        new RequiredQuota(Map.of("requests.nvidia.com/gpu", "12"), 1))),
                Optional.of(new FindingRemediation.QuotaIncreaseRemedy("ml", "team", RequiredQuota.UNKNOWN)));
        assertThat(examine(DiagnosisScope.ALL).findings().getFirst().commands())
                .containsExactly("kubectl label namespace gpu pod-security.kubernetes.io/enforce=privileged");
    }

    @Test
    void aRuntimeClassThatIsNotThereIsNamedAsWhatIsMissing() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        notes = List.of(new CreationFailureEvent("replicaset/llm -n ml",
                "Error creating: pods \"x\" is forbidden: pod rejected: RuntimeClass \"nvidia\" not found"));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline)
                .containsExactly("No pods for replicaset/llm: RuntimeClass “nvidia” does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "pods \"x\" is forbidden: pod rejected: RuntimeClass \"gvisor\" not found | RuntimeClass "
                + "“gvisor” does not exist | Create the RuntimeClass for a container runtime that the nodes have, "
                + "or use an existing one.",
        "pods \"x\" is forbidden: no PriorityClass with name urgent was found | PriorityClass “urgent” "
                + "does not exist | Create the PriorityClass, or use an existing one.",
        "pods \"x\" is forbidden: error looking up service account ml/bot: serviceaccount \"bot\" not "
                + "found | service account “bot” does not exist | Create the service account, or use an existing "
                + "one."})
    void whatIsMissingIsNamedAndWhoLacksSomethingElseIsToldApart(String message, String reason, String remedy) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        notes = List.of(new CreationFailureEvent("replicaset/llm -n ml", message),
                new CreationFailureEvent("replicaset/tts -n ml", message),
                new CreationFailureEvent("replicaset/asr -n ml",
                        "pods \"x\" is forbidden: pod rejected: RuntimeClass \"kata\" not found"));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline)
                .containsExactlyInAnyOrder("No pods for replicaset/llm and 1 more in ml: " + reason,
                        "No pods for replicaset/asr: RuntimeClass “kata” does not exist");
        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::remedy).contains(remedy);
    }

    @Test
    void objectsOfANamespaceThatAreRefusedPodsForTheSameReasonAreOneFinding() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        notes = List.of(new CreationFailureEvent("daemonset/driver -n gpu", "exceeded quota: all"),
                new CreationFailureEvent("daemonset/toolkit -n gpu", "exceeded quota: all"));

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo(
                    "No more pods for daemonset/driver and 1 more in gpu: ResourceQuota “all” has no room for them");
            assertThat(finding.evidence()).containsExactly("exceeded quota: all", "also for daemonset/toolkit");
        });
    }

    @ParameterizedTest
    @CsvSource({"570.124.06, true", "570.133.20, true", "570.158.01, true", "570.86.15, false", "570.172.08, false",
        "580.95.05, false"})
    void aDriverThatFailsWhereWholeGpusAndInstancesAreMixedIsTold(String driver, boolean told) {
        sample.with(node("a").nvidia("NVIDIA-A100-SXM4-80GB", 8).has("nvidia.com/gpu", 4)
                .has("nvidia.com/mig-1g.10gb", 28).label("nvidia.com/cuda.driver-version.full", driver));

        assertThat(examine(DiagnosisScope.ALL).findings().stream()
                .anyMatch(finding -> finding.id().equals("driver-defect"))).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource({"NVIDIA-L40S, 7, '', true", "NVIDIA-L40S, 8, '', false", "NVIDIA-L40S-SHARED, 28, 4, true",
        "NVIDIA-L40S-SHARED, 32, 4, false", "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb, 7, '', false"})
    void aNodeThatOffersFewerGpusThanItsDriverShowsIsTold(String product, int offered, String replicas, boolean told) {
        var builder = node("a").nvidia(product, 8).has("nvidia.com/gpu", offered);
        if (!replicas.isEmpty()) {
            builder.label("nvidia.com/gpu.replicas", replicas).label("nvidia.com/gpu.sharing-strategy", "time-slicing");
        }
        sample.with(builder);

        assertThat(examine(DiagnosisScope.ALL).findings()).hasSize(told ? 1 : 0).allSatisfy(finding -> {
            assertThat(finding.headline()).isEqualTo("a advertises 7 of 8 GPUs");
            assertThat(finding.evidence()).containsExactly("gpu.count label: 8", "capacity nvidia.com/gpu: " + offered);
        });
    }

    @Test
    void aLayoutThatDoesNotGoWithTheSingleStrategyIsTold() {
        sample.with(node("a").nvidia("NVIDIA-A100-SXM4-80GB-MIG-INVALID", 8).has("nvidia.com/gpu", 8));

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline)
                .containsExactly("a advertises no GPU: its MIG geometry does not fit MIG strategy “single”");
    }

    @ParameterizedTest
    @CsvSource(value = {"train | 1 | 0 | '' | ''",
        "'' | 1 | 0 | GPU metrics of a are not attributed to pods | GPUs "
                + "of the node are allocated to 1 pod: ml/train",
        "'' | 6 | 0 | GPU metrics of a are not attributed to pods | GPUs "
                + "of the node are allocated to 6 pods: ml/train, ml/more-2, ml/more-3, ml/more-4 and 2 more",
        "train | 1 | 30e9 | 'Memory of GPU 1 on a is in use, but the GPU is not allocated to any pod' | "
                + "GPU 1: 27.9 GiB used, but allocated to no pod"}, delimiter = '|')
    void whomAnExporterNamesIsComparedWithWhoIsThere(String named, int pods, double used, String headline,
            String evidence) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 8).has("nvidia.com/gpu", 8)).pod("ml/train", "a", "nvidia.com/gpu",
                1);
        for (int each = 2; each <= pods; each++) {
            sample.pod("ml/more-" + each, "a", "nvidia.com/gpu", 1);
        }
        var holders = named.isEmpty() ? List.<ReportedDeviceUser>of()
                : List.of(new ReportedDeviceUser("ml", named, "main", ""));
        var devices = List.of(new DeviceReadings("GPU-0", 0, "L40S", "", holders,
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.MEMORY_USED, 40e9).toValues(), List.of()),
                new DeviceReadings("GPU-1", 1, "L40S", "", List.of(),
                        new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.MEMORY_USED, used).toValues(),
                        List.of()));
        var readings = new FleetReadings(NOW, Map.of("a", new NodeReadings("a", "exporter", NOW, PACE, null, devices)),
                null);
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(), readings);
        var input = new DiagnosisInput(fleet, AlertRules.standardRules(),
                new AlertSnapshot(NOW, alerts, List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                waiting, List.of(), List.of(), Map.of(), Map.of(), notes, limits, NodeDiagnosisFacts.NONE, List.of(),
                List.of(), NOW);

        var findings = new ClusterDiagnoser(AcceleratorCatalog.standard()).examine(input, DiagnosisScope.ALL)
                .findings();
        assertThat(findings).extracting(DiagnosisFinding::headline)
                .isEqualTo(headline.isEmpty() ? List.of() : List.of(headline));
        assertThat(findings).flatExtracting(DiagnosisFinding::evidence)
                .isEqualTo(evidence.isEmpty() ? List.of() : List.of(evidence));
    }

    @ParameterizedTest
    @CsvSource({"Evicted, ml/train was evicted from a",
        "UnexpectedAdmissionError, The kubelet of a rejected ml/train: its devices were not available",
        "OutOfnvidia.com/gpu, The kubelet of a rejected ml/train: the node had too few free resources"})
    void whomItsNodeDidNotKeepIsToldWithWhoMakesAnother(String status, String headline) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2))
                .pod("ml/train", "a", "nvidia.com/gpu", 1).troubled(status, "It was so").ofDaemonSet("train");

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo(headline);
            assertThat(finding.explanation()).endsWith("The DaemonSet decides whether to recreate the pod.");
            assertThat(finding.remedy()).startsWith("Delete the failed pod");
            assertThat(finding.commands()).contains("tessera plan delete ml/train");
            assertThat(finding.remediation()).hasValue(new FindingRemediation.PodDeletionRemedy(List.of("ml/train")));
        });
    }

    @ParameterizedTest
    @CsvSource({"Evicted", "UnexpectedAdmissionError", "OutOfnvidia.com/gpu"})
    void ofAPodWithoutAControllerNobodyMakesAnotherAndTheObjectIsKept(String status) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2))
                .pod("ml/train", "a", "nvidia.com/gpu", 1).troubled(status, "It was so");

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.explanation()).endsWith("No controller recreates the pod.");
            assertThat(finding.remedy()).startsWith("Replace the failed pod from its manifest");
            assertThat(finding.commands()).noneMatch(command -> command.contains("delete pod"));
            assertThat(finding.remediation()).isEmpty();
        });
    }

    @Test
    void whatWasNotLookedAtIsListed() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4)).unseen();

        assertThat(examine(DiagnosisScope.ALL).skipped()).contains("Quotas: you may not list them",
                "Pods: you are not allowed to read them", "GPU metrics of a: no reading yet");
    }

    /**
     * Pods with a trainer that may use 8 cores and 64 GiB, and a sidecar that may use 8 cores and 1 GiB and uses hardly
     * any; what is null is measured by nobody.
     *
     * @param gone a pod that is no longer there
     */
    private record Told(@Nullable String cpu, @Nullable String memory, String gone) implements ClusterObjectSource {

        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            var json = JsonNodeFactory.instance.objectNode();
            if (object.name().equals(gone)) {
                return Optional.empty();
            }
            if (object.kind().equals("Pod")) {
                var spec = json.putObject("spec");
                spec.putArray("initContainers").addObject().put("name", "loader").put("restartPolicy", "Always")
                        .putObject("resources").putObject("limits").put("cpu", "8").put("memory", "1Gi");
                spec.putArray("containers").addObject().put("name", "main").putObject("resources").putObject("limits")
                        .put("cpu", "8").put("memory", "64Gi");
                return Optional.of(json);
            }
            if (cpu == null && memory == null) {
                return Optional.empty();
            }
            var containers = json.putArray("containers");
            containers.addObject().put("name", "loader").putObject("usage").put("cpu", "10m").put("memory", "100Mi");
            var usage = containers.addObject().put("name", "main").putObject("usage").put("memory", memory);
            if (cpu != null) {
                usage.put("cpu", cpu);
            }
            return Optional.of(json);
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
            return true;
        }
    }

    private static DeviceReadings device(String pod, double busy) {
        return new DeviceReadings("GPU-" + pod, 0, "L40S", "", List.of(new ReportedDeviceUser("ml", pod, "main", "")),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, busy).toValues(), List.of());
    }

    private List<DiagnosisInput.PodSymptom> underused(Told told, Duration age, DeviceReadings... devices)
            throws Exception {
        var readings = new FleetReadings(NOW,
                Map.of("a", new NodeReadings("a", "exporter", NOW.minus(age), PACE, null, List.of(devices))), null);
        return new LowGpuUtilizationCheck(told, skipped, hour, NOW).findSymptoms(
                new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(), readings),
                DiagnosisScope.ALL);
    }

    private List<DiagnosisInput.PodSymptom> underused(double busy, @Nullable String cpu, @Nullable String memory)
            throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1)).pod("ml/train", "a", "nvidia.com/gpu",
                1);
        return underused(new Told(cpu, memory, ""), Duration.ZERO, device("train", busy));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"0.2,  7800m, 20Gi, low-utilisation-cpu",
        "0.2,  2,     62Gi, low-utilisation-memory", "0.2,  2,     20Gi, low-utilisation-data",
        "0.2,  -,     -,    low-utilisation", "0.2,  -,     20Gi, low-utilisation",
        "0.2,  -,     62Gi, low-utilisation-memory", "0.01, 8,     20Gi, low-utilisation-none", "0.01, 2,     20Gi, -",
        "0.6,  8,     62Gi, -"})
    void whatKeepsGpusWaitingIsToldFromWhatItsPodUses(double busy, @Nullable String cpu, @Nullable String memory,
            @Nullable String id) throws Exception {
        assertThat(underused(busy, cpu, memory)).extracting(DiagnosisInput.PodSymptom::id)
                .containsExactlyElementsOf(Optional.ofNullable(id).stream().toList());
    }

    @Test
    void theLikelyCauseOfLowUtilisationComesWithItsEvidenceAndARemedy() throws Exception {
        var found = underused(0.2, "7800m", "20Gi");
        var input = new DiagnosisInput(sample.fleet(), AlertRules.standardRules(),
                new AlertSnapshot(NOW, alerts, List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                waiting, found, List.of(), Map.of(), Map.of(), notes, limits, NodeDiagnosisFacts.NONE, List.of(),
                List.of(), NOW);

        assertThat(new ClusterDiagnoser(AcceleratorCatalog.standard()).examine(input, DiagnosisScope.ALL).findings())
                .singleElement().satisfies(finding -> {
                    assertThat(finding.headline())
                            .isEqualTo("ml/train underuses its GPUs: its CPU usage is at the limit");
                    assertThat(finding.evidence()).containsExactly("its GPU: 20 % busy now, based on one sample",
                            "container main uses 7.8 cores, with a limit of 8",
                            "container main uses 20 GiB of memory, with a limit of 64");
                    assertThat(finding.remedy()).contains("CPU limit");
                });
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"0.9,  0.12, 60, its GPU: 12 % busy in the last hour",
        "0.9, 0.12, 34, its GPU: 12 % busy in the last 34 min", "0.02, 0.80, 60, -"})
    void whereTheLastHourIsRememberedAPodIsJudgedByItAndNotByAMoment(double now, double before, int minutes,
            @Nullable String told) throws Exception {
        hour = (node, device, instance, back) -> Optional
                .of(new MeanGpuUtilization(before, Duration.ofMinutes(minutes)));

        assertThat(underused(now, "2", "20Gi")).extracting(one -> one.evidence().getFirst())
                .containsExactlyElementsOf(Optional.ofNullable(told).stream().toList());
    }

    @Test
    void whatNobodyMeasuresOfAPodIsCalledNotKnown() throws Exception {
        assertThat(underused(0.2, null, "20Gi")).singleElement()
                .satisfies(one -> assertThat(one.evidence()).contains("CPU usage not known: no metrics of main"));
    }

    @Test
    void readingsOfLongAgoAndPodsThatAreGoneSayNothingOfThePresent() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2)).pod("ml/train", "a", "nvidia.com/gpu",
                2);
        var told = new Told("2", "20Gi", "");

        assertThat(underused(told, Duration.ofHours(1), device("train", 0.2))).isEmpty();
        assertThat(underused(new Told("2", "20Gi", "train"), PACE, device("train", 0.2))).isEmpty();
        assertThat(underused(told, PACE, device("train", 0.1), device("train", 0.2))).singleElement().satisfies(
                one -> assertThat(one.evidence()).contains("its GPUs: 15 % busy now, based on one sample (mean of 2)"));
    }

    private static MigInstanceReadings instance(int id, String profile, String pod, double busy) {
        return new MigInstanceReadings(id, profile, new ReportedDeviceUser("ml", pod, "main", ""),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, busy).toValues());
    }

    @Test
    void aMigInstanceIsJudgedByItsOwnReadingAndOneThatIsNotMeasuredByNone() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 1).has("nvidia.com/mig-3g.40gb", 2))
                .pod("ml/train", "a", "nvidia.com/mig-3g.40gb", 1).pod("ml/quick", "a", "nvidia.com/mig-3g.40gb", 1)
                .pod("ml/dark", "a", "nvidia.com/mig-1g.10gb", 1);
        var deviceReadings = new DeviceReadings("GPU-1", 0, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.1).toValues(),
                List.of(instance(1, "3g.40gb", "train", 0.2), instance(2, "3g.40gb", "quick", 0.9),
                        instance(9, "1g.10gb", "dark", Double.NaN)));

        assertThat(underused(new Told("2", "20Gi", ""), PACE, deviceReadings)).singleElement().satisfies(one -> {
            assertThat(one.pod().name()).isEqualTo("train");
            assertThat(one.evidence()).contains("its MIG instance 3g.40gb: 20 % busy now, based on one sample");
        });
        assertThat(underused(new Told("2", "20Gi", ""), Duration.ofHours(1), deviceReadings)).isEmpty();
    }

    @Test
    void whatASharedBoardDoesIsToldOfTheBoardWithAllItsHoldersAndOfNoneOfThem() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 1).label("nvidia.com/gpu.replicas", "4")
                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has("nvidia.com/gpu", 4))
                .pod("ml/one", "a", "nvidia.com/gpu", 1).pod("ml/two", "a", "nvidia.com/gpu", 1);
        var newFleetReadings = new FleetReadings(NOW,
                Map.of("a", new NodeReadings("a", "exporter", NOW, PACE, null, List.of(device("one", 0.2)))), null);
        var stale = new FleetReadings(NOW, Map.of("a", new NodeReadings("a", "exporter", NOW.minus(Duration.ofHours(1)),
                PACE, null, List.of(device("one", 0.2)))), null);
        var reader = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard());
        var underuse = new LowGpuUtilizationCheck(new Told("2", "20Gi", ""), skipped, hour, NOW);
        var fleet = reader.read(sample.snapshot(), newFleetReadings);

        assertThat(underuse.findSymptoms(fleet, DiagnosisScope.ALL)).isEmpty();
        assertThat(underuse.underusedShared(reader.read(sample.snapshot(), stale))).isEmpty();
        var input = new DiagnosisInput(sample.fleet(), AlertRules.standardRules(),
                new AlertSnapshot(NOW, alerts, List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                waiting, List.of(), underuse.underusedShared(fleet), Map.of(), Map.of(), notes, limits,
                NodeDiagnosisFacts.NONE, List.of(), List.of(), NOW);
        assertThat(new ClusterDiagnoser(AcceleratorCatalog.standard()).examine(input, DiagnosisScope.ALL).findings())
                .singleElement().satisfies(finding -> {
                    assertThat(finding.headline())
                            .isEqualTo("GPU 0 of a has low utilization, although several pods share it");
                    assertThat(finding.evidence()).containsExactly(
                            "all pods together: 20 % busy now, based on one sample", "allocated to ml/one",
                            "pods on other devices of the node, or on this one: ml/two");
                });
    }

    /** A stack that is not there, and logs as they were written. */
    static GpuStackClusterReader logs(Map<String, List<String>> logs) {
        return new GpuStackClusterReader() {
            @Override
            public GpuStackObjects read() {
                throw new IllegalStateException("nobody asks for it here");
            }

            @Override
            public List<String> warningEvents(PodSummary pod) {
                return List.of();
            }

            @Override
            public ContainerLogTail readLog(PodSummary pod, int lines) throws ProblemException {
                if (pod.name().startsWith("mute")) {
                    throw new ProblemException(
                            Problem.of(Problem.OperationProblemKind.OVERLOADED, "The kubelet of a does not answer"));
                }
                return new ContainerLogTail("main", pod.restarts() > 0, logs.getOrDefault(pod.name(), List.of()));
            }
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB | ml/train ran out of GPU memory",
        "torch.AcceleratorError: CUDA error: out of memory           | ml/train ran out of GPU memory before its framework allocated any",
        "cupy.cuda.memory.OutOfMemoryError: Out of memory allocating 512 bytes (allocated so far: 0 bytes). | ml/train ran out of GPU memory before its framework allocated any",
        "cupy.cuda.memory.OutOfMemoryError: Out of memory allocating 8,589,934,592 bytes (allocated so far: 146,028,888,064 bytes). | ml/train ran out of GPU memory",
        "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 8.00GiB with allocator GPU_0_bfc on device 0. | ml/train ran out of GPU memory",
        "RuntimeError: jaxlib/cuda/versions_helpers.cc:135: operation cuInit(0) failed: CUDA_ERROR_NO_DEVICE | ml/train sees no GPU in its container",
        "RuntimeError: unable to allocate shared memory(shm) for file </torch_818_28_0>: Resource temporarily unavailable (11) | ml/train has too little shared memory",
        "[W1127 socket.cpp:767] [c10d] The client socket has failed to connect to [h]:29500 (errno: 97 - Address family not supported by protocol). | ml/train has its devices allocated and keeps restarting",
        "OOM when allocating tensor with shape[64,1024] and type float on /job:localhost/replica:0/task:0/device:GPU:0 | ml/train ran out of GPU memory",
        "torch.distributed.DistStoreError: Timed out after 21 seconds waiting for clients. 1/2 clients joined. | The processes of ml/train did not all join (rendezvous)",
        "[rank0]: Duplicate GPU detected : rank 0 and rank 1 both on CUDA device 60 | Two processes of "
                + "ml/train use the same GPU, which NCCL refuses",
        "torch.AcceleratorError: CUDA error: device-side assert triggered | A GPU kernel of ml/train failed",
        "Failed to initialize NVML: Driver/library version mismatch | The loaded driver of a and its libraries have different versions",
        "RuntimeError: No CUDA GPUs are available                    | ml/train sees no GPU in its container",
        "WARNING: infoROM is corrupted at gpu 0000:17:00.0           | ml/train reports a corrupted "
                + "infoROM on a GPU of a",
        "CUDA error: no kernel image is available for execution on the device | The image of ml/train has no code for the GPUs of a",
        "bash: line 1: nvidia-smi: command not found                  | ml/train sees no GPU in its container",
        "train:1:9 [0] NCCL WARN Connect to 10.0.0.7<4711> failed     | NCCL cannot connect the processes of ml/train",
        "CUDA driver version is insufficient for CUDA runtime version | The image of ml/train needs a newer driver than a has",
        "something else altogether                                    | ml/train has its devices allocated and keeps restarting"})
    void whatAPodWroteLastTellsWhyItEnds(String line, String headline) throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1)).crashing("ml/train", "a",
                "nvidia.com/gpu", 1);
        var written = new TerminatedPodLogReader(logs(Map.of("train", List.of("epoch 1", line, "exit"))),
                AcceleratorCatalog.standard(), skipped).readLogs(sample.fleet(), DiagnosisScope.ALL);
        var input = new DiagnosisInput(sample.fleet(), AlertRules.standardRules(),
                new AlertSnapshot(NOW, alerts, List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                waiting, List.of(), List.of(), written, Map.of(), notes, limits, NodeDiagnosisFacts.NONE, List.of(),
                List.of(), NOW);

        assertThat(new ClusterDiagnoser(AcceleratorCatalog.standard()).examine(input, DiagnosisScope.ALL).findings())
                .singleElement().satisfies(finding -> assertThat(finding.headline()).isEqualTo(headline));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"OOMKilled        | ''",
        "CrashLoopBackOff | back-off 5m0s; last ended with OOMKilled, exit code 137"})
    void whoWasEndedForLackOfMemoryIsToldSoThoughItIsStartedAgain(String status, String message) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1))
                .pod("ml/train", "a", "nvidia.com/gpu", 1).troubled(status, message);

        assertThat(examine(DiagnosisScope.ALL).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("ml/train ran out of host memory");
            assertThat(finding.remedy()).isEqualTo("Raise the pod’s memory limit.");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "CreateContainerConfigError | configmap \"train\" not found | ml/train has its devices "
                + "allocated and cannot start: ConfigMap “train” does not exist in ml",
        "CreateContainerConfigError | couldn't find key token in Secret ml/hub | ml/train has its devices allocated and cannot start: the Secret ml/hub has no key token",
        "CrashLoopBackOff | back-off; last ended with StartError, exit code 128: exec: \"trian.py\": executable file not found in $PATH | ml/train cannot start: its image has no executable “trian.py”",
        "CrashLoopBackOff | back-off; last ended with StartError, exit code 128: nvml error: driver/library version mismatch: unknown | The loaded driver of a and its libraries have different versions",
        "ErrImagePull | failed to pull and unpack image: unauthorized: authentication required | ml/train has its devices allocated and cannot pull its image: the registry refuses access",
        "ImagePullBackOff | Back-off pulling image \"a:1\": ErrImagePull: failed to pull image \"a:1\": "
                + "a:1: not found | ml/train has its devices allocated and cannot pull its image: the registry "
                + "does not have this name and tag",
        "ErrImagePull | dial tcp: lookup registry.example: no such host | ml/train has its devices allocated and cannot pull its image: a cannot reach the registry",
        "ErrImagePull | toomanyrequests: You have reached your pull rate limit | ml/train has its devices allocated and cannot pull its image yet: the registry’s rate limit is reached",
        "InvalidImageName | couldn't parse image name | ml/train has its devices allocated and has an invalid image name",
        "NodeAffinity | Pod was rejected: Predicate NodeAffinity failed | The kubelet of a rejected ml/train: the node’s labels do not match the pod’s node selector or node affinity",
        "Evicted | The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi | a ran short of ephemeral-storage and evicted ml/train",
        "Evicted | The node was low on resource: pids. Threshold quantity: 1k | ml/train was evicted from a"})
    void whatTheKubeletNamesIsNamed(String status, String message, String headline) {
        sample.with(node("a").nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1))
                .pod("ml/train", "a", "nvidia.com/gpu", 1).troubled(status, message);

        assertThat(examine(DiagnosisScope.ALL).findings()).extracting(DiagnosisFinding::headline)
                .containsExactly(headline);
    }

    @Test
    void aLogThatCannotBeReadIsNotedAndTheOthersAreRead() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2))
                .crashing("ml/mute", "a", "nvidia.com/gpu", 1).crashing("ml/train", "a", "nvidia.com/gpu", 1);

        assertThat(new TerminatedPodLogReader(logs(Map.of("train", List.of("exit"))), AcceleratorCatalog.standard(),
                skipped).readLogs(sample.fleet(), DiagnosisScope.ALL)).containsOnlyKeys("ml/train");
        assertThat(skipped).containsExactly("Log of ml/mute: The kubelet of a does not answer");
    }

    @Test
    void ofManyLogsThatCannotBeReadOneIsToldAndTheOthersAreCounted() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        for (int pod = 0; pod < 4; pod++) {
            sample.crashing("ml/mute-" + pod, "a", "nvidia.com/gpu", 1);
        }

        assertThat(new TerminatedPodLogReader(logs(Map.of()), AcceleratorCatalog.standard(), skipped)
                .readLogs(sample.fleet(), DiagnosisScope.ALL)).isEmpty();
        assertThat(skipped).containsExactly("Log of ml/mute-0: The kubelet of a does not answer",
                "Logs of 3 more failed pods: not readable either");
    }

    @Test
    void idlePodsHideNoUnderusedOneAndWhoWasNotJudgedIsCounted() throws Exception {
        sample.with(node("a").nvidia("NVIDIA-L40S", 25).has("nvidia.com/gpu", 25));
        var devices = new ArrayList<DeviceReadings>();
        for (int pod = 0; pod < 24; pod++) {
            sample.pod("ml/idle-" + pod, "a", "nvidia.com/gpu", 1);
            devices.add(device("idle-" + pod, 0));
        }
        sample.pod("ml/train", "a", "nvidia.com/gpu", 1);
        devices.add(device("train", 0.2));

        assertThat(underused(new Told("2", "20Gi", ""), PACE, devices.toArray(new DeviceReadings[0])))
                .extracting(one -> one.pod().name()).containsExactly("train");
        assertThat(skipped).containsExactly(
                "Why GPUs of 5 more pods have low utilization: only 20 were checked, pods with idle GPUs last");
    }
}
