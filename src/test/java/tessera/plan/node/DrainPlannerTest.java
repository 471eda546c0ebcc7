package tessera.plan.node;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.Problem;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.DrainNodesIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of every pod of a node that is drained, and in which order. */
class DrainPlannerTest {

    private static final DrainSettings RECKLESS = new DrainSettings(true, true, null, Duration.ofMinutes(5));

    private Scene scene = new Scene();

    @BeforeEach
    void node() {
        scene = new Scene().node("a");
    }

    private ChangePlan plan(DrainSettings drainSettings) {
        return DrainPlanner.plan(new DrainNodesIntent(TargetNodeSelection.of("a", "b"), drainSettings), scene.survey());
    }

    private PodEffect only() {
        var effects = plan(RECKLESS).effects().pods();
        assertThat(effects).hasSize(1);
        return effects.getFirst();
    }

    private static List<String> words(ChangePlan plan) {
        return plan.steps().stream().map(PlanStepWithUndo::text).toList();
    }

    @Test
    void podsOfDaemonSetsAndPodsFromFilesStay() {
        scene.pod("team/daemon", "a").owner("DaemonSet", "daemon").gpus(1);
        scene.pod("team/static", "a").owner("Node", "a");
        scene.pod("team/mirror", "a").fromFile();

        var plan = plan(DrainSettings.CAREFUL);

        assertThat(plan.effects().podsWithFate(PodFate.STAYS)).hasSize(3);
        assertThat(plan.refusals()).isEmpty();
        assertThat(words(plan)).containsExactly("Cordon a", "Evict pods scheduled to a since the preview");
    }

    @Test
    void podsThatHaveEndedAreEvictedAsKubectlDoesAndNeedNoLeave() {
        scene.pod("team/done", "a").unmanaged().phase(PodPhase.SUCCEEDED).emptyDir();
        scene.pod("team/failed", "a").owner("DaemonSet", "daemon").phase(PodPhase.FAILED).gpus(1);

        var plan = plan(DrainSettings.CAREFUL);
        assertThat(plan.effects().podsWithFate(PodFate.EVICTED)).extracting(PodEffect::text).containsExactly(
                "Completed. Eviction deletes the pod and its logs.", "Failed. Eviction deletes the pod and its logs.");
        assertThat(plan.refusals()).isEmpty();
        assertThat(plan.warningTexts()).as("nothing is lost").noneMatch(text -> text.contains("pod has"));
        assertThat(words(plan)).contains("Evict team/done", "Evict team/failed");
        assertThat(plan.commands()).containsExactly("kubectl drain a b --ignore-daemonsets --timeout=300s");
    }

    @Test
    void theCommandHasTheFlagsWithoutWhichKubectlWouldEvictNothing() {
        scene.pod("team/leaving", "a").unmanaged().emptyDir().leaving();
        assertThat(plan(DrainSettings.CAREFUL).commands())
                .containsExactly("kubectl drain a b --ignore-daemonsets --delete-emptydir-data --force --timeout=300s");

        scene = new Scene().node("a");
        scene.pod("kai/orphan", "a").unmanaged().reservation("g1").gpus(1);
        assertThat(plan(DrainSettings.CAREFUL).refusals()).isEmpty();
        assertThat(plan(DrainSettings.CAREFUL).commands())
                .containsExactly("kubectl drain a b --ignore-daemonsets --force --timeout=300s");
        assertThat(plan(new DrainSettings(false, false, null, Duration.ZERO)).commands())
                .as("no timeout is the longest for kubectl").allMatch(command -> command.endsWith("--timeout=1s"));
    }

