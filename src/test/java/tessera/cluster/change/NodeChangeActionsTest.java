package tessera.cluster.change;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.kube.scheduling.Taint;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.NodeChangeIntent.AdvertiseResourceIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeTaintsIntent;
import tessera.plan.intent.NodeChangeIntent.CordonNodesIntent;
import tessera.plan.intent.NodeChangeIntent.UncordonNodesIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.PodEffect.PodFate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Nodes are changed as the preview said, by who may, and never behind another's back. */
@Timeout(90)
class NodeChangeActionsTest extends ChangedCluster {

    private static final Taint DEDICATED = new Taint("dedicated", "gpu", "NoSchedule");

    @Override
    SimulationOptions options() {
        return super.options().withSpeed(10);
    }

    @Test
    void aCordonIsShownDoneAndTakenBack() throws Exception {
        var preview = console.plan(new CordonNodesIntent(TargetNodeSelection.of("h100-01", "h100-02")));
        assertThat(preview.isRefused()).isFalse();
        assertThat(preview.user()).isEqualTo("admin");
        assertThat(preview.access()).extracting(answer -> answer.permission().accessText()).containsOnly("patch nodes");
        assertThat(preview.changes()).hasSize(2).first()
                .satisfies(change -> assertThat(change.diff()).contains("+  unschedulable: true"));
        assertThat(console.node("h100-01").at("/spec/unschedulable").asBoolean()).as("nothing happened yet").isFalse();

        var receipt = console.runner().apply(preview).awaitReceipt();

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(receipt.lastingEffects()).containsExactly("h100-01 is cordoned", "h100-02 is cordoned");
        assertThat(console.node("h100-01").at("/spec/unschedulable").asBoolean()).isTrue();
        var back = console.change(receipt.undo().orElseThrow());
        assertThat(back.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.node("h100-01").at("/spec/unschedulable").asBoolean()).isFalse();
        assertThat(console.node("h100-02").at("/spec/unschedulable").asBoolean()).isFalse();
    }

    @Test
    void aTaintIsAddedChangedAndTakenBackAndTheOthersStay() throws Exception {
        var before = console.node("h100-03").at("/spec/taints");
        var preview = console
                .plan(new ChangeTaintsIntent(TargetNodeSelection.of("h100-03"), List.of(DEDICATED), List.of()));

        assertThat(preview.isRefused()).isFalse();
        assertThat(preview.effects().daemonSets()).as("the operator's pods tolerate this one").isEmpty();
        var receipt = console.runner().apply(preview).awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.node("h100-03").at("/spec/taints").toString()).contains("\"dedicated\"");

