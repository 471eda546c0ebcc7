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
 * A preview being done, one step after the other, on a thread of its own. It stops at the first step that goes wrong and
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

    /** Finds the steps by which those pods leave that came to a node after the plan was made. */
    @FunctionalInterface
    interface LatecomerSteps {
        List<PlannedStep> steps(PlanStep.EvictLatePods step, StepListener attendant)
                throws Failure, InterruptedException;
    }

    PlanRun(PlanPreview preview, StepExecutor executor, LatecomerSteps latecomers, RunNotes notes, Clock clock) {
        this.executor = executor;
        this.latecomers = latecomers;
        this.notes = notes;
        this.clock = clock;
        state = new LatestValue<>(new RunState(RunPhase.RUNNING,
                preview.plan().steps().stream().map(StepState::of).toList(), null));
    }

    void start() {
        Thread.ofVirtual().name("run").start(this::work);
    }

    /** How far it is. */
    public LatestValue<RunState> state() {
        return state;
    }

    /** Ends it: what is being waited for is given up, a request under way is finished, and nothing else is begun. */
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

    /** Where it halted, tries that step once more and goes on. */
    public void retry() {
        if (state.get().phase() == RunPhase.HALTED) {
            again = true;
            wake.ring();
        }
    }

    /** Waits until it has ended; one that halted has not. */
    public RunReceipt receipt() throws InterruptedException {
        ended.await();
        var receipt = state.get().receipt();
        if (receipt == null) {
            throw new IllegalStateException("it ended without a receipt");
        }
        return receipt;
    }

    private void work() {
        try {
            var turn = turns.next(state.get().steps());
            while (turn.isPresent() && !cancelled) {
                if (turn.get().halts() || !did(turn.get())) {
                    turns.restart();
                    if (!toldToTryAgain()) {
                        break;
                    }
                }
                turn = turns.next(state.get().steps());
            }
        } catch (InterruptedException _) {
            cancelled = true;
        } finally {
            end();
        }
    }

    /** Does a step and says whether to go on, with the next or, where a budget keeps a pod, with the others. */
    private boolean did(StepQueue.Turn turn) throws InterruptedException {
        int at = turn.at();
        var planned = state.get().steps().get(at).planned();
        boolean doubtful = state.get().steps().get(at).progress() == StepProgress.UNKNOWN;
        notes.begin(planned, clock.instant());
        change(at, before -> new StepState(planned, StepProgress.RUNNING, "", null, clock.instant(), null));
        boolean later = false;
        StepOutcome outcome = new StepOutcome.StepUnknown(Problem.of(ProblemKind.UNEXPECTED, "It was interrupted"));
        try {
            outcome = outcome(turn.hurried() ? hurried(planned.step()) : planned.step(), at);
        } finally {
            later = turns.putOff(turn, planned.step(), outcome) && turn.hurried();
            end(at, doubtful ? stillDoubtful(outcome) : outcome, later);
        }
        return later || outcome instanceof StepOutcome.StepDone || turns.kept(at);
    }

    /** @param later whether it is put off, so that it has not failed for those who look on */
    private void end(int at, StepOutcome outcome, boolean later) {
        var steps = new ArrayList<>(state.get().steps());
        var planned = steps.get(at).planned();
        steps.set(at, ended(steps.get(at), outcome));
        notes.end(steps, at, clock.instant());
        change(at,
                _ -> later ? new StepState(planned, StepProgress.TO_DO, "Later: " + steps.get(at).words(), null, null,
                        null) : steps.get(at));
    }

    /** One that does not wait for a budget while others may be asked. */
    private static PlanStep hurried(PlanStep step) {
        return step instanceof PlanStep.Evict(var object, var uid, var grace, var _)
                ? new PlanStep.Evict(object, uid, grace, Duration.ZERO)
                : step;
    }

    private StepOutcome outcome(PlanStep step, int at) throws InterruptedException {
        if (!(step instanceof PlanStep.EvictLatePods late)) {
            return executor.execute(step, attendant(at));
        }
        try {
            var came = latecomers.steps(late, attendant(at));
            state.update(before -> {
                var steps = new ArrayList<>(before.steps());
                steps.addAll(at + 1, came.stream().map(StepState::of).toList());
                return new RunState(before.phase(), steps, null);
            });
            return new StepOutcome.StepDone(came.isEmpty() ? "None came" : "");
        } catch (Failure failure) {
            return new StepOutcome.StepFailed(failure.problem());
        }
    }

    /** Where an earlier try got no answer, a later one that fails does not mean that nothing was done. */
    private static StepOutcome stillDoubtful(StepOutcome outcome) {
        return switch (outcome) {
            case StepOutcome.StepDone _,StepOutcome.StepUnknown _ -> outcome;
            case StepOutcome.StepFailed(var problem) -> new StepOutcome.StepUnknown(problem);
            case StepOutcome.GivenUp _ -> new StepOutcome.StepUnknown(Problem.of(ProblemKind.TIMEOUT, "Given up"));
        };
    }

    private StepListener attendant(int at) {
        return new StepListener() {
            @Override
            public void hear(String words) {
                change(at, before -> new StepState(before.planned(), before.progress(), words, null, before.began(),
                        null));
            }

            @Override
            public boolean pause(Duration time) throws InterruptedException {
                long heard = wake.rings();
                if (!cancelled) {
                    wake.pause(time, heard);
                }
                return !cancelled;
            }
        };
    }

    private StepState ended(StepState before, StepOutcome outcome) {
        return switch (outcome) {
            case StepOutcome.StepDone(var words) -> finished(before, StepProgress.DONE, words, null);
            case StepOutcome.StepFailed(var problem) ->
                finished(before, StepProgress.FAILED, problem.headline(), problem);
            case StepOutcome.StepUnknown(var problem) ->
                finished(before, StepProgress.UNKNOWN, problem.headline(), problem);
            case StepOutcome.GivenUp _ -> finished(before, StepProgress.GIVEN_UP,
                    before.words().isEmpty() ? "Given up" : "Given up. " + before.words(), null);
        };
    }

    private StepState finished(StepState before, StepProgress progress, String words, @Nullable Problem problem) {
        return new StepState(before.planned(), progress, words, problem, before.began(), clock.instant());
    }

    private boolean toldToTryAgain() throws InterruptedException {
        if (cancelled) {
            return false;
        }
        long heard = wake.rings();
        again = false;
        state.update(before -> new RunState(RunPhase.HALTED, before.steps(), null));
        while (!cancelled && !again) {
            wake.pause(LONG, heard);
            heard = wake.rings();
        }
        if (!cancelled) {
            state.update(before -> new RunState(RunPhase.RUNNING, before.steps(), null));
        }
        return !cancelled;
    }

    private void change(int at, UnaryOperator<StepState> change) {
        state.update(before -> {
            var steps = new ArrayList<>(before.steps());
            steps.set(at, change.apply(steps.get(at)));
            return new RunState(before.phase(), steps, null);
        });
    }

    /** Who was told to do something goes on with it, though nobody waits any more; who is gone does not. */
    private List<String> remains(List<StepState> steps) {
        var words = new LinkedHashSet<String>();
        boolean begun = false;
        for (var step : steps) {
            boolean done = step.progress() == StepProgress.DONE;
            boolean waited = step.planned().step() instanceof PlanStep.Await;
            boolean sent = !waited && (done || step.progress() == StepProgress.UNKNOWN);
            if (sent || (waited && !done && begun)) {
                try {
                    words.addAll(executor.remains(step.planned().step(), done));
                } catch (InterruptedException _) {
                    words.add("It is not known what is still under way: it could not be looked");
                }
            }
            begun |= done || step.progress() == StepProgress.UNKNOWN;
        }
        return List.copyOf(words);
    }

    private void end() {
        List<StepState> steps = state.get().steps();
        Instant now = clock.instant();
        var receipt = notes.end(steps, remains(steps), now);
        state.update(before -> new RunState(RunPhase.ENDED, steps, receipt));
        ended.countDown();
    }
}