    @Test
    void aReservationIsLeftToKaiWhichWouldDeleteThePodsOfOneThatIsGone() {
        scene.pod("kai/reserved", "a").unmanaged().reservation("g1").gpus(1);
        scene.pod("team/half", "a").label("runai-gpu-group", "g1");

        assertThat(plan(DrainSettings.CAREFUL).commands()).containsExactly("kubectl drain a b --ignore-daemonsets "
                + "--pod-selector='app!=kai-resource-reservation' --timeout=300s");
        assertThat(words(plan(DrainSettings.CAREFUL))).contains("Evict team/half").doesNotContain("Evict kai/reserved");
        assertThat(plan(DrainSettings.CAREFUL).effects().podsWithFate(PodFate.ENDED))
                .as("the pod that shares its GPU is counted").extracting(PodEffect::accelerators).containsExactly(0L);

        scene.pod("kai/orphan", "a").unmanaged().reservation("g2").gpus(1);
        assertThat(plan(DrainSettings.CAREFUL).commands()).as("the selector leaves it out").hasSize(2).last().asString()
                .startsWith("kubectl create --raw /api/v1/namespaces/kai/pods/orphan/eviction ");
    }

    @Test
    void aReplacementThatNoOtherNodeCanTakeStaysPending() {
        scene.node(new PlanTargetNode("open", "uid-open", "7", Map.of("pool", "x"), List.of(), false, Map.of()));
        scene.pod("team/eight", "a").gpus(9);
        assertThat(drained()).containsExactly(
                "ReplicaSet set creates a replacement. Unless a node is added, the replacement stays Pending: no other schedulable node "
                        + "offers 9 nvidia.com/gpu");

        scene.pod("team/taken", "open").gpus(5);
        scene.pod("team/four", "a").gpus(4);
        scene.pod("team/three", "a").gpus(3).selects("pool", "x");
        scene.pod("team/lost", "a").selects("pool", "y");
        assertThat(drained()).contains("ReplicaSet set creates a replacement",
                "ReplicaSet set creates a replacement. Unless a node is added, the replacement stays Pending: no other schedulable node "
                        + "has 4 nvidia.com/gpu free",
                "ReplicaSet set creates a replacement. Unless a node is added, the replacement stays Pending: its node selector and "
                        + "tolerations match no other schedulable node");
    }

    @Test
    void acceleratorsThatAreNoGpusAreNotCalledSo() {
        scene = new Scene().node("gaudi-1");
        scene.pod("team/x", "gaudi-1").requests("habana.ai/gaudi", 8);

        var plan = DrainPlanner.plan(new DrainNodesIntent(TargetNodeSelection.of("gaudi-1"), RECKLESS), scene.survey());
        assertThat(plan.warningTexts()).contains("1 accelerator pod loses unsaved work");
        scene.node(new PlanTargetNode("open", "uid-open", "7", Map.of(), List.of(), false, Map.of()));
        var others = scene.survey();
        assertThat(CordonRemainingCapacityCheck.warnings(others, NodeTargetResolver.foundNodes(others).subList(0, 1)))
                .extracting(CordonWarning::text).containsExactly("No schedulable node with Intel Habana accelerators "
                        + "remains. Unless a node is added, new pods that request one stay Pending.");
    }

    @Test
    void aReplacementWithAFractionNeedsAnotherNodeWithGpus() {
        scene.node(new PlanTargetNode("gaudi-1", "uid-g", "7", Map.of(), List.of(), false, Map.of()));
        scene.pod("team/half", "a").fraction();

        assertThat(drained()).containsExactly(
                "Uses 0.5 GPU through KAI. ReplicaSet set creates a replacement. Unless a node is added, the replacement stays Pending: "
                        + "no other schedulable node offers 1 nvidia.com/gpu.");
    }

    @Test
    void whereNoOtherNodeTakesPodsThatIsWhyAReplacementStaysPending() {
        scene.pod("team/x", "a");

        assertThat(drained()).containsExactly(
                "ReplicaSet set creates a replacement. Unless a node is added, the replacement stays Pending: no other node is schedulable");
    }