        var changed = console.change(new ChangeTaintsIntent(TargetNodeSelection.of("h100-03"),
                List.of(new Taint("dedicated", "training", "NoSchedule")), List.of()));
        assertThat(console.node("h100-03").at("/spec/taints").toString()).contains("\"training\"")
                .doesNotContain("\"gpu\"}");
        console.change(changed.undo().orElseThrow());
        assertThat(console.change(receipt.undo().orElseThrow()).ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.node("h100-03").at("/spec/taints")).isEqualTo(before);
    }

    @Test
    void aTaintSaysWhichPartsOfTheGpuStackAndWhichWaitingPodsItKeepsAway() throws Exception {
        var effects = console.plan(new ChangeTaintsIntent(TargetNodeSelection.of("h200-01", "t4-01"),
                List.of(new Taint("sku", "gpu", "NoSchedule")), List.of())).effects();

        assertThat(effects.daemonSets()).anySatisfy(effect -> {
            assertThat(effect.name()).isEqualTo("nvidia-device-plugin-daemonset");
            assertThat(effect.taints()).containsExactly("sku=gpu:NoSchedule");
            assertThat(effect.nodes()).containsExactly("h200-01", "t4-01");
        });
        assertThat(effects.podsWithFate(PodFate.SHUT_OUT)).isNotEmpty()
                .allSatisfy(effect -> assertThat(effect.text()).contains("Does not tolerate sku=gpu:NoSchedule"));
        assertThat(effects.leavingPods()).isEmpty();
    }

    @Test
    void aTaintThatStopsPodsSaysWhichAndWantsToBeConfirmed() throws Exception {
        var preview = console.plan(new ChangeTaintsIntent(TargetNodeSelection.of("h100-01"),
                List.of(new Taint("maintenance", "", "NoExecute")), List.of()));

        assertThat(preview.effects().podsWithFate(PodFate.STOPPED)).isNotEmpty().first()
                .satisfies(effect -> assertThat(effect.accelerators()).isPositive());
        assertThat(preview.plan().confirmationText()).isEqualTo("h100-01");
    }

    @Test
    void labelsAreSetRemovedAndTakenBack() throws Exception {
        var targets = new TargetNodeSelection.LabelSelectedNodes("kubernetes.io/hostname in (h200-01,b200-01)");
        var first = console.change(new ChangeLabelsIntent(targets, Map.of("pool", "a"), Set.of()));
        assertThat(first.ending()).isEqualTo(PlanRunEnding.DONE);
        var second = console.change(
                new ChangeLabelsIntent(TargetNodeSelection.of("h200-01"), Map.of("tier", "gold"), Set.of("pool")));

        assertThat(console.node("h200-01").at("/metadata/labels").toString()).contains("\"tier\":\"gold\"")
                .doesNotContain("\"pool\"");
        console.change(second.undo().orElseThrow());
        console.change(first.undo().orElseThrow());
        for (var node : List.of("h200-01", "b200-01")) {
            assertThat(console.node(node).at("/metadata/labels").toString()).doesNotContain("\"pool\"")
                    .doesNotContain("\"tier\"");
        }
    }

    @Test
    void aDeviceOfOnesOwnIsAdvertisedAndWithdrawn() throws Exception {
        var receipt = console.change(new AdvertiseResourceIntent(TargetNodeSelection.of("h100-04"),
                "example.com/dongle", OptionalLong.of(4)));

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.node("h100-04").at("/status/allocatable/example.com~1dongle").asText()).isEqualTo("4");
        assertThat(console.change(receipt.undo().orElseThrow()).ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.node("h100-04").at("/status/capacity").has("example.com/dongle")).isFalse();
    }

    @Test
    void whatKubernetesWouldNotAcceptIsRefusedInWords() throws Exception {
        for (var intent : List.of(
                new ChangeTaintsIntent(TargetNodeSelection.of("h100-01"), List.of(new Taint("a b", "", "NoSchedule")),
                        List.of()),
                new ChangeTaintsIntent(TargetNodeSelection.of("h100-01"), List.of(new Taint("a", "", "Never")),
                        List.of()),
                new ChangeTaintsIntent(TargetNodeSelection.of("h100-01"), List.of(DEDICATED),
                        List.of(new TaintKey("dedicated", ""))),
                new ChangeLabelsIntent(TargetNodeSelection.of("h100-01"), Map.of("a", "b c"), Set.of()),
                new AdvertiseResourceIntent(TargetNodeSelection.of("h100-01"), "dongle", OptionalLong.of(1)),
                new CordonNodesIntent(TargetNodeSelection.of("h100-01", "nowhere")),
                new CordonNodesIntent(new TargetNodeSelection.LabelSelectedNodes("nothing=has-this")))) {
            var preview = console.plan(intent);

            assertThat(preview.refusalReasons()).as(intent.summaryText()).isNotEmpty();
            assertThatThrownBy(() -> console.runner().apply(preview)).isInstanceOf(ProblemException.class);
        }
    }

    @Test
    void whoMayNotChangeNodesIsToldBeforehandAndTheJournalKnows() throws Exception {
        try (var editor = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_WRITE)) {
            assertThat(editor.runner().preview(new CordonNodesIntent(TargetNodeSelection.of("t4-01"))).isRefused())
                    .as("nodes are what this one may change").isFalse();
        }
        SimulatedHttpServerFaults.of(cluster).addFault("POST .*/selfsubjectaccessreviews",
                SimulatedHttpServerFault.ofAnswer(201, "application/json",
                        "{\"kind\":\"SelfSubjectAccessReview\",\"status\":{\"allowed\":false,\"reason\":\"no role\"}}"),
                2);
        var preview = console.plan(new CordonNodesIntent(TargetNodeSelection.of("t4-01")));

        assertThat(preview.refusalReasons()).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(problem.problemText()).isEqualTo("You may not patch nodes: no role");
        });
        assertThatThrownBy(() -> console.runner().apply(preview)).isInstanceOf(ProblemException.class);
        assertThat(console.journal().getLast().resultWord()).isEqualTo("refused");
        assertThat(console.node("t4-01").at("/spec/unschedulable").asBoolean()).isFalse();
    }

    @Test
    void aRoleThatIsLostBetweenPreviewAndRunStopsTheRun() throws Exception {
        var preview = console.plan(new CordonNodesIntent(TargetNodeSelection.of("t4-01")));
        SimulatedHttpServerFaults.of(cluster).addFault("PATCH /api/v1/nodes/t4-01.*",
                SimulatedHttpServerFault.ofAnswer(403, "application/json",
                        """
                                {"kind":"Status","status":"Failure","reason":"Forbidden","code":403,"message":"nodes \\"t4-01\\" is \
                                forbidden: User \\"admin\\" cannot patch resource \\"nodes\\" in API group \\"\\" at the cluster scope"}
                                """),
                1);
        var run = console.runner().apply(preview);
        Console.await(run, state -> state.phase() == RunPhase.HALTED);
        run.cancel();

        assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(Console.problem(run.awaitReceipt().steps().getFirst()).kind())
                .isEqualTo(OperationProblemKind.FORBIDDEN);
        assertThat(run.awaitReceipt().lastingEffects()).isEmpty();
    }

    @Test
    void readOnlyModeShowsThePreviewAndBeginsNothing() throws Exception {
        try (var guarded = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY)) {
            var preview = guarded.runner().preview(new CordonNodesIntent(TargetNodeSelection.of("t4-01")));
            assertThat(preview.isRefused()).isFalse();
            assertThat(preview.changeBlock().orElseThrow().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(preview.changes()).hasSize(1);

            assertThat(guarded.refusal(preview).kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(guarded.journal().getLast().resultWord()).isEqualTo("refused");
            assertThat(guarded.journal().getLast().startEntry().detail()).contains("Read-only mode blocks all changes");
            assertThat(console.node("t4-01").at("/spec/unschedulable").asBoolean()).isFalse();
        }
    }

    @Test
    void twoConsolesThatChangeTheSameTaintsDoNotOverwriteEachOther() throws Exception {
        try (var other = Console.open(cluster, folder)) {
            var mine = console
                    .plan(new ChangeTaintsIntent(TargetNodeSelection.of("h100-05"), List.of(DEDICATED), List.of()));
            var theirs = new Taint("theirs", "", "NoSchedule");
            var undo = other
                    .change(new ChangeTaintsIntent(TargetNodeSelection.of("h100-05"), List.of(theirs), List.of()))
                    .undo();

            var run = console.runner().apply(mine);
            Console.await(run, state -> state.phase() == RunPhase.HALTED);
            var problem = Console.problem(run.state().get().steps().getFirst());
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.CONFLICT);
            assertThat(problem.remedy()).isEqualTo("Plan again.");
            run.cancel();
            assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.FAILED);

            var again = console.change(mine.intent());
            assertThat(again.ending()).isEqualTo(PlanRunEnding.DONE);
            assertThat(console.node("h100-05").at("/spec/taints").toString()).contains("\"theirs\"")
                    .contains("\"dedicated\"");
            console.change(again.undo().orElseThrow());
            other.change(undo.orElseThrow());
        }
    }

    @Test
    void whatSomebodyElseChangedElsewhereOnTheNodeIsNoConflict() throws Exception {
        try (var other = Console.open(cluster, folder)) {
            var mine = console.plan(new CordonNodesIntent(TargetNodeSelection.of("h100-06")));
            var labelled = other
                    .change(new ChangeLabelsIntent(TargetNodeSelection.of("h100-06"), Map.of("note", "x"), Set.of()));

            var receipt = console.runner().apply(mine).awaitReceipt();

            assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
            assertThat(console.node("h100-06").at("/metadata/labels/note").asText()).isEqualTo("x");
            console.change(receipt.undo().orElseThrow());
            other.change(labelled.undo().orElseThrow());
        }
    }

    @Test
    void aConnectionThatIsLostInTheMiddleLeavesATruthfulRecordAndThePlanCanBeMadeAgain() throws Exception {
        var intent = new CordonNodesIntent(TargetNodeSelection.of("l40s-01", "l40s-02", "l40s-03"));
        var preview = console.plan(intent);
        SimulatedHttpServerFaults.of(cluster).addFault("PATCH /api/v1/nodes/l40s-02.*",
                new SimulatedHttpServerFault.TruncatedResponseFault(0), 1);
        var run = console.runner().apply(preview);
        Console.await(run, state -> state.phase() == RunPhase.HALTED);
        run.cancel();

        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.UNKNOWN);
        assertThat(receipt.steps()).extracting(step -> step.progress()).containsExactly(StepProgress.DONE,
                StepProgress.UNKNOWN, StepProgress.TO_DO);
        assertThat(receipt.lastingEffects()).containsExactly("l40s-01 is cordoned", "Unconfirmed: l40s-02 is cordoned");
        assertThat(console.journal().getLast().resultWord()).isEqualTo("unknown");

        var again = console.change(intent);
        assertThat(again.ending()).isEqualTo(PlanRunEnding.DONE);
        for (var node : intent.nodes().namesIn(console.session().snapshots().get())) {
            assertThat(console.node(node).at("/spec/unschedulable").asBoolean()).as(node).isTrue();
        }
        console.change(new UncordonNodesIntent(intent.nodes()));
    }
}
