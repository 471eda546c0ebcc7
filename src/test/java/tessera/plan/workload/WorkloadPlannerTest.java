package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.kube.disruption.PodDisruptionBudget.BudgetStatus;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.labels.LabelSelector;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.WorkloadChangeIntent.DeletePodIntent;
import tessera.plan.intent.WorkloadChangeIntent.EvictPodIntent;
import tessera.plan.intent.WorkloadChangeIntent.RestartWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ResumeWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ScaleWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.SuspendWorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.StaleSnapshotProblemFactory;
import tessera.plan.step.PlanStep;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said of a change of pods before it is made, and the steps by which it is made. */
class WorkloadPlannerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Instant NOW = Sample.NOW;

    private final List<PodSummary> pods = new ArrayList<>();
    private final List<PodDisruptionBudget> budgets = new ArrayList<>();
    private JsonNode whole = MissingNode.getInstance();
    private boolean ready = true;
    private VisiblePodScope scope = new VisiblePodScope.AllPods();

    private PodSummary pod(String name, ControllerRef owner, long gpus) {
        var pod = new PodSummary("team", name, "uid-" + name, "a", "", PodPhase.RUNNING, "Running", "", "",
                ResourceAmounts.of("nvidia.com/gpu", gpus), owner, Map.of("app", "x"), 0, NOW, NOW, null, 1, 1, 0,
                List.of());
        pods.add(pod);
        return pod;
    }

    private final Map<String, PodPlanningDetails> details = new HashMap<>();
    private Optional<List<QuotaWithUsage>> quotas = Optional.of(List.of());

    private NodeAndPodPlannerInput survey() {
        var node = Sample.node("a").nvidia("H100", 8).has("nvidia.com/gpu", 8).ready(ready ? "True" : "Unknown", "")
                .facts();
        var clusterSnapshot = new ClusterSnapshot(1, NOW, new SessionConnectionStatus.LiveConnection(NOW),
                new SnapshotCollectionHealth.LiveCollection(), new SnapshotCollectionHealth.LiveCollection(), scope,
                List.of(NodeWithBoundPods.of(node, pods)), List.of(), Duration.ZERO);
        return new NodeAndPodPlannerInput(clusterSnapshot, AcceleratorCatalog.standard(), List.of(), Map.of(), details,
                budgets, List.of(), Optional.empty(), Optional.empty());
    }

    private static PodPlanningDetails detail(PodSummary pod, String... emptyDirs) {
        return new PodPlanningDetails(pod.namespace(), pod.name(), pod.uid(), Map.of(), List.of(), List.of(emptyDirs),
                false);
    }

    private ChangePlan delete(PodSummary pod, boolean force) {
        return PodRemovalPlanner.plan(new DeletePodIntent(ObjectRef.pod("team", pod.name()), null, force, PATIENCE),
                detail(pod), survey());
    }

    private WorkloadGrowthCapacityCheck growth(WorkloadKind kind) {
        var making = new WorkloadSpecReader(kind, whole);
        return new WorkloadGrowthCapacityCheck(making, making, pods, survey(), quotas, Optional.empty());
    }

    private WorkloadPlanner planner(WorkloadKind kind, int replicas, boolean suspended, String... scalers) {
        var object = new WorkloadObjectState(kind.objectRef("team", "x"), "u", "7", replicas, suspended, false, false,
                "RollingUpdate", 0, "", ControllerRef.NONE,
                new LabelSelector(List.of(LabelRequirement.equalTo("app", "x"))), List.of(scalers), whole);
        return new WorkloadPlanner(new WorkloadChangeTarget(kind, object, pods, survey()), growth(kind));
    }

    private static List<String> words(ChangePlan plan) {
        return plan.steps().stream().map(PlanStepWithUndo::text).toList();
    }

    @Test
    void whatComesAfterAPodIsSaidOfItsOwner() {
        var bare = delete(pod("bare", ControllerRef.NONE, 2), false);
        assertThat(bare.effects().pods()).extracting(PodEffect::text).containsExactly("Not recreated");
        assertThat(bare.confirmationText()).as("what runs ends").isEqualTo("bare");
        assertThat(bare.warningTexts()).contains(new WorkloadChangeWarning.PodHasNoController().text());
        var owned = delete(pod("owned", new ControllerRef("Job", "train"), 1), false);
        assertThat(owned.effects().pods()).extracting(PodEffect::text)
                .containsExactly("Job train creates a replacement within its backoffLimit");
        assertThat(owned.confirmationText()).as("what another does again ends, too").isEqualTo("owned");
        assertThat(owned.warningTexts()).contains("Frees 1 GPU on a. The replacement requests the same.");
        assertThat(words(owned)).containsExactly("Delete team/owned", "Wait until team/owned is gone");
        assertThat(owned.steps()).allMatch(step -> step.undo().isEmpty());
    }

    @Test
    void whatEndsSomethingThatRunsIsTypedAndSeveralPodsGoByOnePlan() {
        var plans = List.of("one", "two").stream()
                .map(name -> PodRemovalPlanner.plan(new EvictPodIntent(ObjectRef.pod("team", name), null, PATIENCE),
                        detail(pod(name, new ControllerRef("Job", "x"), 1)), survey()))
                .toList();
        assertThat(plans).extracting(ChangePlan::confirmationText).containsExactly("one", "two");
        var whole = ChangePlan.combine(new CompositeIntent(plans.stream().map(ChangePlan::intent).toList()), plans);
        assertThat(whole.confirmationText()).isEqualTo("one, two");
        assertThat(whole.effects().pods()).hasSize(2);
        assertThat(whole.warningTexts()).contains("All of them: The pod uses 1 GPU on a and loses unsaved work");
        assertThat(words(whole)).as("nobody is waited for before all were asked").containsExactly("Evict team/one",
                "Evict team/two", "Wait until team/one is gone", "Wait until team/two is gone");
        var suspended = planner(WorkloadKind.JOB, 1, false)
                .plan(new SuspendWorkloadIntent(WorkloadKind.JOB.objectRef("team", "x"), PATIENCE), NOW);
        assertThat(suspended.confirmationText()).as("its pods work on GPUs").isEqualTo("x");
    }

    @Test
    void ofManyAsManyAreTypedAsAreMeantAndWhatEachOfThemTellsTwiceIsToldOnce() {
        var plans = IntStream.range(0, 5).mapToObj(number -> {
            var intent = new EvictPodIntent(ObjectRef.pod("team-" + number, number < 2 ? "same" : "pod-" + number),
                    null, PATIENCE);
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE,
                    List.of(new ForeignMessage("It ends"), new ForeignMessage("It ends")), List.of(),
                    number == 4 ? "" : intent.object().name());
        }).toList();
        var whole = ChangePlan.combine(new CompositeIntent(plans.stream().map(ChangePlan::intent).toList()), plans);
        assertThat(whole.warningTexts()).containsExactly("All of them: It ends");
        assertThat(ChangePlan.combine(whole.intent(), plans.subList(0, 2)).confirmationText()).isEqualTo("same");

        var all = IntStream.range(0, 5).mapToObj(number -> new ChangePlan(plans.getFirst().intent(), List.of(),
                List.of(), PlanEffects.NONE, List.of(), List.of(), number == 4 ? "" : "pod-" + number)).toList();
        assertThat(ChangePlan.combine(whole.intent(), all).confirmationText()).as("as the sentence says")
                .isEqualTo("5 pods");
        assertThat(whole.intent().summaryText()).isEqualTo("Evict 5 pods");
        var mixed = new CompositeIntent(List.of(plans.getFirst().intent(),
                new SuspendWorkloadIntent(WorkloadKind.JOB.objectRef("team", "x"), PATIENCE)));
        assertThat(ChangePlan.combine(mixed, all).confirmationText()).as("each may be of several objects")
                .isEqualTo("5 changes");
    }

    @Test
    void onlyAPodThatHasANodeKeepsDataThere() {
        var placed = pod("one", new ControllerRef("StatefulSet", "x"), 0);
        var pendingPodSummary = new PodSummary("team", "two", "uid-two", "", "", PodPhase.PENDING, "Pending", "", "",
                ResourceAmounts.of("nvidia.com/gpu", 1), new ControllerRef("StatefulSet", "x"), Map.of(), 0, NOW, NOW,
                null, 0, 1, 0, List.of());
        pods.add(pendingPodSummary);

        assertThat(deleteWithData(placed).warningTexts())
                .contains(new WorkloadChangeWarning.PodLosesLocalData().text());
        assertThat(deleteWithData(pendingPodSummary).warningTexts()).isEmpty();
    }

    private ChangePlan deleteWithData(PodSummary pod) {
        details.put(pod.uid(), detail(pod, "scratch"));
        return delete(pod, false);
    }

    @Test
    void whoHasNoPatienceWaitsForNothing() {
        var object = ObjectRef.pod("team", "one");
        var pod = detail(pod("one", new ControllerRef("ReplicaSet", "x-1"), 1));
        var now = Duration.ZERO;
        assertThat(List.of(PodRemovalPlanner.plan(new DeletePodIntent(object, null, false, now), pod, survey()),
                PodRemovalPlanner.plan(new EvictPodIntent(object, null, now), pod, survey()),
                planner(WorkloadKind.JOB, 1, false)
                        .plan(new SuspendWorkloadIntent(WorkloadKind.JOB.objectRef("team", "x"), now), NOW),
                planner(WorkloadKind.JOB, 1, true)
                        .plan(new ResumeWorkloadIntent(WorkloadKind.JOB.objectRef("team", "x"), now), NOW),
                planner(WorkloadKind.DEPLOYMENT, 1, false)
                        .plan(new RestartWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "x"), now), NOW)))
                .allSatisfy(plan -> assertThat(plan.steps()).isNotEmpty()
                        .noneMatch(step -> step.step() instanceof PlanStep.AwaitClusterStateStep));
    }

    @Test
    void aPodThatIsNeverSeenIsNotToBePlannedForAgainInAMoment() {
        var detail = new PodPlanningDetails("team", "new", "uid-new", Map.of(), List.of(), List.of(), false);
        var intent = new EvictPodIntent(ObjectRef.pod("team", "new"), null, PATIENCE);
        var soon = PodRemovalPlanner.plan(intent, detail, survey()).refusals();
        assertThat(StaleSnapshotProblemFactory.isOnlyReason(soon)).isTrue();

        scope = new VisiblePodScope.NamespacedScope(List.of("other"),
                Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not list pods"));
        var never = PodRemovalPlanner.plan(intent, detail, survey()).refusals();
        assertThat(never).singleElement().extracting(Problem::headline)
                .isEqualTo("Pods in namespace team are not visible");
        assertThat(StaleSnapshotProblemFactory.isOnlyReason(never)).isFalse();
        assertThat(StaleSnapshotProblemFactory.sortLast(List.of(soon.getFirst(), never.getFirst())))
                .containsExactly(never.getFirst(), soon.getFirst());
    }

    @Test
    void aDeletionNamesTheBudgetThatItPassesBy() {
        budgets.add(new PodDisruptionBudget("team", "keep",
                new LabelSelector(List.of(LabelRequirement.equalTo("app", "x"))), false,
                BudgetStatus.counted(0, 1, 1)));
        var pod = pod("one", new ControllerRef("ReplicaSet", "x-1"), 0);
        assertThat(delete(pod, false).warningTexts()).singleElement().asString()
                .isEqualTo(new WorkloadChangeWarning.DeletionBypassesBudget("keep", 1, 1).text());
        var evict = PodRemovalPlanner.plan(new EvictPodIntent(ObjectRef.pod("team", "one"), null, PATIENCE),
                detail(pod), survey());
        assertThat(evict.effects().podsWithFate(PodFate.BLOCKED)).hasSize(1);
        assertThat(evict.warningTexts()).first().asString().startsWith("A PodDisruptionBudget blocks the eviction.");
        assertThat(evict.steps().getFirst().step()).isInstanceOf(PlanStep.EvictPodStep.class);
    }

    @Test
    void onANodeThatDoesNotAnswerOnlyForceHelpsAndThatIsDangerous() {
        ready = false;
        var pod = pod("stuck", new ControllerRef("StatefulSet", "x"), 1);
        assertThat(delete(pod, false).warningTexts()).first().asString().contains("Node a does not respond");
        var forced = delete(pod, true);
        assertThat(forced.warningTexts()).first().asString()
                .isEqualTo(new WorkloadChangeWarning.ForcedDeletionLeavesProcesses().text());
        assertThat(forced.confirmationText()).isEqualTo("stuck");
        assertThat(forced.steps().getFirst().step()).isInstanceOfSatisfying(PlanStep.DeleteObjectStep.class,
                step -> assertThat(step.gracePeriod()).isEqualTo(Duration.ZERO));
    }

    @Test
    void aPodThatIsAnotherByNowIsNotTouched() {
        var pod = pod("one", ControllerRef.NONE, 0);
        var successor = new PodPlanningDetails("team", "one", "uid-of-another", Map.of(), List.of(), List.of(), false);
        var plan = PodRemovalPlanner.plan(new DeletePodIntent(ObjectRef.pod("team", pod.name()), null, false, PATIENCE),
                successor, survey());
        assertThat(plan.steps()).isEmpty();
        assertThat(plan.refusals()).singleElement()
                .satisfies(problem -> assertThat(problem.headline()).contains("out of date"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"nvidia-driver-daemonset | work,work2 | 2 GPU pods on a use its driver",
        "nvidia-container-toolkit-daemonset | '' | New containers on a get no GPU until the next toolkit pod is ready",
        "nvidia-device-plugin-daemonset | '' | a advertises no GPU until the next device plugin pod is ready. Running GPU pods continue."})
    void whoWorksByWhatAPodOfTheStackKeepsUpIsTold(String app, String served, String warning) {
        pod("work", new ControllerRef("Job", "x"), 4);
        pod("work2", new ControllerRef("Job", "x"), 2);
        pod("idle", new ControllerRef("Job", "x"), 0);
        var podSummary = new PodSummary("team", "server", "uid-server", "a", "", PodPhase.RUNNING, "Running", "", "",
                ResourceAmounts.NONE, new ControllerRef("DaemonSet", app), Map.of("app", app), 0, NOW, NOW, null, 1, 1,
                0, List.of());
        pods.add(podSummary);
        var plan = delete(podSummary, false);
        assertThat(plan.effects().podsWithFate(PodFate.STRANDED)).extracting(effect -> effect.pod().name())
                .containsExactly(served.isEmpty() ? new String[0] : served.split(",", -1));
        assertThat(plan.warningTexts()).anyMatch(text -> text.startsWith(warning));
        assertThat(plan.confirmationText()).isEqualTo("server");
    }

    @Test
    void podsThatAreReplacedOnlyAsTheyAreDeletedStay() {
        pod("driver-a", new ControllerRef("DaemonSet", "x"), 0);
        var kind = WorkloadKind.DAEMON_SET;
        var object = new WorkloadObjectState(kind.objectRef("team", "x"), "u", "7", -1, false, false, false, "OnDelete",
                0, "", ControllerRef.NONE, new LabelSelector(List.of(LabelRequirement.equalTo("app", "x"))), List.of(),
                whole);
        var plan = new WorkloadPlanner(new WorkloadChangeTarget(kind, object, pods, survey()), growth(kind))
                .plan(new RestartWorkloadIntent(object.object(), PATIENCE), NOW);
        assertThat(plan.effects().pods()).extracting(PodEffect::fate).containsExactly(PodFate.STAYS);
        assertThat(words(plan)).as("nothing is waited for").containsExactly("Restart x");
    }

    @ParameterizedTest
    @CsvSource({"DEPLOYMENT,true,true,false", "STATEFUL_SET,true,true,false", "DAEMON_SET,true,false,false",
        "JOB,false,false,true", "CRON_JOB,false,false,true", "PYTORCH_JOB,false,false,true", "MPI_JOB,false,false,true",
        "TF_JOB,false,false,true", "XGBOOST_JOB,false,false,true", "PADDLE_JOB,false,false,true",
        "JAX_JOB,false,false,true", "TRAIN_JOB,false,false,true", "JOB_SET,false,false,true",
        "RAY_CLUSTER,false,false,true", "LEADER_WORKER_SET,false,true,false", "WORKLOAD,false,false,true"})
    void eachKindTakesWhatItUnderstands(WorkloadKind kind, boolean restarts, boolean scales, boolean suspends) {
        var object = kind.objectRef("team", "x");
        var planner = planner(kind, 3, false);
        assertThat(planner.plan(new RestartWorkloadIntent(object, PATIENCE), NOW).refusals().isEmpty())
                .isEqualTo(restarts);
        assertThat(planner.plan(new ScaleWorkloadIntent(object, 2, PATIENCE), NOW).refusals().isEmpty())
                .isEqualTo(scales);
        assertThat(planner.plan(new SuspendWorkloadIntent(object, PATIENCE), NOW).refusals().isEmpty())
                .isEqualTo(suspends);
        assertThat(planner.plan(new ResumeWorkloadIntent(object, PATIENCE), NOW).refusals().isEmpty())
                .isEqualTo(suspends);
    }

    @Test
    void scalingSaysWhoGoesAsFarAsThatIsKnownAndIsTakenBackByScaling() {
        var owner = new ControllerRef("StatefulSet", "x");
        pod("x-0", owner, 2);
        pod("x-1", owner, 2);
        pod("x-2", owner, 2);
        var object = WorkloadKind.STATEFUL_SET.objectRef("team", "x");
        var plan = planner(WorkloadKind.STATEFUL_SET, 3, false, "The HorizontalPodAutoscaler auto")
                .plan(new ScaleWorkloadIntent(object, 1, PATIENCE), NOW);
        assertThat(plan.effects().pods()).extracting(effect -> effect.pod().name()).containsExactly("x-1", "x-2");
        assertThat(plan.warningTexts()).contains("Frees 4 GPUs",
                "The HorizontalPodAutoscaler auto also sets the replica count and may revert the change");
        assertThat(plan.steps().getFirst().undo()).contains(new ScaleWorkloadIntent(object, 3, PATIENCE));
        assertThat(plan.steps().getFirst().step()).isInstanceOfSatisfying(PlanStep.PatchObjectStep.class, patch -> {
            assertThat(patch.body()).contains("\"resourceVersion\":\"7\"", "\"replicas\":1");
            assertThat(patch.preconditions()).containsEntry("/spec/replicas", "3");
        });
        var all = planner(WorkloadKind.STATEFUL_SET, 3, false).plan(new ScaleWorkloadIntent(object, 0, PATIENCE), NOW);
        assertThat(all.confirmationText()).isEqualTo("x");
        assertThat(planner(WorkloadKind.STATEFUL_SET, 3, false)
                .plan(new ScaleWorkloadIntent(object, 0, Duration.ZERO), NOW).steps()).as("nothing is waited for")
                .hasSameSizeAs(List.of("the patch"));
        assertThat(planner(WorkloadKind.STATEFUL_SET, 3, false).plan(new ScaleWorkloadIntent(object, 3, PATIENCE), NOW)
                .steps()).isEmpty();
    }

    @Test
    void podsThatAQuotaRefusesDoNotWaitAndAreNotPromised() throws Exception {
        pod("x-0", new ControllerRef("StatefulSet", "x"), 2);
        quotas = Optional.of(List.of(new QuotaWithUsage("team", Map.of("requests.nvidia.com/gpu", "8"),
                Map.of("requests.nvidia.com/gpu", "4"))));
        var scale = new ScaleWorkloadIntent(WorkloadKind.STATEFUL_SET.objectRef("team", "x"), 4, PATIENCE);
        assertThat(planner(WorkloadKind.STATEFUL_SET, 1, false).plan(scale, NOW).warningTexts())
                .contains(new WorkloadChangeWarning.QuotaLimitsPods("team", "4", "nvidia.com/gpu", 6).text());
        pod("x-1", new ControllerRef("StatefulSet", "x"), 2);
        assertThat(planner(WorkloadKind.STATEFUL_SET, 2, false).plan(scale, NOW).warningTexts())
                .noneMatch(warning -> warning.contains("ResourceQuota"));
        pods.removeLast();
        quotas = Optional.of(List.of(new QuotaWithUsage("team", Map.of("requests.nvidia.com/gpu", "8"),
                Map.of("requests.nvidia.com/gpu", "4"),
                ResourceQuotaScopes.of(json("{'spec': {'scopes': ['Terminating']}}")))));
        assertThat(planner(WorkloadKind.STATEFUL_SET, 1, false).plan(scale, NOW).warningTexts())
                .as("these pods have no deadline").noneMatch(warning -> warning.contains("ResourceQuota"));
        quotas = Optional.empty();
        assertThat(planner(WorkloadKind.STATEFUL_SET, 1, false).plan(scale, NOW).warningTexts())
                .contains(new WorkloadChangeWarning.WorkloadQuotasUnreadable().text());
    }

    private static JsonNode json(String text) throws Exception {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }

    private static final String GPUS = "'template': {'spec': {'containers': [{'name': 'main', 'resources': {'limits': "
            + "{'nvidia.com/gpu': '%d'}}}]}}";

    @Test
    void aJobThatIsResumedSaysWhatItAsksForAndThatItsQueueHoldsItBack() throws Exception {
        whole = json("{'metadata': {'labels': {'kueue.x-k8s.io/queue-name': 'gpus'}}, 'spec': {'parallelism': 3, "
                + "'completions': 2, " + GPUS.formatted(2) + "}}");
        quotas = Optional.of(List.of(new QuotaWithUsage("team", Map.of("requests.nvidia.com/gpu", "8"),
                Map.of("requests.nvidia.com/gpu", "8"))));
        var job = WorkloadKind.JOB.objectRef("team", "x");
        var plan = planner(WorkloadKind.JOB, -1, true).plan(new ResumeWorkloadIntent(job, PATIENCE), NOW);
        assertThat(plan.warningTexts()).containsExactly("Requests another 4 GPUs. Pods that do not fit stay Pending.",
                "ResourceQuota team has 0 nvidia.com/gpu left, but the new pods need 4. Pods that exceed the "
                        + "ResourceQuota are not created.",
                "Kueue suspends the workload again until it is admitted in LocalQueue gpus");
        assertThat(plan.steps().getFirst().lastingEffect()).isEqualTo("x is resumed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'replicas': 10 | 3 new pods may start before old ones end. Until then, the new pods request another 6 GPUs",
        "'replicas': 2 | A new pod may start before old ones end. Until then, the new pod requests another 2 GPUs",
        "'replicas': 10, 'strategy': {'rollingUpdate': {'maxSurge': '50%'}} | 5 new pods may start before old ones end. Until then, the new pods request another 10 GPUs",
        "'replicas': 10, 'strategy': {'rollingUpdate': {'maxSurge': 2}} | 2 new pods may start before old ones end. Until then, the new pods request another 4 GPUs"})
    void whatComesBeforeOldPodsGoIsCounted(String spec, String text) throws Exception {
        whole = json("{'spec': {" + spec + ", " + GPUS.formatted(2) + "}}");
        pod("x-1", new ControllerRef("ReplicaSet", "x"), 2);
        var plan = planner(WorkloadKind.DEPLOYMENT, 10, false)
                .plan(new RestartWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "x"), PATIENCE), NOW);
        assertThat(plan.warningTexts()).anyMatch(warning -> warning.startsWith(text));
    }

    @ParameterizedTest
    @CsvSource({"0,true", "1,false"})
    void aQuotaThatLeavesNoRoomForTheFirstNewPodKeepsAllOldOnes(int unavailable, boolean blocked) throws Exception {
        whole = json("{'spec': {'replicas': 2, 'strategy': {'rollingUpdate': {'maxUnavailable': %d}}, "
                .formatted(unavailable) + GPUS.formatted(2) + "}}");
        pod("x-1", new ControllerRef("ReplicaSet", "x"), 2);
        pod("x-2", new ControllerRef("ReplicaSet", "x"), 2);
        quotas = Optional.of(List.of(new QuotaWithUsage("team", Map.of("requests.nvidia.com/gpu", "5"),
                Map.of("requests.nvidia.com/gpu", "4"))));
        var text = new WorkloadChangeWarning.QuotaBlocksRollout("team", "1", "nvidia.com/gpu", 2).text();
        assertThat(planner(WorkloadKind.DEPLOYMENT, 2, false)
                .plan(new RestartWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "x"), PATIENCE), NOW)
                .warningTexts().contains(text)).isEqualTo(blocked);
    }

    @Test
    void nothingComesBeforeOldPodsGoWhereNothingMay() throws Exception {
        whole = json(
                "{'spec': {'replicas': 4, 'strategy': {'rollingUpdate': {'maxSurge': 0}}, " + GPUS.formatted(2) + "}}");
        for (int i = 0; i < 4; i++) {
            pod("x-" + i, new ControllerRef("ReplicaSet", "x"), 2);
        }
        assertThat(planner(WorkloadKind.DEPLOYMENT, 4, false)
                .plan(new RestartWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "x"), PATIENCE), NOW)
                .warningTexts()).containsExactly("Pods that use 8 GPUs lose unsaved work");
    }

    @Test
    void aSuspendedJobIsResumedAndTheOtherWayRound() {
        pod("x-1", new ControllerRef("Job", "x"), 4);
        var job = WorkloadKind.JOB.objectRef("team", "x");
        var suspend = planner(WorkloadKind.JOB, -1, false).plan(new SuspendWorkloadIntent(job, PATIENCE), NOW);
        assertThat(words(suspend)).containsExactly("Suspend x", "Wait until all pods are gone");
        assertThat(suspend.steps().getFirst().undo()).contains(new ResumeWorkloadIntent(job, PATIENCE));
        assertThat(suspend.warningTexts()).contains("Frees 4 GPUs. Pods lose unsaved work.");
        assertThat(planner(WorkloadKind.JOB, -1, true).plan(new SuspendWorkloadIntent(job, PATIENCE), NOW).steps())
                .isEmpty();
        assertThat(planner(WorkloadKind.JOB, -1, true).plan(new ResumeWorkloadIntent(job, PATIENCE), NOW).steps()
                .getFirst().undo()).contains(new SuspendWorkloadIntent(job, PATIENCE));
    }

    @Test
    void aKindIsUnderstoodByAnyWordThatKubectlTakes() {
        assertThat(List.of("deploy", "deployments", "Deployment", "deployment.apps"))
                .allSatisfy(word -> assertThat(WorkloadKind.forWord(word)).contains(WorkloadKind.DEPLOYMENT));
        assertThat(WorkloadKind.forWord("sts")).contains(WorkloadKind.STATEFUL_SET);
        assertThat(WorkloadKind.forWord("cj")).contains(WorkloadKind.CRON_JOB);
        assertThat(WorkloadKind.forWord("lws")).contains(WorkloadKind.LEADER_WORKER_SET);
        assertThat(WorkloadKind.forWord("pytorchjobs.kubeflow.org")).contains(WorkloadKind.PYTORCH_JOB);
        assertThat(WorkloadKind.forWord("wl")).contains(WorkloadKind.WORKLOAD);
        assertThat(WorkloadKind.forWord("")).isEmpty();
        assertThat(WorkloadKind.forWord("pod")).isEmpty();
        assertThat(new ScaleWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "x"), 2, PATIENCE).commandLine())
                .isEqualTo("tessera plan scale deployment/x -n team --replicas=2 --patience=300");
    }
}
