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

/** Steps that take time: evictions that a budget forbids for now, and what the cluster has to show. */
final class StepWaits {

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
    private final FirstWords first;

    StepWaits(ServerRoute way, WriteClient writes, Clock clock) {
        objects = new ObjectLists(way);
        mig = new MigWatch(way, objects);
        sharing = new SharingWatch(way, objects);
        var paced = new CachedAnswers(clock);
        var stragglers = new RolloutBlockers(objects, paced);
        stack = new StackWatch(objects, stragglers);
        drivers = new DriverWatch(objects);
        launch = new LaunchWatch(objects);
        workloads = new WorkloadWatch(objects, stragglers, launch, paced);
        first = new FirstWords(way, launch, clock);
        this.writes = writes;
        this.clock = clock;
    }

    /** Asks a pod to go, again and again while the server says: not now. */
    StepOutcome evicted(PlanStep.Evict evict, StepListener attendant) throws InterruptedException {
        var end = clock.instant().plus(evict.patience());
        while (true) {
            switch (writes.send(evict, false)) {
                case WriteResult.WriteAccepted _ -> {
                    return new StepOutcome.StepDone("Asked to end");
                }
                case WriteResult.WriteUnanswered(var problem) -> {
                    return new StepOutcome.StepUnknown(problem);
                }
                case WriteResult.WriteRefused(var status, var problem, var retryAfter) -> {
                    if (problem.kind() == ProblemKind.NOT_FOUND
                            || (problem.kind() == ProblemKind.CONFLICT && gone(evict))) {
                        return new StepOutcome.StepDone("It was gone already");
                    }
                    boolean kept = problem.detail().toLowerCase(Locale.ROOT).contains("disruption budget");
                    if (status != TOO_MANY || !left(end).isPositive()) {
                        return new StepOutcome.StepFailed(status == TOO_MANY ? refused(evict, problem, kept) : problem);
                    }
                    attendant.hear("Not now: " + problem.detail());
                    if (!attendant.pause(
                            kept || retryAfter == null ? BLOCKED : Collections.min(List.of(retryAfter, LONGEST)))) {
                        return new StepOutcome.GivenUp();
                    }
                }
            }
        }
    }

    private static Problem refused(PlanStep.Evict evict, Problem problem, boolean kept) {
        return kept ? new Problem(ProblemKind.OVERLOADED, evict.object() + " is kept by its disruption budget",
                problem.detail(),
                "Wait until more of its pods are ready elsewhere, scale it up, or change the budget; then try again.")
                : new Problem(ProblemKind.OVERLOADED, "The API server has too much to do to evict " + evict.object(),
                        problem.detail(), "Try again in a moment.");
    }

    /** Whether the pod that was meant is no more, though another may have its name. */
    private boolean gone(PlanStep.Evict evict) throws InterruptedException {
        try {
            return !uid(evict).equals(evict.uid());
        } catch (Failure failure) {
            return failure.problem().kind() == ProblemKind.NOT_FOUND;
        }
    }

    private String uid(PlanStep step) throws Failure, InterruptedException {
        return objects.read(ApiPaths.of(step.object()), "read " + step.object()).path("metadata").path("uid").asText();
    }

    private Duration left(Instant end) {
        return Duration.between(clock.instant(), end);
    }

    /** Looks until the cluster shows it. A connection that is lost meanwhile is waited for, too. */
    StepOutcome until(PlanStep.Await await, StepListener attendant) throws InterruptedException {
        var end = clock.instant().plus(await.patience());
        var words = await.expectation().words(await.object());
        // What an operator says of a policy that it has not looked at yet is of the one before.
        if (await.expectation() instanceof StepExpectation.StackOperating && !attendant.pause(SETTLING)) {
            return new StepOutcome.GivenUp();
        }
        while (true) {
            Problem trouble = null;
            var missing = "";
            try {
                switch (look(await)) {
                    case WaitObservation.NeverComing(var why) -> {
                        return new StepOutcome.StepFailed(why);
                    }
                    case WaitObservation.StillMissing(var what) -> missing = what;
                }
                if (missing.isEmpty()) {
                    return new StepOutcome.StepDone(remark(await, attendant));
                }
                attendant.hear("Not yet: " + missing);
            } catch (Failure failure) {
                trouble = failure.problem();
                attendant.hear("Cannot look whether " + words + ": " + trouble.sentence());
            }
            if (left(end).isNegative()) {
                return trouble != null ? new StepOutcome.StepUnknown(trouble)
                        : new StepOutcome.StepFailed(new Problem(ProblemKind.TIMEOUT, "Not within %d s: %s"
                                .formatted(await.patience().toSeconds(), words), missing, "Try again to wait on."));
            }
            if (!attendant.pause(GLANCE)) {
                return new StepOutcome.GivenUp();
            }
        }
    }

