package tessera.cluster.change;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ListText;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.plan.step.HelmWork;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.plan.step.StepListener;
import tessera.plan.step.StepOutcome;

/** Executes steps that take time: evictions that a budget forbids for now, and waits for the cluster. */
final class SlowStepExecutor {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final Duration BLOCKED = Duration.ofSeconds(5);
    private static final Duration SETTLING = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int TOO_MANY = 429;
    private static final int NAMED = 3;

    private final ObjectLists objects;
    private final WriteClient writes;
    private final Clock clock;
    private final MigWatch mig;
    private final SharingWatch sharing;
    private final StackWatch stack;
    private final WorkloadWatch workloads;
    private final DriverWatch drivers;
    private final LaunchWatch launch;
    private final FirstLogLines first;

    SlowStepExecutor(ServerRoute route, WriteClient writes, Clock clock) {
        objects = new ObjectLists(route);
        mig = new MigWatch(route, objects);
        sharing = new SharingWatch(route, objects);
        var paced = new CachedAnswers(clock);
        var stragglers = new RolloutBlockers(objects, paced);
        stack = new StackWatch(objects, stragglers);
        drivers = new DriverWatch(objects, clock);
        launch = new LaunchWatch(objects);
        workloads = new WorkloadWatch(objects, stragglers, launch, paced);
        first = new FirstLogLines(route, launch, clock);
        this.writes = writes;
        this.clock = clock;
    }

    /** Requests an eviction, again and again while a budget forbids it. */
    StepOutcome evict(PlanStep.Evict evict, StepListener attendant) throws InterruptedException {
        var end = clock.instant().plus(evict.patience());
        while (true) {
            switch (writes.sendStep(evict, false)) {
                case WriteResult.WriteAccepted _ -> {
                    return new StepOutcome.StepDone("Asked to end");
                }
                case WriteResult.WriteUnanswered(var problem) -> {
                    return new StepOutcome.StepUnknown(problem);
                }
                case WriteResult.WriteRefused(var status, var problem, var retryAfter) -> {
                    if (problem.kind() == ProblemKind.NOT_FOUND
                            || (problem.kind() == ProblemKind.CONFLICT && isGone(evict))) {
                        return new StepOutcome.StepDone("It was gone already");
                    }
                    boolean kept = problem.detail().toLowerCase(Locale.ROOT).contains("disruption budget");
                    if (status != TOO_MANY || !timeLeft(end).isPositive()) {
                        return new StepOutcome.StepFailed(
                                status == TOO_MANY ? evictionProblem(evict, problem, kept) : problem);
                    }
                    attendant.onWaiting("Not now: " + problem.detail());
                    if (!attendant.pause(
                            kept || retryAfter == null ? BLOCKED : Collections.min(List.of(retryAfter, LONGEST)))) {
                        return new StepOutcome.StepGivenUp();
                    }
                }
            }
        }
    }

    private static Problem evictionProblem(PlanStep.Evict evict, Problem problem, boolean kept) {
        return kept ? new Problem(ProblemKind.OVERLOADED, evict.object() + " is kept by its disruption budget",
                problem.detail(),
                "Wait until more of its pods are ready elsewhere, scale it up, or change the budget; then try again.")
                : new Problem(ProblemKind.OVERLOADED, "The API server has too much to do to evict " + evict.object(),
                        problem.detail(), "Try again in a moment.");
    }

    /** Returns whether the pod is gone, though another may have its name. */
    private boolean isGone(PlanStep.Evict evict) throws InterruptedException {
        try {
            return !readUid(evict).equals(evict.uid());
        } catch (Failure failure) {
            return failure.problem().kind() == ProblemKind.NOT_FOUND;
        }
    }

    private String readUid(PlanStep step) throws Failure, InterruptedException {
        return objects.readJson(ApiPaths.objectPath(step.object()), "read " + step.object()).path("metadata")
                .path("uid").asText();
    }

    private Duration timeLeft(Instant end) {
        return Duration.between(clock.instant(), end);
    }

    /** Waits until the cluster meets the expectation. A connection that is lost meanwhile is waited for, too. */
    StepOutcome awaitExpectation(PlanStep.Await await, StepListener attendant) throws InterruptedException {
        var end = clock.instant().plus(await.patience());
        var text = await.expectation().conditionText(await.object());
        // What an operator says of a policy that it has not looked at yet is of the one before.
        if (await.expectation() instanceof StepExpectation.StackOperating && !attendant.pause(SETTLING)) {
            return new StepOutcome.StepGivenUp();
        }
        while (true) {
            Problem problem = null;
            var missing = "";
            try {
                switch (observe(await)) {
                    case WaitObservation.NeverComing(var why) -> {
                        return new StepOutcome.StepFailed(why);
                    }
                    case WaitObservation.StillMissing(var subject) -> missing = subject;
                }
                if (missing.isEmpty()) {
                    return new StepOutcome.StepDone(remarkOn(await, attendant));
                }
                attendant.onWaiting("Not yet: " + missing);
            } catch (Failure failure) {
                problem = failure.problem();
                attendant.onWaiting("Cannot look whether " + text + ": " + problem.problemText());
            }
            if (timeLeft(end).isNegative()) {
                return problem != null ? new StepOutcome.StepUnknown(problem)
                        : new StepOutcome.StepFailed(new Problem(ProblemKind.TIMEOUT, "Not within %d s: %s"
                                .formatted(await.patience().toSeconds(), text), missing, "Try again to wait on."));
            }
            if (!attendant.pause(GLANCE)) {
                return new StepOutcome.StepGivenUp();
            }
        }
    }

