package tessera.cluster.helm;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.model.DurationText;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepListener;

/** A running Helm command and the wait for its end. */
final class HelmRun {

    private static final Duration FIRST_GLANCE = Duration.ofMillis(100);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    /** After which nobody waits any more for it to end in order. */
    private static final Duration ENDING = Duration.ofSeconds(20);

    private final FutureTask<Void> work;
    private final Duration timeout;

    private HelmRun(FutureTask<Void> work, Duration timeout) {
        this.work = work;
        this.timeout = timeout;
    }

    /** A Helm command to run. */
    @FunctionalInterface
    interface HelmTask {
        void run() throws Failure, InterruptedException;
    }

    /** @param timeout how long it may wait for one hook; when it uninstalls, Helm has no end for that */
    static HelmRun start(HelmTask work, Duration timeout) {
        var task = new FutureTask<Void>(() -> {
            work.run();
            return null;
        });
        Thread.ofVirtual().name("helm").start(task);
        return new HelmRun(task, timeout);
    }

    /**
     * Waits for its end and says meanwhile what it waits for; has it give up its hook once it is not to go on, or has no end.
     *
     * @throws Failure when it failed, or was cut short
     */
    void waitFor(HookWatch hooks, HookProgress progress, StepListener attendant) throws Failure, InterruptedException {
        var glance = FIRST_GLANCE;
        var awaited = Optional.<ObjectRef>empty();
        long since = System.nanoTime();
        while (!work.isDone()) {
            if (!attendant.pause(glance)) {
                cut(hooks, "Helm was stopped while it waited for the hook");
                return;
            }
            var hook = hooks.currentHook();
            if (!hook.equals(awaited)) {
                awaited = hook;
                since = System.nanoTime();
            }
            if (hook.isPresent()) {
                if (System.nanoTime() - since > timeout.toNanos()) {
                    cut(hooks, "Helm was stopped after it had waited for %s for the hook"
                            .formatted(DurationText.durationText(timeout)));
                    return;
                }
                attendant.onWaiting(progress.progressText(hook.get()));
            }
            glance = glance.compareTo(GLANCE) < 0 ? glance.multipliedBy(2) : GLANCE;
        }
        awaitEnd(Duration.ZERO);
    }

    private void cut(HookWatch hooks, String text) throws Failure, InterruptedException {
        if (!hooks.hasChanges()) {
            work.cancel(true);
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "Helm was stopped before it changed anything"));
        }
        var hook = hooks.currentHook();
        hooks.cutShort();
        try {
            awaitEnd(ENDING);
        } catch (Failure failure) {
            throw hook.map(which -> new Failure(new Problem(ProblemKind.TIMEOUT,
                    "%s %s %s/%s".formatted(text, which.kind(), which.namespace(), which.name()),
                    failure.problem().detail(), ""), failure)).orElse(failure);
        }
    }

    private void awaitEnd(Duration timeout) throws Failure, InterruptedException {
        try {
            work.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            work.cancel(true);
            throw new Failure(Problem.of(ProblemKind.TIMEOUT,
                    "Helm did not end within %d s and was cut off from the cluster".formatted(timeout.toSeconds())),
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw new IllegalStateException("Helm broke off", e.getCause());
        }
    }
}
