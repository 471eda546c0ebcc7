package tessera.cluster.change;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.NodeChangeIntent.DrainNodesIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.NodeChangeIntent.UncordonNodesIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;

import static org.assertj.core.api.Assertions.assertThat;

/** A node is emptied as far as budgets allow, and nobody is told otherwise. */
@Timeout(120)
class DrainTest extends ChangedCluster {

    private static DrainNodesIntent drain(DrainSettings drainSettings, String... nodes) {
        return new DrainNodesIntent(TargetNodeSelection.of(nodes), drainSettings);
    }

    private List<String> running(String node) throws Exception {
        return console.session().snapshots().get().findNode(node).orElseThrow().pods().stream()
                .filter(pod -> !pod.phase().isTerminal() && !pod.owner().kind().equals("DaemonSet"))
                .map(PodSummary::key).toList();
    }

    @Test
    void aNodeIsEmptiedAndTheUndoOpensItAgain() throws Exception {
        var preview = console.plan(drain(DrainSettings.CAREFUL, "cpu-01"));
        assertThat(preview.refusalReasons()).isEmpty();
        assertThat(preview.plan().confirmationText()).isEqualTo("cpu-01");
        assertThat(preview.plan().commands())
                .containsExactly("kubectl drain cpu-01 --ignore-daemonsets --timeout=300s");
        assertThat(preview.effects().podsWithFate(PodFate.STAYS))
                .allMatch(effect -> effect.hasConcern(PodRemovalConcern.DAEMON_SET)
                        || effect.hasConcern(PodRemovalConcern.STATIC));

        var receipt = console.runner().apply(preview).awaitReceipt();

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(receipt.lastingEffects()).containsExactly("cpu-01 is cordoned");
        assertThat(receipt.undo()).contains(new UncordonNodesIntent(TargetNodeSelection.of("cpu-01")));
        assertThat(cordoned("cpu-01")).isTrue();
        console.until(clusterSnapshot -> clusterSnapshot.findNode("cpu-01").orElseThrow().pods().stream()
                .noneMatch(pod -> !pod.phase().isTerminal() && !pod.owner().kind().equals("DaemonSet")));
        console.change(receipt.undo().orElseThrow());
        assertThat(cordoned("cpu-01")).isFalse();
    }

    @Test
    void whatWouldBeLostForGoodRefusesTheDrainUntilItIsAllowed() throws Exception {
        var careful = console.plan(drain(DrainSettings.CAREFUL, "a100-03", "h100-01"));

        assertThat(careful.refusalReasons()).extracting(Problem::headline)
                .anyMatch(text -> text.contains("No controller recreates") && text.contains("research/probe-dev"))
                .anyMatch(text -> text.contains("emptyDir") && text.contains("llm-pretrain-1-master-0"));
        assertThat(console.plan(drain(RECKLESS, "a100-03", "h100-01")).isRefused()).isFalse();
    }

    @Test
    void theWorkOnAcceleratorsThatIsLostComesFirst() throws Exception {
        var preview = console.plan(drain(RECKLESS, "a100-01", "cpu-02"));

        var working = preview.effects().pods().stream()
                .map(effect -> effect.hasConcern(PodRemovalConcern.ACCELERATOR_WORK)).toList();
        assertThat(working).contains(true, false).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(preview.plan().warningTexts()).anyMatch(text -> text.contains("GPU pods lose unsaved work"));
    }

    @Test
    void aBudgetKeepsPodsAndTheServerSaysWhy() throws Exception {
        var drainSettings = new DrainSettings(true, true, null, Duration.ofSeconds(2));
        var preview = console.plan(drain(drainSettings, "mi300x-01"));
        var blocked = preview.effects().podsWithFate(PodFate.BLOCKED);
        assertThat(blocked).extracting(PodEffect::budgets).containsOnly(List.of("llm-serve-rocm"));
        assertThat(preview.refusalReasons()).isEmpty();

        var run = console.runner().apply(preview);
        Console.await(run, state -> state.phase() == RunPhase.HALTED);
        var failed = run.state().get().steps().stream().filter(step -> step.progress() == StepProgress.FAILED)
                .findFirst().orElseThrow();
        assertThat(Console.problem(failed).headline()).contains("is protected by its PodDisruptionBudget");
        assertThat(Console.problem(failed).detail())
                .contains("The disruption budget llm-serve-rocm needs 3 healthy pods and has 3 currently");
        run.cancel();

        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(receipt.lastingEffects()).containsExactly("mi300x-01 is cordoned");
        console.change(receipt.undo().orElseThrow());
    }

