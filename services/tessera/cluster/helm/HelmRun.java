package tessera.cluster.helm;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepListener;

/** Helm at work, and whoever waits for it. */
final class HelmRun {

    private static final Duration FIRST_GLANCE = Duration.ofMillis(100);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    /** After which nobody waits any more for it to end in order. */
    private static final Duration ENDING = Duration.ofSeconds(20);

    private final FutureTask<Void> work;

    private HelmRun(FutureTask<Void> work) {
        this.work = work;
    }

    /** What Helm is to do. */
    @FunctionalInterface
    interface HelmTask {
        void run() throws Failure, InterruptedException;
    }

    static HelmRun start(HelmTask work) {
        var task = new FutureTask<Void>(() -> {
            work.run();
            return null;
        });
        Thread.ofVirtual().name("helm").start(task);
        return new HelmRun(task);
    }

    /**
     * Waits for its end and says meanwhile what it waits for; has it give up its hook once it is not to go on.
     *
     * @throws Failure when it failed, or was cut short
     */
    void follow(HookWatch hooks, HookProgress progress, StepListener attendant) throws Failure, InterruptedException {
        var glance = FIRST_GLANCE;
        while (!work.isDone()) {
            if (!attendant.pause(glance)) {
                cut(hooks);
                return;
            }
            var hook = hooks.hook();
            if (hook.isPresent()) {
                attendant.hear(progress.words(hook.get()));
            }
            glance = glance.compareTo(GLANCE) < 0 ? glance.multipliedBy(2) : GLANCE;
        }
        ended(Duration.ZERO);
    }

    private void cut(HookWatch hooks) throws Failure, InterruptedException {
        if (!hooks.hasChanges()) {
            work.cancel(true);
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "Helm was stopped before it changed anything"));
        }
        var hook = hooks.hook();
        hooks.cut();
        try {
            ended(ENDING);
        } catch (Failure failure) {
            throw hook.map(which -> new Failure(new Problem(ProblemKind.TIMEOUT,
                    "Helm was stopped while it waited for the hook %s %s/%s".formatted(which.kind(), which.namespace(),
                            which.name()),
                    failure.problem().detail(), ""), failure)).orElse(failure);
        }
    }

    private void ended(Duration patience) throws Failure, InterruptedException {
        try {
            work.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            work.cancel(true);
            throw new Failure(Problem.of(ProblemKind.TIMEOUT,
                    "Helm did not end within %d s and was cut off from the cluster".formatted(patience.toSeconds())),
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw new IllegalStateException("Helm broke off", e.getCause());
        }
    }
}