    private String remark(PlanStep.Await await, StepListener attendant) throws InterruptedException {
        return switch (await.expectation()) {
            case StepExpectation.Runs _ -> first.of(await.object(), attendant);
            case StepExpectation.NodeShared _ -> sharing.remark(await.object());
            default -> "";
        };
    }

    private WaitObservation look(PlanStep.Await await) throws Failure, InterruptedException {
        return switch (await.expectation()) {
            case StepExpectation.ObjectGone(var uid) ->
                new WaitObservation.StillMissing(stillThere(await, uid) ? "it is still there" : "");
            case StepExpectation.NodeEmptied(var pods) ->
                new WaitObservation.StillMissing(remaining(await, pods.keySet().stream().toList()));
            case StepExpectation.Shows(var pointer, var value) -> {
                var shown = objects.read(ApiPaths.of(await.object()), "read " + await.object()).at(pointer).asText("");
                yield new WaitObservation.StillMissing(
                        same(shown, value) ? "" : shown.isEmpty() ? "there is none" : "it is " + shown);
            }
            case StepExpectation.Runs runs -> launch.look(await.object(), runs);
            case StepExpectation.Reads reads -> mig.look(await.object(), reads);
            case StepExpectation.RolloutComplete(var anew) -> anew ? workloads.rolled(await.object())
                    : workloads.sized(await.object());
            case StepExpectation.JobPaused(var on) -> workloads.paused(await.object(), on);
            case StepExpectation.StackOperating operating -> stack.look(await.object(), operating);
            case StepExpectation.DriversReplaced replaced -> drivers.look(await.object(), replaced);
            case StepExpectation.GpusDivided divided -> mig.look(await.object(), divided);
            case StepExpectation.PodsRenewed renewed -> sharing.look(await.object(), renewed);
            case StepExpectation.NodeShared shared -> sharing.look(await.object(), shared);
        };
    }

    /** What is still cordoned or paused, or may yet be, because a wait was given up or the operator is gone. */
    List<String> remains(PlanStep step, boolean done) throws InterruptedException {
        return switch (step) {
            case PlanStep.Await await -> remains(await.object(), await.expectation());
            case PlanStep.HelmStep(var _, HelmWork.HelmUninstall(var _, var _, var operator)) when operator ->
                drivers.abandoned(done);
            default -> List.of();
        };
    }

    private List<String> remains(ObjectRef object, StepExpectation expectation) throws InterruptedException {
        return switch (expectation) {
            case StepExpectation.GpusDivided divided -> mig.remains(object, divided);
            case StepExpectation.StackOperating _ -> drivers.remains();
            case StepExpectation.DriversReplaced _ -> drivers.remains(object);
            default -> List.of();
        };
    }

    /** Whether two texts are the same, or the same amount: the server writes 1000 as 1k. */
    private static boolean same(String one, String other) {
        var amount = Quantity.exact(one);
        return one.equals(other)
                || (amount.isPresent()
                        && Quantity.exact(other).filter(same -> same.compareTo(amount.get()) == 0).isPresent());
    }

    private boolean stillThere(PlanStep.Await await, String uid) throws Failure, InterruptedException {
        try {
            return uid(await).equals(uid);
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return false;
            }
            throw failure;
        }
    }

    private String remaining(PlanStep.Await await, List<String> uids) throws Failure, InterruptedException {
        var meant = new HashSet<>(uids);
        var left = new ArrayList<String>();
        for (var pod : objects.items(ApiPaths.podsOn(await.object().name()), "list the pods on " + await.object())) {
            var phase = pod.path("status").path("phase").asText();
            boolean over = phase.equals("Succeeded") || phase.equals("Failed");
            if (!over && meant.contains(pod.path("metadata").path("uid").asText())) {
                left.add(pod.path("metadata").path("namespace").asText() + "/"
                        + pod.path("metadata").path("name").asText());
            }
        }
        return ListText.some(left, NAMED);
    }
}
