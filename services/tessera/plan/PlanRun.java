package tessera.plan;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.flow.WakeSignal;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.RunState.RunPhase;
import tessera.plan.StepState.StepProgress;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExecutor;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/**
 * The execution of a preview, step by step, on its own thread. It stops at the first step that goes wrong and
 * waits to be told; only of pods that their budgets keep, the others are asked to go first.
 *
 * <p>Safe for use by several threads.
 */
public final class PlanRun {

    private static final Duration LONG = Duration.ofDays(1);

    private final StepExecutor executor;
    private final LatecomerSteps latecomers;
    private final RunNotes notes;
    private final Clock clock;
    private final LatestValue<RunState> state;
    private final WakeSignal wake = new WakeSignal();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final StepQueue turns = new StepQueue();
    private volatile boolean cancelled;
    private volatile boolean again;

    /** Finds the eviction steps for pods that reached a node after planning. */
    @FunctionalInterface
    interface LatecomerSteps {
        List<PlannedStep> findSteps(PlanStep.EvictLatePods step, StepListener attendant)
                throws Failure, InterruptedException;
    }

    PlanRun(PlanPreview preview, StepExecutor executor, LatecomerSteps latecomers, RunNotes notes, Clock clock) {
        this.executor = executor;
        this.latecomers = latecomers;
        this.notes = notes;
        this.clock = clock;
        state = new LatestValue<>(new RunState(RunPhase.RUNNING,
                preview.plan().steps().stream().map(StepState::forPlannedStep).toList(), null));
    }

    void start() {
        Thread.ofVirtual().name("run").start(this::runSteps);
    }

