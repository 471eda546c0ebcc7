package tessera.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.NodeChangeIntent.CordonNodesIntent;
import tessera.plan.intent.NodeChangeIntent.UncordonNodesIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;
import tessera.plan.journal.JournaledPlanRun;
import tessera.plan.step.PlanStepOutcome;
import tessera.scheduling.ClusterObjectSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is done is what was shown, and the receipt says how far it came. */
@Timeout(20)
class PlanRunnerTest {

    private static final Problem GONE = Problem.of(OperationProblemKind.UNREACHABLE, "The connection was lost");
    private static final Problem MOVED = Problem.of(OperationProblemKind.CONFLICT, "The node is another by now");

    @TempDir
    private Path folder;
    private final FakeCluster cluster = new FakeCluster();
    private ChangeJournal journal;
    private PlanRunner runner;

    @BeforeEach
    void build() {
        journal = new ChangeJournal(folder.resolve("journal.jsonl"));
        runner = runner();
        for (var name : List.of("a", "b", "c")) {
            cluster.put(name, false);
        }
    }

    private PlanRunner runner() {
        return new PlanRunner(
                new PlanRunner.PlanRunnerDependencies(cluster, cluster, nothing(),
                        () -> ClusterSnapshot.empty(Instant.EPOCH), AcceleratorCatalog.standard()),
                journal, new PlanRunner.RunnerClusterContext("prod", "https://prod:6443"), Clock.systemUTC());
    }