    private String remarkOn(PlanStep.Await await, StepListener attendant) throws InterruptedException {
        return switch (await.expectation()) {
            case StepExpectation.PodsStarted _ -> first.readFrom(await.object(), attendant);
            case StepExpectation.NodeShared _ -> sharing.manualWorkText(await.object());
            default -> "";
        };
    }

    private WaitObservation observe(PlanStep.Await await) throws Failure, InterruptedException {
        return switch (await.expectation()) {
            case StepExpectation.ObjectGone(var uid) ->
                new WaitObservation.StillMissing(isStillThere(await, uid) ? "it is still there" : "");
            case StepExpectation.NodeEmptied(var pods) ->
                new WaitObservation.StillMissing(remainingPods(await, pods.keySet().stream().toList()));
            case StepExpectation.FieldHasValue(var pointer, var value) -> {
                var shown = objects.readJson(ApiPaths.objectPath(await.object()), "read " + await.object()).at(pointer)
                        .asText("");
                yield new WaitObservation.StillMissing(
                        isSameAmount(shown, value) ? "" : shown.isEmpty() ? "there is none" : "it is " + shown);
            }
            case StepExpectation.PodsStarted runs -> launch.observe(await.object(), runs);
            case StepExpectation.MigConfigMapRead reads -> mig.observe(await.object(), reads);
            case StepExpectation.RolloutComplete(var anew) -> anew ? workloads.observeRollout(await.object())
                    : workloads.observeScale(await.object());
            case StepExpectation.JobSuspension(var on) -> workloads.observeSuspension(await.object(), on);
            case StepExpectation.StackOperating operating -> stack.observe(await.object(), operating);
            case StepExpectation.DriversReplaced replaced -> drivers.observe(await.object(), replaced);
            case StepExpectation.GpusDivided divided -> mig.observe(await.object(), divided);
            case StepExpectation.PodsRenewed renewed -> sharing.observe(await.object(), renewed);
            case StepExpectation.NodeShared shared -> sharing.observe(await.object(), shared);
        };
    }

    /** Returns what may stay cordoned or paused, because a wait was given up or the operator is gone. */
    List<String> leftovers(PlanStep step, boolean done) throws InterruptedException {
        return switch (step) {
            case PlanStep.Await await -> leftovers(await.object(), await.expectation());
            case PlanStep.HelmStep(var _, HelmWork.HelmUninstall(var _, var _, var operator)) when operator ->
                drivers.abandonedNodes(done);
            default -> List.of();
        };
    }

    private List<String> leftovers(ObjectRef object, StepExpectation expectation) throws InterruptedException {
        return switch (expectation) {
            case StepExpectation.GpusDivided divided -> mig.pausedComponents(object, divided);
            case StepExpectation.StackOperating _ -> drivers.unfinishedNodes();
            case StepExpectation.DriversReplaced _ -> drivers.unfinishedNodes(object);
            default -> List.of();
        };
    }

    /** Returns whether two texts are equal, or the same quantity: the server writes 1000 as 1k. */
    private static boolean isSameAmount(String one, String other) {
        var amount = Quantity.parseExact(one);
        return one.equals(other)
                || (amount.isPresent()
                        && Quantity.parseExact(other).filter(same -> same.compareTo(amount.get()) == 0).isPresent());
    }

    private boolean isStillThere(PlanStep.Await await, String uid) throws Failure, InterruptedException {
        try {
            return readUid(await).equals(uid);
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return false;
            }
            throw failure;
        }
    }

    private String remainingPods(PlanStep.Await await, List<String> uids) throws Failure, InterruptedException {
        var meant = new HashSet<>(uids);
        var left = new ArrayList<String>();
        for (var pod : objects.listAll(ApiPaths.podsOnNodePath(await.object().name()),
                "list the pods on " + await.object())) {
            var phase = pod.path("status").path("phase").asText();
            boolean over = phase.equals("Succeeded") || phase.equals("Failed");
            if (!over && meant.contains(pod.path("metadata").path("uid").asText())) {
                left.add(pod.path("metadata").path("namespace").asText() + "/"
                        + pod.path("metadata").path("name").asText());
            }
        }
        return ListText.firstWords(left, NAMED);
    }
}