    /** Returns the progress of the run, observable. */
    public LatestValue<RunState> state() {
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
                ? new RunState(RunPhase.CANCELLING, before.steps(), null)
                : before);
        wake.ring();
    }

    /** Retries the step at which the run halted, then continues. */
    public void retry() {
        if (state.get().phase() == RunPhase.HALTED) {
            again = true;
            wake.ring();
        }
    }

    /** Waits for the end of the run and returns its receipt; a halted run has not ended. */
    public RunReceipt awaitReceipt() throws InterruptedException {
        ended.await();
        var receipt = state.get().receipt();
        if (receipt == null) {
            throw new IllegalStateException("it ended without a receipt");
        }
        return receipt;
    }

    private void runSteps() {
        try {
            var turn = turns.nextTurn(state.get().steps());
            while (turn.isPresent() && !cancelled) {
                if (turn.get().haltsRun() || !runStep(turn.get())) {
                    turns.restart();
                    if (!awaitRetry()) {
                        break;
                    }
                }
                turn = turns.nextTurn(state.get().steps());
            }
        } catch (InterruptedException _) {
            cancelled = true;
        } finally {
            endRun();
        }
    }

    /** Runs a step and returns whether to go on, with the next one or, if a budget blocks a pod, with the others. */
    private boolean runStep(StepQueue.StepTurn turn) throws InterruptedException {
        int at = turn.index();
        var planned = state.get().steps().get(at).planned();
        boolean doubtful = state.get().steps().get(at).progress() == StepProgress.UNKNOWN;
        notes.beginStep(planned, clock.instant());
        updateStep(at, before -> new StepState(planned, StepProgress.RUNNING, "", null, clock.instant(), null));
        boolean later = false;
        StepOutcome outcome = new StepOutcome.StepUnknown(Problem.of(ProblemKind.UNEXPECTED, "It was interrupted"));
        try {
            outcome = executeStep(turn.skipsBudgetWait() ? withoutBudgetWait(planned.step()) : planned.step(), at);
        } finally {
            later = turns.postponeBlockedEviction(turn, planned.step(), outcome) && turn.skipsBudgetWait();
            endStep(at, doubtful ? keepDoubt(outcome) : outcome, later);
        }
        return later || outcome instanceof StepOutcome.StepDone || turns.isBudgetBlocked(at);
    }

    /** @param later whether it is put off, so that it has not failed for those who look on */
    private void endStep(int at, StepOutcome outcome, boolean later) {
        var steps = new ArrayList<>(state.get().steps());
        var planned = steps.get(at).planned();
        steps.set(at, toEndedState(steps.get(at), outcome));
        notes.endStep(steps, at, clock.instant());
        updateStep(at,
                _ -> later ? new StepState(planned, StepProgress.TO_DO, "Later: " + steps.get(at).text(), null, null,
                        null) : steps.get(at));
    }

    /** Returns the step without a wait for its budget if other evictions can go first. */
    private static PlanStep withoutBudgetWait(PlanStep step) {
        return step instanceof PlanStep.Evict(var object, var uid, var grace, var _)
                ? new PlanStep.Evict(object, uid, grace, Duration.ZERO)
                : step;
    }

    private StepOutcome executeStep(PlanStep step, int at) throws InterruptedException {
        if (!(step instanceof PlanStep.EvictLatePods late)) {
            return executor.execute(step, createStepListener(at));
        }
        try {
            var came = latecomers.findSteps(late, createStepListener(at));
            state.update(before -> {
                var steps = new ArrayList<>(before.steps());
                steps.addAll(at + 1, came.stream().map(StepState::forPlannedStep).toList());
                return new RunState(before.phase(), steps, null);
            });
            return new StepOutcome.StepDone(came.isEmpty() ? "None came" : "");
        } catch (Failure failure) {
            return new StepOutcome.StepFailed(failure.problem());
        }
    }

    /** Returns an unknown outcome if an earlier attempt got no answer and the retry failed. */
    private static StepOutcome keepDoubt(StepOutcome outcome) {
        return switch (outcome) {
            case StepOutcome.StepDone _,StepOutcome.StepUnknown _ -> outcome;
            case StepOutcome.StepFailed(var problem) -> new StepOutcome.StepUnknown(problem);
            case StepOutcome.StepGivenUp _ -> new StepOutcome.StepUnknown(Problem.of(ProblemKind.TIMEOUT, "Given up"));
        };
    }

    private StepListener createStepListener(int at) {
        return new StepListener() {
            @Override
            public void onWaiting(String text) {
                updateStep(at, before -> new StepState(before.planned(), before.progress(), text, null, before.began(),
                        null));
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

    private StepState toEndedState(StepState before, StepOutcome outcome) {
        return switch (outcome) {
            case StepOutcome.StepDone(var text) -> finishedState(before, StepProgress.DONE, text, null);
            case StepOutcome.StepFailed(var problem) ->
                finishedState(before, StepProgress.FAILED, problem.headline(), problem);
            case StepOutcome.StepUnknown(var problem) ->
                finishedState(before, StepProgress.UNKNOWN, problem.headline(), problem);
            case StepOutcome.StepGivenUp _ -> finishedState(before, StepProgress.GIVEN_UP,
                    before.text().isEmpty() ? "Given up" : "Given up. " + before.text(), null);
        };
    }

    private StepState finishedState(StepState before, StepProgress progress, String text, @Nullable Problem problem) {
        return new StepState(before.planned(), progress, text, problem, before.began(), clock.instant());
    }

    private boolean awaitRetry() throws InterruptedException {
        if (cancelled) {
            return false;
        }
        long heard = wake.ringCount();
        again = false;
        state.update(before -> new RunState(RunPhase.HALTED, before.steps(), null));
        while (!cancelled && !again) {
            wake.pause(LONG, heard);
            heard = wake.ringCount();
        }
        if (!cancelled) {
            state.update(before -> new RunState(RunPhase.RUNNING, before.steps(), null));
        }
        return !cancelled;
    }

    private void updateStep(int at, UnaryOperator<StepState> change) {
        state.update(before -> {
            var steps = new ArrayList<>(before.steps());
            steps.set(at, change.apply(steps.get(at)));
            return new RunState(before.phase(), steps, null);
        });
    }

    /** Returns what controllers that already have their instructions go on doing after the run gave up waiting. */
    private List<String> remainingEffects(List<StepState> steps) {
        var words = new LinkedHashSet<String>();
        boolean begun = false;
        for (var step : steps) {
            boolean done = step.progress() == StepProgress.DONE;
            boolean waited = step.planned().step() instanceof PlanStep.Await;
            boolean sent = !waited && (done || step.progress() == StepProgress.UNKNOWN);
            if (sent || (waited && !done && begun)) {
                try {
                    words.addAll(executor.remainingEffects(step.planned().step(), done));
                } catch (InterruptedException _) {
                    words.add("It is not known what is still under way: it could not be looked");
                }
            }
            begun |= done || step.progress() == StepProgress.UNKNOWN;
        }
        return List.copyOf(words);
    }

    private void endRun() {
        List<StepState> steps = state.get().steps();
        Instant now = clock.instant();
        var receipt = notes.endRun(steps, remainingEffects(steps), now);
        state.update(before -> new RunState(RunPhase.ENDED, steps, receipt));
        ended.countDown();
    }
}