    private static ClusterObjectSource nothing() {
        return new ClusterObjectSource() {
            @Override
            public Optional<JsonNode> find(ObjectRef object) {
                return Optional.empty();
            }

            @Override
            public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
                return true;
            }
        };
    }

    private static CordonNodesIntent cordon(String... nodes) {
        return new CordonNodesIntent(TargetNodeSelection.of(nodes));
    }

    private static List<StepProgress> progress(PlanRunReceipt receipt) {
        return receipt.steps().stream().map(PlanStepState::progress).toList();
    }

    private static void await(PlanRun run, RunPhase phase) throws InterruptedException {
        await(run, state -> state.phase() == phase);
    }

    private static void await(PlanRun run, Predicate<PlanRunState> wanted) throws InterruptedException {
        var reached = new CountDownLatch(1);
        try (var _ = run.state().observe(() -> {
            if (wanted.test(run.state().get())) {
                reached.countDown();
            }
        })) {
            reached.await();
        }
    }

    @Test
    void everyStepIsDoneAndNotedAndCanBeTakenBack() throws Exception {
        var preview = runner.preview(cordon("a", "b"));
        assertThat(preview.isRefused()).isFalse();
        assertThat(preview.changes()).hasSize(2)
                .allSatisfy(change -> assertThat(change.diff()).contains("+  unschedulable: true"));
        assertThat(preview.plan().commands()).containsExactly("kubectl cordon a b");

        var receipt = runner.apply(preview).awaitReceipt();

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(receipt.lastingEffects()).containsExactly("a is cordoned", "b is cordoned");
        assertThat(receipt.undo()).contains(new UncordonNodesIntent(TargetNodeSelection.of("b", "a")));
        assertThat(journal.read().entries()).extracting(ChangeJournalEntry::event).containsExactly(JournalEvent.BEGUN,
                JournalEvent.STEP_BEGUN, JournalEvent.STEP_ENDED, JournalEvent.STEP_BEGUN, JournalEvent.STEP_ENDED,
                JournalEvent.ENDED);
        assertThat(journal.read().entries().get(2)).as("in case it had been cut short there").satisfies(entry -> {
            assertThat(entry.lastingEffects()).containsExactly("a is cordoned");
            assertThat(entry.undo()).isEqualTo("Uncordon a");
        });
        assertThat(journal.read().entries()).allSatisfy(entry -> assertThat(entry.cluster())
                .isEqualTo(new ChangeJournalEntry.JournalCluster("prod", "https://prod:6443", "ops")));
    }

    @Test
    void aNodeThatIsCordonedAlreadyIsLeftAlone() throws Exception {
        cluster.put("b", true);

        var preview = runner.preview(cordon("a", "b"));

        assertThat(preview.changes()).extracting(change -> change.object().name()).containsExactly("a");
        assertThat(runner.preview(cordon("b")).nothingToDo()).isTrue();
    }

    @Test
    void aFailedStepHaltsTheRunUntilItIsTriedAgain() throws Exception {
        var faults = new Semaphore(1);
        cluster.answer = step -> step.object().name().equals("b") && faults.tryAcquire()
                ? new PlanStepOutcome.StepFailureOutcome(GONE)
                : new PlanStepOutcome.StepSuccessOutcome("");
        var run = runner.apply(runner.preview(cordon("a", "b", "c")));

        await(run, RunPhase.HALTED);
        assertThat(run.state().get().countDone()).isEqualTo(1);
        assertThat(run.state().get().steps().get(1).problem()).isEqualTo(GONE);
        run.retry();

        assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(cluster.executed).extracting(step -> step.object().name()).containsExactly("a", "b", "b", "c");
    }

    @Test
    void whoStopsAfterAFailureIsToldWhatWasDoneAndWhatWasNot() throws Exception {
        cluster.answer = step -> step.object().name().equals("b") ? new PlanStepOutcome.StepFailureOutcome(MOVED)
                : new PlanStepOutcome.StepSuccessOutcome("");
        var run = runner.apply(runner.preview(cordon("a", "b", "c")));
        await(run, RunPhase.HALTED);
        run.cancel();

        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(progress(receipt)).containsExactly(StepProgress.DONE, StepProgress.FAILED, StepProgress.TO_DO);
        assertThat(receipt.lastingEffects()).containsExactly("a is cordoned");
        assertThat(receipt.undo()).contains(new UncordonNodesIntent(TargetNodeSelection.of("a")));
    }

    @Test
    void aStepWithoutAnAnswerIsNeitherDoneNorNotDone() throws Exception {
        cluster.answer = step -> new PlanStepOutcome.StepUnknownOutcome(GONE);
        var run = runner.apply(runner.preview(cordon("a", "b")));
        await(run, RunPhase.HALTED);
        run.cancel();

        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.UNKNOWN);
        assertThat(receipt.stepsUnknown()).hasSize(1);
        assertThat(receipt.stepsNotDone()).hasSize(1);
        assertThat(receipt.lastingEffects()).containsExactly("Unconfirmed: a is cordoned");
        assertThat(receipt.undo()).contains(new UncordonNodesIntent(TargetNodeSelection.of("a")));
        assertThat(JournaledPlanRun.groupByRun(journal.read().entries()).getFirst().resultWord()).isEqualTo("unknown");
    }

    @Test
    void whatMayHaveBeenDoneIsNotCalledUndoneBecauseASecondTryFails() throws Exception {
        var tries = new Semaphore(1);
        cluster.answer = step -> tries.tryAcquire() ? new PlanStepOutcome.StepUnknownOutcome(GONE)
                : new PlanStepOutcome.StepFailureOutcome(MOVED);
        var run = runner.apply(runner.preview(cordon("a")));
        await(run, RunPhase.HALTED);
        run.retry();
        await(run, state -> MOVED.equals(state.steps().getFirst().problem()) && state.phase() == RunPhase.HALTED);
        run.cancel();

        assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.UNKNOWN);
        assertThat(run.awaitReceipt().lastingEffects()).containsExactly("Unconfirmed: a is cordoned");
    }

    @Test
    void cancellingFinishesTheStepUnderWayAndBeginsNoOther() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        cluster.answer = step -> {
            begun.countDown();
            awaitQuietly(go);
            return new PlanStepOutcome.StepSuccessOutcome("");
        };
        var run = runner.apply(runner.preview(cordon("a", "b")));
        begun.await();
        run.cancel();
        assertThat(run.state().get().phase()).isEqualTo(RunPhase.CANCELLING);
        go.countDown();

        assertThat(progress(run.awaitReceipt())).containsExactly(StepProgress.DONE, StepProgress.TO_DO);
        assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.CANCELLED);
        assertThat(run.awaitReceipt().lastingEffects()).containsExactly("a is cordoned");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDefectOfAStepStillEndsInAReceipt() throws Exception {
        cluster.answer = step -> {
            throw new IllegalStateException("a defect");
        };
        var before = Thread.getDefaultUncaughtExceptionHandler();
        var reported = new CompletableFuture<Throwable>();
        Thread.setDefaultUncaughtExceptionHandler((thread, defect) -> reported.complete(defect));
        try {
            var run = runner.apply(runner.preview(cordon("a")));

            assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.UNKNOWN);
            assertThat(run.awaitReceipt().lastingEffects()).containsExactly("Unconfirmed: a is cordoned");
            assertThat(reported.get()).as("it reaches who reports crashes").hasMessage("a defect");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void whatIsForbiddenIsRefusedBeforehandAndNoted() throws Exception {
        cluster.allowed = permission -> false;
        var preview = runner.preview(cordon("a"));

        assertThat(preview.refusalReasons()).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(problem.headline()).isEqualTo("You may not patch nodes");
        });
        assertThatThrownBy(() -> runner.apply(preview)).isInstanceOf(ProblemException.class);
        assertThat(cluster.executed).isEmpty();
        assertThat(journal.read().entries()).extracting(ChangeJournalEntry::event)
                .containsExactly(JournalEvent.REFUSED);
    }

    @Test
    void whatTheRehearsalRefusesIsRefused() throws Exception {
        cluster.rehearsal = step -> Optional.of(MOVED);

        assertThat(runner.preview(cordon("a")).refusalReasons()).containsExactly(MOVED);
    }

    @Test
    void aNodeThatIsNotThereRefusesTheWholePlan() throws Exception {
        var preview = runner.preview(cordon("a", "nowhere"));

        assertThat(preview.isRefused()).isTrue();
        assertThat(preview.refusalReasons().getFirst().headline()).contains("nowhere");
        assertThat(preview.plan().steps()).isEmpty();
    }

    @Test
    void aPreviewIsAppliedOnceAndOnlyByWhoMadeIt() throws Exception {
        var preview = runner.preview(cordon("a"));

        assertThatThrownBy(() -> runner().apply(preview)).isInstanceOf(ProblemException.class);
        runner.apply(preview).awaitReceipt();
        assertThatThrownBy(() -> runner.apply(preview)).isInstanceOf(ProblemException.class);
        assertThat(cluster.executed).hasSize(1);
    }

    @Test
    void nothingIsDoneThatCannotBeNoted() throws Exception {
        Files.createDirectories(journal.file());
        var preview = runner.preview(cordon("a"));

        assertThatThrownBy(() -> runner.apply(preview)).isInstanceOf(ProblemException.class)
                .hasMessageContaining("cannot be written");
        assertThat(cluster.executed).isEmpty();
    }

    @Test
    void readOnlyModeAtTheGateIsNotedAsARefusal() throws Exception {
        cluster.answer = step -> new PlanStepOutcome.StepFailureOutcome(
                Problem.of(OperationProblemKind.READ_ONLY, "Read-only mode did not send it"));
        var run = runner.apply(runner.preview(cordon("a")));
        await(run, RunPhase.HALTED);
        run.cancel();

        assertThat(run.awaitReceipt().ending()).isEqualTo(PlanRunEnding.REFUSED);
        var journaledRun = JournaledPlanRun.groupByRun(journal.read().entries()).getFirst();
        assertThat(journaledRun.resultWord()).isEqualTo("refused");
        assertThat(journaledRun.endEntry().orElseThrow().detail()).contains("Read-only");
    }
}
