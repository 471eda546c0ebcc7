package tessera.cluster.change;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect.PodRemovalConcern;

import static org.assertj.core.api.Assertions.assertThat;

/** GPUs are divided anew without losing work unasked, and the receipt says what is so, however it ends. */
@Timeout(120)
class MigChangeJourneyTest extends ChangedCluster {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Override
    SimulationOptions options() {
        return super.options().withFaults(faults("operands-hang=h200-01", "operands-hang=h100-02",
                "reset-refused=a100-03", "wedged-mig=b200-02"));
    }

    private static ApplyMigConfigIntent mig(String node, String config) {
        return new ApplyMigConfigIntent(TargetNodeSelection.of(node), config, RECKLESS, LIMIT);
    }

    private List<String> refusals(ApplyMigConfigIntent intent) throws Exception {
        var preview = console.plan(intent);
        assertThat(preview.plan().steps()).isEmpty();
        return preview.refusalReasons().stream().map(Problem::textWithRemedy).toList();
    }

    private static Problem trouble(PlanRunReceipt receipt) {
        return Console.problem(receipt.steps().stream().filter(step -> step.progress() == StepProgress.FAILED)
                .findFirst().orElseThrow());
    }

    @Test
    void aNodeInUseIsDividedAndOpenedAgainAndTheReceiptAgrees() throws Exception {
        var preview = console.plan(mig("h100-03", "all-balanced"));
        assertThat(preview.refusalReasons()).isEmpty();
        assertThat(preview.effects().leavingPods()).isNotEmpty()
                .allMatch(pod -> pod.hasConcern(PodRemovalConcern.ACCELERATOR_WORK));
        assertThat(preview.plan().confirmationText()).isEqualTo("h100-03");
        assertThat(preview.plan().commands()).startsWith("kubectl cordon h100-03").endsWith("kubectl uncordon h100-03");

        var receipt = console.runner().apply(preview).awaitReceipt();

        assertThat(receipt.steps()).extracting(PlanStepState::progress).containsOnly(StepProgress.DONE);
        assertThat(receipt.lastingEffects()).containsExactly("h100-03 has the MIG configuration all-balanced");
        assertThat(receipt.undo()).contains(mig("h100-03", "all-disabled"));
        assertThat(cordoned("h100-03")).isFalse();
        assertThat(offered("h100-03", "mig-1g.10gb")).isEqualTo("16");
        assertThat(offered("h100-03", "mig-3g.40gb")).isEqualTo("8");
        assertThat(offered("h100-03", "gpu")).isEqualTo("0");
        assertThat(label("h100-03", "mig-2g.20gb.count")).isEqualTo("8");
        assertThat(console.plan(mig("h100-03", "all-balanced")).nothingToDo()).isTrue();
    }

    @Test
    void whatTheNodeDoesNotOfferIsRefusedAndWhatItOffersIsNamed() throws Exception {
        assertThat(refusals(mig("h100-01", "all-1g.99gb"))).singleElement().asString().contains(
                "MIG configuration “all-1g.99gb” is not available for h100-01", "all-balanced", "all-1g.10gb");
        assertThat(refusals(mig("h100-01", "all-1g.5gb"))).singleElement().asString()
                .contains("h100-01 cannot use all-1g.5gb");
    }

    @Test
    void aNodeWithoutMigIsRefused() throws Exception {
        assertThat(refusals(mig("t4-01", "all-balanced"))).singleElement().asString()
                .contains("t4-01 has no MIG-capable GPU");
        assertThat(refusals(mig("cpu-01", "all-balanced"))).isNotEmpty();
    }

    @Test
    void aNodeThatGkeDividedIsLeftToGke() throws Exception {
        label("h100-05", "cloud.google.com/gke-gpu-partition-size", "\"1g.10gb\"");
        assertThat(refusals(mig("h100-05", "all-balanced"))).singleElement().asString()
                .contains("GKE partitioned the GPUs of h100-05 as 1g.10gb when it created the node");

        label("h100-05", "cloud.google.com/gke-gpu-partition-size", "null");
        assertThat(console.plan(mig("h100-05", "all-balanced")).refusalReasons()).isEmpty();
    }