    /** What becomes of the pods of one node, where another stays open. */
    private List<String> drained() {
        var input = scene.survey();
        var drained = NodeTargetResolver.foundNodes(input).stream().filter(node -> node.name().equals("a")).toList();
        return new DrainPodEffectCalculator(input).drainEffects(drained).stream().map(PodEffect::text).toList();
    }

    @Test
    void aPodThatIsLeavingIsWaitedForAndNotAskedAgain() {
        scene.pod("team/leaving", "a").leaving();

        var plan = plan(DrainSettings.CAREFUL);

        assertThat(words(plan)).containsExactly("Cordon a", "Evict pods scheduled to a since the preview",
                "Wait until the pods have left a");
        assertThat(plan.steps().getLast().step()).isEqualTo(new PlanStep.AwaitClusterStateStep(ObjectRef.node("a"),
                new ExpectedClusterState.NodeEmptyExpectation(Map.of("uid-team/leaving", "team/leaving")),
                Duration.ofMinutes(5)));
    }

    @Test
    void whatWouldBeLostForGoodHasToBeAllowed() {
        scene.pod("team/bare", "a").unmanaged();
        scene.pod("team/scratch", "a").emptyDir();

        assertThat(plan(DrainSettings.CAREFUL).refusals()).extracting(Problem::headline).containsExactly(
                "No controller recreates team/bare", "Eviction deletes the emptyDir data of team/scratch");
        assertThat(plan(new DrainSettings(true, false, null, Duration.ZERO)).refusals()).hasSize(1);
        assertThat(plan(RECKLESS).refusals()).isEmpty();
    }

    @Test
    void aBudgetIsSpentAcrossNodesAndThePodsItKeepsComeLast() {
        scene.node("b").budget("guard", "app", "x", 1);
        scene.pod("team/one", "a").label("app", "x");
        scene.pod("team/two", "b").label("app", "x");
        scene.pod("team/free", "b").label("app", "y");

        var plan = plan(RECKLESS);

        assertThat(words(plan)).containsExactly("Cordon a", "Cordon b", "Evict pods scheduled to a since the preview",
                "Evict pods scheduled to b since the preview", "Evict team/free", "Evict team/one", "Evict team/two",
                "Wait until the pods have left a", "Wait until the pods have left b");
        assertThat(plan.effects().podsWithFate(PodFate.BLOCKED)).singleElement().satisfies(effect -> {
            assertThat(effect.pod().key()).isEqualTo("team/two");
            assertThat(effect.budgets()).containsExactly("guard");
            assertThat(effect.text()).contains("Waiting: PodDisruptionBudget guard allows 1 eviction at a time");
        });
    }

    @Test
    void aPodWithTwoBudgetsIsBlockedBecauseEvictionsDoNotSupportThat() {
        scene.budget("one", "app", "x", 5).budget("two", "app", "x", 5);
        scene.pod("team/x", "a").label("app", "x");

        assertThat(only().fate()).isEqualTo(PodFate.BLOCKED);
        assertThat(only().budgets()).containsExactly("one", "two");
    }

    @Test
    void aPodThatDoesNotServeYetCostsNoBudget() {
        scene.budget("guard", "app", "x", 0);
        scene.pod("team/x", "a").label("app", "x").phase(PodPhase.PENDING);

        assertThat(only().fate()).isEqualTo(PodFate.EVICTED);
    }

    @Test
    void aBudgetOfAnotherNamespaceCountsForNothing() {
        scene.budget("guard", "app", "x", 0);
        scene.pod("other/x", "a").label("app", "x");

        assertThat(only().fate()).isEqualTo(PodFate.EVICTED);
    }

    @Test
    void workOnAcceleratorsIsShownFirstTheBiggestBeforeTheOthers() {
        scene.pod("team/a-cpu", "a");
        scene.pod("team/b-small", "a").gpus(1);
        scene.pod("team/c-big", "a").gpus(8).emptyDir();

        var effects = plan(RECKLESS).effects().pods();

        assertThat(effects).extracting(effect -> effect.pod().name()).containsExactly("c-big", "b-small", "a-cpu");
        assertThat(effects.getFirst().concerns())
                .isEqualTo(Set.of(PodRemovalConcern.ACCELERATOR_WORK, PodRemovalConcern.LOCAL_DATA));
        assertThat(effects.getFirst().accelerators()).isEqualTo(8);
    }

