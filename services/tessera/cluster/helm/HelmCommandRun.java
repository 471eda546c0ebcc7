package tessera.cluster.helm;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.RunningStepControl;
import tessera.text.DurationFormatter;

/** A running Helm command and the wait for its end. */
final class HelmCommandRun {

    private static final Duration FIRST_GLANCE = Duration.ofMillis(100);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    /** After which nobody waits any more for it to end in order. */
    private static final Duration ENDING = Duration.ofSeconds(20);

    private final FutureTask<Void> work;
    private final Duration timeout;

    private HelmCommandRun(FutureTask<Void> work, Duration timeout) {
        this.work = work;
        this.timeout = timeout;
    }

    /** A Helm command to run. */
    @FunctionalInterface
    interface HelmCommandAction {
        void run() throws ProblemException, InterruptedException;
    }

    /** @param timeout how long it may wait for one hook; when it uninstalls, Helm has no end for that */
    static HelmCommandRun start(HelmCommandAction body, Duration timeout) {
        var task = new FutureTask<Void>(() -> {
            body.run();
            return null;
        });
        Thread.ofVirtual().name("helm").start(task);
        return new HelmCommandRun(task, timeout);
    }

    /**
     * Waits for its end and says meanwhile what it waits for; has it give up its hook once it is not to go on, or has no end.
     *
     * @throws ProblemException when it failed, or was cut short
     */
    void waitFor(HelmHookTracker hooks, HelmHookProgressReader progress, RunningStepControl stepListener)
            throws ProblemException, InterruptedException {
        var glance = FIRST_GLANCE;
        var awaited = Optional.<ObjectRef>empty();
        long since = System.nanoTime();
        while (!work.isDone()) {
            if (!stepListener.pause(glance)) {
                cut(hooks, "");
                return;
            }
            var hook = hooks.currentHook();
            if (!hook.equals(awaited)) {
                awaited = hook;
                since = System.nanoTime();
            }
            if (hook.isPresent()) {
                if (System.nanoTime() - since > timeout.toNanos()) {
                    cut(hooks, DurationFormatter.durationText(timeout));
                    return;
                }
                stepListener.onWaiting(progress.progressText(hook.get()));
            }
            glance = glance.compareTo(GLANCE) < 0 ? glance.multipliedBy(2) : GLANCE;
        }
        awaitEnd(Duration.ZERO);
    }

    private void cut(HelmHookTracker hooks, String wait) throws ProblemException, InterruptedException {
        if (!hooks.hasChanges()) {
            work.cancel(true);
            throw new ProblemException(OperationProblemKind.TIMEOUT, new HelmReason.HelmStoppedUnchanged());
        }
        var hook = hooks.currentHook();
        hooks.cutShort();
        try {
            awaitEnd(ENDING);
        } catch (ProblemException problemException) {
            throw hook
                    .map(objectRef -> new ProblemException(Problem
                            .of(OperationProblemKind.TIMEOUT,
                                    new HelmReason.HelmStoppedAtHook(hookText(objectRef), wait))
                            .withDetail(problemException.problem().detail()), problemException))
                    .orElse(problemException);
        }
    }

    private static String hookText(ObjectRef hook) {
        return hook.kind() + " " + hook.namespace() + "/" + hook.name();
    }

    private void awaitEnd(Duration timeout) throws ProblemException, InterruptedException {
        try {
            work.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            work.cancel(true);
            throw new ProblemException(OperationProblemKind.TIMEOUT,
                    new HelmReason.HelmDisconnected(timeout.toSeconds()), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProblemException problemException) {
                throw problemException;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
