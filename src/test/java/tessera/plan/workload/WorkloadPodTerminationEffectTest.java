package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.labels.LabelSelector;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.intent.WorkloadChangeIntent.RestartWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ScaleWorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;

import static org.assertj.core.api.Assertions.assertThat;

/** What ends with a smaller or a restarted workload, and whether its name has to be typed for that. */
class WorkloadPodTerminationEffectTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final List<PodSummary> running = new ArrayList<>();
    private final List<PodSummary> waiting = new ArrayList<>();
    private JsonNode whole = new JsonMapper().createObjectNode();
    private VisiblePodScope scope = new VisiblePodScope.AllPods();
    private int kept;
    private @Nullable Instant deleted;
    private String strategy = "RollingUpdate";

    private void pods(int runs, int waits, long gpus) {
        for (int each = 0; each < runs + waits; each++) {
            boolean bound = each < runs;
            (bound ? running : waiting).add(new PodSummary("team", "x-" + each, "uid-" + each, bound ? "a" : "", "",
                    bound ? PodPhase.RUNNING : PodPhase.PENDING, bound ? "Running" : "Pending", "", "",
                    ResourceAmounts.of("nvidia.com/gpu", gpus), new ControllerRef("ReplicaSet", "x-1"),
                    Map.of("app", "x"), 0, Sample.NOW, bound ? Sample.NOW : null, deleted, bound ? 1 : 0, 1, 0,
                    List.of()));
        }
    }

    private WorkloadPlanner planner(WorkloadKind kind, int replicas) {
        var node = Sample.node("a").nvidia("H100", 8).has("nvidia.com/gpu", 8).facts();
        var clusterSnapshot = new ClusterSnapshot(1, Sample.NOW, new SessionConnectionStatus.LiveConnection(Sample.NOW),
                new SnapshotCollectionHealth.LiveCollection(), new SnapshotCollectionHealth.LiveCollection(), scope,
                List.of(NodeWithBoundPods.of(node, running)), waiting, Duration.ZERO);
        var input = new NodeAndPodPlannerInput(clusterSnapshot, AcceleratorCatalog.standard(), List.of(), Map.of(),
                Map.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
        var pods = new ArrayList<>(running);
        pods.addAll(waiting);
        var making = new WorkloadSpecReader(kind, whole);
        var object = new WorkloadObjectState(kind.objectRef("team", "x"), "u", "7", replicas, false, false, false,
                strategy, kept, "", ControllerRef.NONE,
                new LabelSelector(List.of(LabelRequirement.equalTo("app", "x"))), List.of(), whole);
        return new WorkloadPlanner(new WorkloadChangeTarget(kind, object, pods, input),
                new WorkloadGrowthCapacityCheck(making, making, pods, input, Optional.of(List.of()), Optional.empty()));
    }

    private ChangePlan scaled(WorkloadKind kind, int from, int to) {
        return planner(kind, from).plan(new ScaleWorkloadIntent(kind.objectRef("team", "x"), to, PATIENCE), Sample.NOW);
    }

    private ChangePlan restarted(WorkloadKind kind, int replicas) {
        return planner(kind, replicas).plan(new RestartWorkloadIntent(kind.objectRef("team", "x"), PATIENCE),
                Sample.NOW);
    }

    @Test
    void whoEndsPodsThatWorkOnGpusByScalingTypesTheName() {
        pods(4, 0, 1);
        var fewer = scaled(WorkloadKind.DEPLOYMENT, 4, 1);
        assertThat(fewer.confirmationText()).isEqualTo("x");
        assertThat(fewer.warningTexts()).contains("Frees 3 GPUs",
                new WorkloadChangeWarning.ControllerPicksPods(3, 4).text());
        assertThat(scaled(WorkloadKind.STATEFUL_SET, 4, 3).confirmationText()).isEqualTo("x");
        assertThat(scaled(WorkloadKind.DEPLOYMENT, 4, 6).confirmationText()).as("more end nothing").isEmpty();
    }

    @Test
    void whatStaysAndIsNotReadyIsToldBeforeItIsWaitedForInVain() {
        pods(1, 2, 1);
        assertThat(scaled(WorkloadKind.STATEFUL_SET, 3, 2).warningTexts()).contains(
                "1 remaining pod is not ready. Tessera waits up to 300 s for the pod (--wait 0 skips the wait).");
        assertThat(scaled(WorkloadKind.DEPLOYMENT, 3, 1).warningTexts()).as("what does not run goes first")
                .noneMatch(text -> text.contains("remaining pod"));
    }

    @Test
    void podsThatWaitForGpusGoFirstAndFreeNone() {
        pods(2, 2, 1);
        var waitingOnly = scaled(WorkloadKind.DEPLOYMENT, 4, 2);
        assertThat(waitingOnly.confirmationText()).as("nothing that runs ends").isEmpty();
        assertThat(waitingOnly.warningTexts()).noneMatch(text -> text.startsWith("Frees"));
        var one = scaled(WorkloadKind.DEPLOYMENT, 4, 1);
        assertThat(one.warningTexts()).contains("Frees 1 GPU");
        assertThat(one.confirmationText()).isEqualTo("x");
        assertThat(scaled(WorkloadKind.DEPLOYMENT, 4, 0).warningTexts()).contains("Frees 2 GPUs");
    }

    @Test
    void podsThatAreNotMadeDoNotEnd() {
        assertThat(scaled(WorkloadKind.DEPLOYMENT, 3, 1).warningTexts())
                .noneMatch(text -> text.contains("pods terminate") || text.contains("picks which"));
    }

    @Test
    void whoCannotSeeThePodsOfWhatAsksForGpusTypesTheName() throws Exception {
        scope = new VisiblePodScope.NamespacedScope(List.of(),
                Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not list pods"));
        whole = new JsonMapper().readTree("""
                {"spec": {"template": {"spec": {"containers": [
                  {"name": "main", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}}}""");
        assertThat(scaled(WorkloadKind.DEPLOYMENT, 3, 1).confirmationText()).isEqualTo("x");
        assertThat(restarted(WorkloadKind.DEPLOYMENT, 3).confirmationText()).isEqualTo("x");
    }

    @Test
    void whoRestartsWhatWorksOnGpusTypesTheName() {
        pods(2, 0, 2);
        var plan = restarted(WorkloadKind.DEPLOYMENT, 2);
        assertThat(plan.confirmationText()).isEqualTo("x");
        assertThat(plan.warningTexts()).contains(new WorkloadChangeWarning.GpuWorkLost("4 GPUs").text());
        strategy = "OnDelete";
        assertThat(restarted(WorkloadKind.DAEMON_SET, 2).confirmationText()).as("nothing ends").isEmpty();
    }

    @Test
    void aRestartWithoutGpusAsksForNoName() {
        pods(2, 0, 0);
        assertThat(restarted(WorkloadKind.DEPLOYMENT, 2).confirmationText()).isEmpty();
    }

    @Test
    void aPodThatIsTerminatingAlreadyIsSaidToBeAndLosesNothingByARestart() {
        deleted = Sample.NOW;
        pods(1, 0, 1);
        assertThat(restarted(WorkloadKind.DEPLOYMENT, 1).effects().pods()).singleElement().satisfies(effect -> {
            assertThat(effect.text()).isEqualTo("Already terminating");
            assertThat(effect.concerns()).isEmpty();
        });
    }

    @Test
    void podsBelowThePartitionOfAStatefulSetAreNotToldToEnd() throws Exception {
        pods(3, 0, 1);
        kept = 2;
        assertThat(restarted(WorkloadKind.STATEFUL_SET, 3).effects().pods()).extracting(effect -> effect.pod().name())
                .containsExactly("x-2");
        kept = 3;
        assertThat(restarted(WorkloadKind.STATEFUL_SET, 3).confirmationText()).isEmpty();
        whole = new JsonMapper().readTree("{\"spec\": {\"ordinals\": {\"start\": 1}}}");
        assertThat(scaled(WorkloadKind.STATEFUL_SET, 3, 1).effects().pods()).as("it counts from one on")
                .extracting(effect -> effect.pod().name()).containsExactly("x-2");
    }
}
