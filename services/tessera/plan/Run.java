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
import tessera.flow.Latest;
import tessera.flow.Wake;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.RunState.Phase;
import tessera.plan.StepState.Progress;
import tessera.plan.draft.PlannedStep;
import tessera.plan.step.Attendant;
import tessera.plan.step.Outcome;
import tessera.plan.step.Step;
import tessera.plan.step.StepExecutor;

/**
 * A preview being done, one step after the other, on a thread of its own. It stops at the first step that goes wrong and
 * waits to be told; only of pods that their budgets keep, the others are asked to go first.
 *
 * <p>Safe for use by several threads.
 */
public final class Run {

    private static final Duration LONG = Duration.ofDays(1);

    private final StepExecutor executor;
    private final Latecomers latecomers;
    private final RunNotes notes;
    private final Clock clock;
    private final Latest<RunState> state;
    private final Wake wake = new Wake();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Turns turns = new Turns();
    private volatile boolean cancelled;
    private volatile boolean again;

    /** Finds the steps by which those pods leave that came to a node after the plan was made. */
    @FunctionalInterface
    interface Latecomers {
        List<PlannedStep> steps(Step.Latecomers step, Attendant attendant) throws Failure, InterruptedException;
    }

    Run(Preview preview, StepExecutor executor, Latecomers latecomers, RunNotes notes, Clock clock) {
        this.executor = executor;
        this.latecomers = latecomers;
        this.notes = notes;
        this.clock = clock;
        state = new Latest<>(new RunState(Phase.RUNNING,
                preview.plan().steps().stream().map(StepState::of).toList(), null));
    }

    void start() {
        Thread.ofVirtual().name("run").start(this::work);
    }

    /** How far it is. */
    public Latest<RunState> state() {
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
        state.update(before -> before.phase() == Phase.RUNNING
                ? new RunState(Phase.CANCELLING, before.steps(), null)
                : before);
        wake.ring();
    }

    /** Where it halted, tries that step once more and goes on. */
    public void retry() {
        if (state.get().phase() == Phase.HALTED) {
            again = true;
            wake.ring();
        }
    }

    /** Waits until it has ended; one that halted has not. */
    public Receipt receipt() throws InterruptedException {
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
    private boolean did(Turns.Turn turn) throws InterruptedException {
        int at = turn.at();
        var planned = state.get().steps().get(at).planned();
        boolean doubtful = state.get().steps().get(at).progress() == Progress.UNKNOWN;
        notes.begin(planned, clock.instant());
        change(at, before -> new StepState(planned, Progress.RUNNING, "", null, clock.instant(), null));
        boolean later = false;
        Outcome outcome = new Outcome.Unknown(Problem.of(Kind.UNEXPECTED, "It was interrupted"));
        try {
            outcome = outcome(turn.hurried() ? hurried(planned.step()) : planned.step(), at);
        } finally {
            later = turns.putOff(turn, planned.step(), outcome) && turn.hurried();
            end(at, doubtful ? stillDoubtful(outcome) : outcome, later);
        }
        return later || outcome instanceof Outcome.Done || turns.kept(at);
    }

    /** @param later whether it is put off, so that it has not failed for those who look on */
    private void end(int at, Outcome outcome, boolean later) {
        var steps = new ArrayList<>(state.get().steps());
        var planned = steps.get(at).planned();
        steps.set(at, ended(steps.get(at), outcome));
        notes.end(steps, at, clock.instant());
        change(at, _ -> later ? new StepState(planned, Progress.TO_DO, "Later: " + steps.get(at).words(), null, null,
                null) : steps.get(at));
    }

    /** One that does not wait for a budget while others may be asked. */
    private static Step hurried(Step step) {
        return step instanceof Step.Evict(var object, var uid, var grace, var _)
                ? new Step.Evict(object, uid, grace, Duration.ZERO)
                : step;
    }

    private Outcome outcome(Step step, int at) throws InterruptedException {
        if (!(step instanceof Step.Latecomers late)) {
            return executor.execute(step, attendant(at));
        }
        try {
            var came = latecomers.steps(late, attendant(at));
            state.update(before -> {
                var steps = new ArrayList<>(before.steps());
                steps.addAll(at + 1, came.stream().map(StepState::of).toList());
                return new RunState(before.phase(), steps, null);
            });
            return new Outcome.Done(came.isEmpty() ? "None came" : "");
        } catch (Failure failure) {
            return new Outcome.Failed(failure.problem());
        }
    }

    /** Where an earlier try got no answer, a later one that fails does not mean that nothing was done. */
    private static Outcome stillDoubtful(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _,Outcome.Unknown _ -> outcome;
            case Outcome.Failed(var problem) -> new Outcome.Unknown(problem);
            case Outcome.GivenUp _ -> new Outcome.Unknown(Problem.of(Kind.TIMEOUT, "Given up"));
        };
    }

    private Attendant attendant(int at) {
        return new Attendant() {
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

    private StepState ended(StepState before, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(var words) -> finished(before, Progress.DONE, words, null);
            case Outcome.Failed(var problem) -> finished(before, Progress.FAILED, problem.headline(), problem);
            case Outcome.Unknown(var problem) -> finished(before, Progress.UNKNOWN, problem.headline(), problem);
            case Outcome.GivenUp _ -> finished(before, Progress.GIVEN_UP,
                    before.words().isEmpty() ? "Given up" : "Given up. " + before.words(), null);
        };
    }

    private StepState finished(StepState before, Progress progress, String words, @Nullable Problem problem) {
        return new StepState(before.planned(), progress, words, problem, before.began(), clock.instant());
    }

    private boolean toldToTryAgain() throws InterruptedException {
        if (cancelled) {
            return false;
        }
        long heard = wake.rings();
        again = false;
        state.update(before -> new RunState(Phase.HALTED, before.steps(), null));
        while (!cancelled && !again) {
            wake.pause(LONG, heard);
            heard = wake.rings();
        }
        if (!cancelled) {
            state.update(before -> new RunState(Phase.RUNNING, before.steps(), null));
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
            boolean done = step.progress() == Progress.DONE;
            boolean waited = step.planned().step() instanceof Step.Await;
            boolean sent = !waited && (done || step.progress() == Progress.UNKNOWN);
            if (sent || (waited && !done && begun)) {
                try {
                    words.addAll(executor.remains(step.planned().step(), done));
                } catch (InterruptedException _) {
                    words.add("It is not known what is still under way: it could not be looked");
                }
            }
            begun |= done || step.progress() == Progress.UNKNOWN;
        }
        return List.copyOf(words);
    }

    private void end() {
        List<StepState> steps = state.get().steps();
        Instant now = clock.instant();
        var receipt = notes.end(steps, remains(steps), now);
        state.update(before -> new RunState(Phase.ENDED, steps, receipt));
        ended.countDown();
    }
}
