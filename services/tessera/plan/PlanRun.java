package tessera.plan;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepExecutor;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;
import tessera.text.MessageCatalog;

/**
 * The execution of a preview, step by step, on its own thread. It stops at the first step that goes wrong and
 * waits to be told; only of pods that their budgets keep, the others are asked to go first.
 *
 * <p>Safe for use by several threads.
 */
public final class PlanRun {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanRun.class);

    private static final Duration LONG = Duration.ofDays(1);

    private final PlanStepExecutor executor;
    private final LatePodEvictionStepFinder latecomers;
    private final PlanRunJournalWriter notes;
    private final Clock clock;
    private final LatestValue<PlanRunState> state;
    private final ThreadWakeSignal wake = new ThreadWakeSignal();
    private final CountDownLatch finished = new CountDownLatch(1);
    private final NextPlanStepSelector stepQueue = new NextPlanStepSelector();
    private volatile boolean cancelled;
    private volatile boolean retryRequested;

    /** Finds the eviction steps for pods that reached a node after planning. */
    @FunctionalInterface
    interface LatePodEvictionStepFinder {
        List<PlanStepWithUndo> findSteps(PlanStep.EvictLatePodsStep step, RunningStepControl stepListener)
                throws ProblemException, InterruptedException;
    }

    PlanRun(PlanPreview preview, PlanStepExecutor executor, LatePodEvictionStepFinder latecomers,
            PlanRunJournalWriter notes, Clock clock) {
        this.executor = executor;
        this.latecomers = latecomers;
        this.notes = notes;
        this.clock = clock;
        state = new LatestValue<>(new PlanRunState(RunPhase.RUNNING,
                preview.plan().steps().stream().map(PlanStepState::forPlannedStep).toList(), null));
    }

    void start() {
        Thread.ofVirtual().name("run").start(this::runSteps);
    }

    /** Returns the progress of the run, observable. */
    public LatestValue<PlanRunState> state() {
        return state;
    }

    /** Cancels the run: gives up waits, finishes the request in flight, and starts nothing else. */
    public void cancel() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
        }
        state.update(before -> before.phase() == RunPhase.RUNNING
                ? new PlanRunState(RunPhase.CANCELLING, before.steps(), null)
                : before);
        wake.ring();
    }

    /** Retries the step at which the run halted, then continues. */
    public void retry() {
        if (state.get().phase() == RunPhase.HALTED) {
            retryRequested = true;
            wake.ring();
        }
    }

    /** Waits for the end of the run and returns its receipt; a halted run has not ended. */
    public PlanRunReceipt awaitReceipt() throws InterruptedException {
        finished.await();
        var receipt = state.get().receipt();
        if (receipt == null) {
            throw new IllegalStateException("missing receipt");
        }
        return receipt;
    }

    private void runSteps() {
        try {
            var turn = stepQueue.nextTurn(state.get().steps());
            while (turn.isPresent() && !cancelled) {
                if (turn.get().haltsRun() || !runStep(turn.get())) {
                    stepQueue.restart();
                    if (!awaitRetry()) {
                        break;
                    }
                }
                turn = stepQueue.nextTurn(state.get().steps());
            }
        } catch (InterruptedException _) {
            cancelled = true;
        } finally {
            endRun();
        }
    }

    /** Runs a step and returns whether to go on, with the next one or, if a budget blocks a pod, with the others. */
    private boolean runStep(NextPlanStepSelector.NextStepDecision decision) throws InterruptedException {
        int at = decision.index();
        var planned = state.get().steps().get(at).planned();
        boolean doubtful = state.get().steps().get(at).progress() == StepProgress.UNKNOWN;
        notes.beginStep(planned, clock.instant());
        updateStep(at, before -> new PlanStepState(planned, StepProgress.RUNNING, "", null, clock.instant(), null));
        boolean later = false;
        PlanStepOutcome outcome = new PlanStepOutcome.StepUnknownOutcome(
                Problem.of(OperationProblemKind.UNEXPECTED, new PlanRunProblem.RunInterrupted()));
        try {
            outcome = executeStep(decision.skipsBudgetWait() ? withoutBudgetWait(planned.step()) : planned.step(), at);
        } finally {
            later = stepQueue.postponeBlockedEviction(decision, planned.step(), outcome) && decision.skipsBudgetWait();
            endStep(at, doubtful ? keepDoubt(outcome) : outcome, later);
        }
        return later || outcome instanceof PlanStepOutcome.StepSuccessOutcome || stepQueue.isBudgetBlocked(at);
    }

    /** @param later whether it is put off, so that it has not failed for those who look on */
    private void endStep(int at, PlanStepOutcome outcome, boolean later) {
        var steps = new ArrayList<>(state.get().steps());
        var planned = steps.get(at).planned();
        steps.set(at, toEndedState(steps.get(at), outcome));
        notes.endStep(steps, at, clock.instant());
        updateStep(at,
                _ -> later
                        ? new PlanStepState(planned, StepProgress.TO_DO,
                                MESSAGES.text("step.later", steps.get(at).text()), null, null, null)
                        : steps.get(at));
    }

    /** Returns the step without a wait for its budget if other evictions can go first. */
    private static PlanStep withoutBudgetWait(PlanStep step) {
        if (step instanceof PlanStep.EvictPodStep(var object, var uid, var grace, var _)) {
            return new PlanStep.EvictPodStep(object, uid, grace, Duration.ZERO);
        }
        return step;
    }

    private PlanStepOutcome executeStep(PlanStep step, int at) throws InterruptedException {
        if (!(step instanceof PlanStep.EvictLatePodsStep late)) {
            return executor.execute(step, createStepListener(at));
        }
        try {
            var came = latecomers.findSteps(late, createStepListener(at));
            state.update(before -> {
                var steps = new ArrayList<>(before.steps());
                steps.addAll(at + 1, came.stream().map(PlanStepState::forPlannedStep).toList());
                return new PlanRunState(before.phase(), steps, null);
            });
            return new PlanStepOutcome.StepSuccessOutcome(came.isEmpty() ? MESSAGES.text("late-pods.none") : "");
        } catch (ProblemException problemException) {
            return new PlanStepOutcome.StepFailureOutcome(problemException.problem());
        }
    }

    /** Returns an unknown outcome if an earlier attempt got no answer and the retry failed. */
    private static PlanStepOutcome keepDoubt(PlanStepOutcome outcome) {
        return switch (outcome) {
            case PlanStepOutcome.StepSuccessOutcome _,PlanStepOutcome.StepUnknownOutcome _ -> outcome;
            case PlanStepOutcome.StepFailureOutcome(var problem) -> new PlanStepOutcome.StepUnknownOutcome(problem);
            case PlanStepOutcome.StepAbandonedOutcome _ -> new PlanStepOutcome.StepUnknownOutcome(
                    Problem.of(OperationProblemKind.TIMEOUT, new PlanRunProblem.WaitAbandoned()));
        };
    }

    private RunningStepControl createStepListener(int at) {
        return new RunningStepControl() {
            @Override
            public void onWaiting(String text) {
                updateStep(at, before -> new PlanStepState(before.planned(), before.progress(), text, null,
                        before.startedAt(), null));
            }

            @Override
            public boolean pause(Duration time) throws InterruptedException {
                long heard = wake.ringCount();
                if (!cancelled) {
                    wake.pause(time, heard);
                }
                return !cancelled;
            }
        };
    }

    private PlanStepState toEndedState(PlanStepState before, PlanStepOutcome outcome) {
        return switch (outcome) {
            case PlanStepOutcome.StepSuccessOutcome(var text) -> finishedState(before, StepProgress.DONE, text, null);
            case PlanStepOutcome.StepFailureOutcome(var problem) ->
                finishedState(before, StepProgress.FAILED, problem.headline(), problem);
            case PlanStepOutcome.StepUnknownOutcome(var problem) ->
                finishedState(before, StepProgress.UNKNOWN, problem.headline(), problem);
            case PlanStepOutcome.StepAbandonedOutcome _ ->
                finishedState(before, StepProgress.GIVEN_UP, MESSAGES.text("wait.abandoned", before.text()), null);
        };
    }

    private PlanStepState finishedState(PlanStepState before, StepProgress progress, String text,
            @Nullable Problem problem) {
        return new PlanStepState(before.planned(), progress, text, problem, before.startedAt(), clock.instant());
    }

    private boolean awaitRetry() throws InterruptedException {
        if (cancelled) {
            return false;
        }
        long heard = wake.ringCount();
        retryRequested = false;
        state.update(before -> new PlanRunState(RunPhase.HALTED, before.steps(), null));
        while (!cancelled && !retryRequested) {
            wake.pause(LONG, heard);
            heard = wake.ringCount();
        }
        if (!cancelled) {
            state.update(before -> new PlanRunState(RunPhase.RUNNING, before.steps(), null));
        }
        return !cancelled;
    }

    private void updateStep(int at, UnaryOperator<PlanStepState> change) {
        state.update(before -> {
            var steps = new ArrayList<>(before.steps());
            steps.set(at, change.apply(steps.get(at)));
            return new PlanRunState(before.phase(), steps, null);
        });
    }

    /** Returns what controllers that already have their instructions go on doing after the run gave up waiting. */
    private List<String> remainingEffects(List<PlanStepState> steps) {
        var words = new LinkedHashSet<String>();
        boolean begun = false;
        for (var step : steps) {
            boolean done = step.progress() == StepProgress.DONE;
            boolean waited = step.planned().step() instanceof PlanStep.AwaitClusterStateStep;
            boolean sent = !waited && (done || step.progress() == StepProgress.UNKNOWN);
            if (sent || (waited && !done && begun)) {
                try {
                    words.addAll(executor.remainingEffects(step.planned().step(), done));
                } catch (InterruptedException _) {
                    words.add(MESSAGES.text("effects.unknown"));
                }
            }
            begun |= done || step.progress() == StepProgress.UNKNOWN;
        }
        return List.copyOf(words);
    }

    private void endRun() {
        List<PlanStepState> steps = state.get().steps();
        Instant now = clock.instant();
        var receipt = notes.endRun(steps, remainingEffects(steps), now);
        state.update(before -> new PlanRunState(RunPhase.ENDED, steps, receipt));
        finished.countDown();
    }

    /**
     * Decides which step of a run is next: in order, but within a row of evictions, pods blocked by a disruption budget come last. One thread at a time.
     */
    private static final class NextPlanStepSelector {

        /** Evictions that were refused at once, and that are tried with patience when the others have been asked for. */
        private final Set<Integer> putOff = new HashSet<>();
        /** Evictions that were refused for as long as one was ready to wait. */
        private final Set<Integer> timedOutEvictions = new HashSet<>();

        /**
         * The index of the step to run, and whether to wait for its budget or to halt.
         *
         * @param skipsBudgetWait whether not to wait for a budget, as others may be asked meanwhile
         * @param haltsRun   whether nothing is left but to try it once more
         */
        record NextStepDecision(int index, boolean skipsBudgetWait, boolean haltsRun) {}

        /** Returns the next step to run; empty when all are done. */
        Optional<NextStepDecision> nextTurn(List<PlanStepState> steps) {
            int first = 0;
            while (first < steps.size() && steps.get(first).progress() == StepProgress.DONE) {
                first++;
            }
            if (first == steps.size()) {
                return Optional.empty();
            }
            var row = unfinishedEvictionsFrom(first, steps);
            var fresh = row.stream().filter(at -> !putOff.contains(at)).findFirst();
            int at = fresh.or(() -> nextEviction(row)).orElse(first);
            return Optional
                    .of(new NextStepDecision(at, fresh.isPresent() && row.size() > 1, timedOutEvictions.contains(at)));
        }

        private Optional<Integer> nextEviction(List<Integer> row) {
            return row.stream().filter(other -> !timedOutEvictions.contains(other)).findFirst();
        }

        /** Returns the unfinished evictions in the row that begins at a step. */
        private static List<Integer> unfinishedEvictionsFrom(int first, List<PlanStepState> steps) {
            var row = new ArrayList<Integer>();
            for (int at = first; at < steps.size()
                    && steps.get(at).planned().step() instanceof PlanStep.EvictPodStep; at++) {
                if (steps.get(at).progress() != StepProgress.DONE) {
                    row.add(at);
                }
            }
            return row;
        }

        /** Postpones an eviction that a disruption budget forbids; returns whether it did. */
        boolean postponeBlockedEviction(NextStepDecision decision, PlanStep step, PlanStepOutcome outcome) {
            boolean forbidden = step instanceof PlanStep.EvictPodStep
                    && outcome instanceof PlanStepOutcome.StepFailureOutcome(var problem)
                    && problem.kind() == OperationProblemKind.OVERLOADED;
            return forbidden && (decision.skipsBudgetWait() ? putOff : timedOutEvictions).add(decision.index());
        }

        /** Returns whether a budget forbade this eviction until the patience ran out. */
        boolean isBudgetBlocked(int at) {
            return timedOutEvictions.contains(at);
        }

        /** Clears all postponements for a retry. */
        void restart() {
            putOff.clear();
            timedOutEvictions.clear();
        }
    }
}