    private void label(String node, String key, String value) throws Exception {
        console.patch("/api/v1/nodes/" + node, "{\"metadata\":{\"labels\":{\"%s\":%s}}}".formatted(key, value));
    }

    @Test
    void aChangeThatIsStuckAlreadyIsRefusedAndWhatIsPausedIsNamed() throws Exception {
        assertThat(refusals(mig("b200-02", "all-balanced"))).singleElement().asString()
                .contains("A MIG change is in progress on b200-02 (pending) and pauses ", "device-plugin");
    }

    @Test
    void aChangeThatHangsEndsWithTheNodeClosedAndSaysWhatIsPaused() throws Exception {
        var receipt = console.change(new ApplyMigConfigIntent(TargetNodeSelection.of("h200-01"), "all-balanced",
                RECKLESS, Duration.ofSeconds(5)));

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(receipt.lastingEffects()).containsExactly("h200-01 is cordoned",
                "h200-01 has the MIG configuration all-balanced",
                "The MIG manager on h200-01 keeps dcgm, dcgm-exporter, device-plugin and gpu-feature-discovery paused until its MIG change ends");
        assertThat(trouble(receipt).headline()).contains("Timed out after 5 s");
        assertThat(trouble(receipt).detail()).contains("“pending”", "paused operands: ", "device-plugin");
        assertThat(cordoned("h200-01")).isTrue();
        assertThat(label("h200-01", "gpu.deploy.device-plugin")).isEqualTo("paused-for-mig-change");
        assertThat(receipt.stepsNotDone()).extracting(PlanStepState::planned).extracting(PlanStepWithUndo::text)
                .contains("Uncordon h200-01");
    }

    @Test
    void aManagerThatFailsEndsTheWaitAtOnceWithItsReason() throws Exception {
        var receipt = console.change(mig("a100-03", "all-disabled"));

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(trouble(receipt).headline()).contains("could not apply all-disabled");
        assertThat(trouble(receipt).detail()).contains("the GPU cannot be reset");
        assertThat(cordoned("a100-03")).isTrue();
        assertThat(receipt.lastingEffects()).contains("a100-03 is cordoned");

        assertThat(refusals(mig("a100-03", "all-disabled"))).singleElement().asString()
                .contains("its MIG state is “failed”");
        assertThat(console.change(receipt.undo().orElseThrow()).ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(cordoned("a100-03")).isFalse();
    }

    @Test
    void somebodyElsesWishEndsTheWait() throws Exception {
        var run = console.runner().apply(console.plan(mig("h100-02", "all-1g.10gb")));
        Console.await(run, state -> state.steps().stream().anyMatch(step -> step.progress() == StepProgress.RUNNING
                && step.text().contains("pending”; last log line of the MIG manager: Shutting down all GPU clients")));
        console.change(new ChangeLabelsIntent(TargetNodeSelection.of("h100-02"),
                Map.of("nvidia.com/mig.config", "all-disabled"), Set.of()));
        Console.await(run, state -> state.phase() == RunPhase.HALTED);
        run.cancel();

        assertThat(trouble(run.awaitReceipt()).kind()).isEqualTo(OperationProblemKind.CONFLICT);
        assertThat(run.awaitReceipt().lastingEffects()).contains("h100-02 is cordoned");
    }

    @Test
    void readOnlyModeSendsNothing() throws Exception {
        try (var guarded = Console.open(cluster, folder, "admin", SessionAccessMode.READ_ONLY)) {
            var preview = guarded.plan(mig("h100-05", "all-balanced"));
            assertThat(guarded.refusal(preview).kind()).isEqualTo(OperationProblemKind.READ_ONLY);
        }
        assertThat(cordoned("h100-05")).isFalse();
        assertThat(label("h100-05", "mig.config")).isEqualTo("all-disabled");
    }
}