    @Test
    void whileABudgetKeepsOnePodTheOthersAreAskedToGo() throws Exception {
        var preview = console.plan(drain(RECKLESS, "h100-04"));
        var evictions = preview.plan().steps().stream().map(PlanStepWithUndo::step)
                .filter(PlanStep.EvictPodStep.class::isInstance).map(step -> step.object().name()).toList();
        assertThat(evictions).hasSizeGreaterThan(1);
        SimulatedHttpServerFaults.of(cluster).addFault("POST .*/pods/" + evictions.getFirst() + "/eviction.*",
                SimulatedHttpServerFault.ofAnswer(429, "application/json",
                        "{\"kind\":\"Status\",\"message\":\"Cannot evict pod as it would violate the pod's disruption budget.\"}"),
                1);

        var receipt = console.runner().apply(preview).awaitReceipt();

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.journal().getLast().steps()).filteredOn(step -> step.text().startsWith("Evict "))
                .filteredOn(step -> step.event() == JournalEvent.STEP_ENDED)
                .filteredOn(step -> step.text().endsWith("/" + evictions.getFirst()))
                .extracting(ChangeJournalEntry::result).containsExactly("failed", "done");
        console.change(receipt.undo().orElseThrow());
    }

    @Test
    void whatComesToTheNodeBeforeItIsClosedLeavesToo() throws Exception {
        var preview = console.plan(drain(RECKLESS, "t4-02"));
        come("latecomer", "t4-02");

        var receipt = console.runner().apply(preview).awaitReceipt();

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(receipt.steps()).extracting(step -> step.planned().text()).contains("Evict default/latecomer");
        assertThat(running("t4-02")).isEmpty();
        console.change(receipt.undo().orElseThrow());
    }

    @Test
    void whatComesAndMayNotBeLostHaltsTheDrainBeforeAnythingIsEvicted() throws Exception {
        var preview = console.plan(drain(DrainSettings.CAREFUL, "l4-01"));
        assertThat(preview.isRefused()).isFalse();
        come("stray", "l4-01");

        var receipt = halted(preview);

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(receipt.steps()).filteredOn(step -> step.progress() == StepProgress.FAILED).singleElement()
                .satisfies(step -> assertThat(Console.problem(step).headline()).contains("default/stray"));
        assertThat(receipt.stepsDone()).extracting(step -> step.planned().text()).containsExactly("Cordon l4-01");
        console.change(receipt.undo().orElseThrow());
    }

    private PlanRunReceipt halted(PlanPreview preview) throws Exception {
        var run = console.runner().apply(preview);
        Console.await(run, state -> state.phase() == RunPhase.HALTED);
        run.cancel();
        return run.awaitReceipt();
    }

    /** A pod of nobody's that is on a node all at once. */
    private void come(String name, String node) throws Exception {
        var pod = """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s", "namespace": "default"},
                 "spec": {"nodeName": "%s", "containers": [{"name": "main", "image": "busybox"}]}}
                """.formatted(name, node);
        var created = console.session().changes().steps()
                .execute(new PlanStep.CreateObjectStep(ObjectRef.pod("default", name), pod), new RunningStepControl() {
                    @Override
                    public void onWaiting(String text) {}

                    @Override
                    public boolean pause(Duration time) {
                        return false;
                    }
                });
        assertThat(created).isInstanceOf(PlanStepOutcome.StepSuccessOutcome.class);
        console.until(clusterSnapshot -> clusterSnapshot.findNode(node).orElseThrow().pods().stream()
                .anyMatch(other -> other.name().equals(name)));
    }

    @Test
    void whoGivesUpWaitingIsToldWhatWentAndWhatStayed() throws Exception {
        var preview = console.plan(drain(RECKLESS, "l40s-01", "l40s-02", "l40s-03", "l40s-04"));
        var run = console.runner().apply(preview);
        Console.await(run,
                state -> state.steps().stream().anyMatch(step -> step.text().startsWith("Eviction refused: ")));
        run.cancel();

        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.CANCELLED);
        assertThat(receipt.steps()).filteredOn(step -> step.progress() == StepProgress.GIVEN_UP).singleElement()
                .satisfies(step -> assertThat(step.planned().text()).startsWith("Evict "));
        assertThat(receipt.stepsNotDone()).hasSizeGreaterThan(1);
        assertThat(console.journal()).filteredOn(journaledRun -> journaledRun.startEntry().run().equals(receipt.run()))
                .singleElement()
                .satisfies(journaledRun -> assertThat(journaledRun.resultWord()).isEqualTo("cancelled"));
        console.change(receipt.undo().orElseThrow());
        assertThat(cordoned("l40s-01")).isFalse();
    }

    @Test
    void anEvictionWithoutAnAnswerIsNotCalledDone() throws Exception {
        SimulatedHttpServerFaults.of(cluster).addFault("POST .*/pods/.*/eviction.*",
                new SimulatedHttpServerFault.TruncatedResponseFault(0), 1);
        var receipt = console.change(drain(RECKLESS, "t4-01"));

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.UNKNOWN);
        assertThat(receipt.stepsUnknown()).singleElement()
                .satisfies(step -> assertThat(step.planned().text()).startsWith("Evict "));
        assertThat(receipt.lastingEffects()).containsExactly("t4-01 is cordoned");

        assertThat(again(receipt).ending()).as("what is gone already is no failure").isEqualTo(PlanRunEnding.DONE);
        assertThat(running("t4-01")).isEmpty();
        console.change(new UncordonNodesIntent(TargetNodeSelection.of("t4-01")));
    }

    private PlanRunReceipt again(PlanRunReceipt receipt) throws Exception {
        return console.change(receipt.intent());
    }

    @Test
    void whoSeesNoPodsCannotEmptyANode() throws Exception {
        try (var admin = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_WRITE)) {
            var preview = admin.runner().preview(drain(RECKLESS, "h200-01"));

            assertThat(preview.isRefused()).isTrue();
            assertThat(preview.refusalReasons()).extracting(Problem::kind).contains(OperationProblemKind.FORBIDDEN);
            assertThat(preview.refusalReasons()).extracting(Problem::headline)
                    .anyMatch(text -> text.contains("Tessera cannot list all pods on these nodes"));
        }
    }

    @Test
    void whileThePodsGoALostConnectionIsWaitedFor() throws Exception {
        var preview = console.plan(drain(RECKLESS, "b200-02"));
        var run = console.runner().apply(preview);
        Console.await(run,
                state -> state.steps().getLast().progress() == StepProgress.RUNNING || state.phase() == RunPhase.ENDED);
        SimulatedHttpServerFaults.of(cluster).dropConnections();

        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.journal().getLast().steps()).extracting(ChangeJournalEntry::result).contains("done");
        console.change(receipt.undo().orElseThrow());
    }
}