    @Test
    void aNodeThatIsCordonedAlreadyStaysSoWhenTheDrainIsTakenBack() {
        scene = new Scene().node(new PlanTargetNode("a", "uid", "7", Map.of(), List.of(), true, Map.of()));
        scene.pod("team/x", "a");

        var plan = plan(RECKLESS);

        assertThat(words(plan)).doesNotContain("Cordon a");
        assertThat(plan.steps()).allMatch(step -> step.undo().isEmpty() && step.lastingEffect().isEmpty());
    }

    @Test
    void whereNotAllPodsAreSeenANodeCannotBeEmptied() {
        scene.seenIn("team");

        assertThat(plan(RECKLESS).refusals()).extracting(Problem::headline)
                .containsExactly("Tessera cannot list all pods on these nodes, so the nodes cannot be drained");
    }

    @Test
    void theTermsAreThoseOfKubectl() {
        var drainSettings = new DrainSettings(true, true, Duration.ofSeconds(5), Duration.ofSeconds(60));

        scene.pod("team/x", "a");
        assertThat(plan(drainSettings).commands()).containsExactly("kubectl drain a b --ignore-daemonsets "
                + "--delete-emptydir-data --force --grace-period=5 --timeout=60s");
        assertThat(plan(drainSettings).steps()).extracting(step -> step.step().commandLine())
                .as("one eviction gives as much time")
                .contains("kubectl create --raw "
                        + "/api/v1/namespaces/team/pods/x/eviction -f - <<< '{\"apiVersion\":\"policy/v1\","
                        + "\"kind\":\"Eviction\",\"metadata\":{\"name\":\"x\",\"namespace\":\"team\"},"
                        + "\"deleteOptions\":{\"gracePeriodSeconds\":5}}'");
    }

    @Test
    void thatNoNodeStaysOpenIsSaidAndHowLongBudgetsMayBeWaitedFor() {
        scene.node("b");
        scene.waiting("team/next").gpus(1);
        scene.budget("keep", "app", "x", 0);
        scene.pod("team/one", "a").label("app", "x");
        scene.pod("team/two", "b").label("app", "x");

        var all = "No schedulable node remains in the cluster. Unless a node is added, new pods stay Pending, as 1 pod does now.";
        assertThat(plan(RECKLESS).warningTexts()).contains(all,
                "2 pods are protected by a PodDisruptionBudget. Tessera retries each eviction for 5 min (at most 10 min in total).");
        assertThat(CordonPlanner
                .plan(new NodeChangeIntent.CordonNodesIntent(TargetNodeSelection.of("a", "b")), scene.survey())
                .warningTexts()).containsExactly(all);
        scene.node("amd-1");
        var others = scene.survey();
        assertThat(CordonRemainingCapacityCheck.warnings(others, NodeTargetResolver.foundNodes(others).subList(0, 2)))
                .containsExactly(new CordonWarning.LastSchedulableGpuNode("NVIDIA", true, 1));
        scene.node(new PlanTargetNode("c", "uid-c", "7", Map.of(), List.of(), false, Map.of()));
        var input = scene.survey();
        assertThat(CordonRemainingCapacityCheck.warnings(input, NodeTargetResolver.foundNodes(input).subList(0, 2)))
                .as("one stays open").isEmpty();
        assertThat(CordonRemainingCapacityCheck.warnings(others, NodeTargetResolver.foundNodes(others).subList(2, 3)))
                .as("the only one of its maker")
                .containsExactly(new CordonWarning.LastSchedulableGpuNode("AMD", true, 0));
    }
}
