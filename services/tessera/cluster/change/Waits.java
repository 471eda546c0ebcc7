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
import tessera.cluster.object.ObjectLists.Way;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Quantity;
import tessera.model.WordList;
import tessera.plan.step.Attendant;
import tessera.plan.step.Expectation;
import tessera.plan.step.HelmWork;
import tessera.plan.step.Outcome;
import tessera.plan.step.Step;

/** Steps that take time: evictions that a budget forbids for now, and what the cluster has to show. */
final class Waits {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final Duration BLOCKED = Duration.ofSeconds(5);
    private static final Duration SETTLING = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int TOO_MANY = 429;
    private static final int NAMED = 3;

    private final ObjectLists objects;
    private final Writes writes;
    private final Clock clock;
    private final MigWatch mig;
    private final SharingWatch sharing;
    private final StackWatch stack;
    private final WorkloadWatch workloads;
    private final DriverWatch drivers;
    private final LaunchWatch launch;
    private final FirstWords first;

    Waits(Way way, Writes writes, Clock clock) {
        objects = new ObjectLists(way);
        mig = new MigWatch(way, objects);
        sharing = new SharingWatch(way, objects);
        var paced = new Paced(clock);
        var stragglers = new Stragglers(objects, paced);
        stack = new StackWatch(objects, stragglers);
        drivers = new DriverWatch(objects);
        launch = new LaunchWatch(objects);
        workloads = new WorkloadWatch(objects, stragglers, launch, paced);
        first = new FirstWords(way, launch, clock);
        this.writes = writes;
        this.clock = clock;
    }

    /** Asks a pod to go, again and again while the server says: not now. */
    Outcome evicted(Step.Evict evict, Attendant attendant) throws InterruptedException {
        var end = clock.instant().plus(evict.patience());
        while (true) {
            switch (writes.send(evict, false)) {
                case Sent.Accepted _ -> {
                    return new Outcome.Done("Asked to end");
                }
                case Sent.Lost(var problem) -> {
                    return new Outcome.Unknown(problem);
                }
                case Sent.Refused(var status, var problem, var retryAfter) -> {
                    if (problem.kind() == Kind.NOT_FOUND || (problem.kind() == Kind.CONFLICT && gone(evict))) {
                        return new Outcome.Done("It was gone already");
                    }
                    boolean kept = problem.detail().toLowerCase(Locale.ROOT).contains("disruption budget");
                    if (status != TOO_MANY || !left(end).isPositive()) {
                        return new Outcome.Failed(status == TOO_MANY ? refused(evict, problem, kept) : problem);
                    }
                    attendant.hear("Not now: " + problem.detail());
                    if (!attendant.pause(
                            kept || retryAfter == null ? BLOCKED : Collections.min(List.of(retryAfter, LONGEST)))) {
                        return new Outcome.GivenUp();
                    }
                }
            }
        }
    }

    private static Problem refused(Step.Evict evict, Problem problem, boolean kept) {
        return kept ? new Problem(Kind.OVERLOADED, evict.object() + " is kept by its disruption budget",
                problem.detail(),
                "Wait until more of its pods are ready elsewhere, scale it up, or change the budget; then try again.")
                : new Problem(Kind.OVERLOADED, "The API server has too much to do to evict " + evict.object(),
                        problem.detail(), "Try again in a moment.");
    }

    /** Whether the pod that was meant is no more, though another may have its name. */
    private boolean gone(Step.Evict evict) throws InterruptedException {
        try {
            return !uid(evict).equals(evict.uid());
        } catch (Failure failure) {
            return failure.problem().kind() == Kind.NOT_FOUND;
        }
    }

    private String uid(Step step) throws Failure, InterruptedException {
        return objects.read(ApiPaths.of(step.object()), "read " + step.object()).path("metadata").path("uid").asText();
    }

    private Duration left(Instant end) {
        return Duration.between(clock.instant(), end);
    }

    /** Looks until the cluster shows it. A connection that is lost meanwhile is waited for, too. */
    Outcome until(Step.Await await, Attendant attendant) throws InterruptedException {
        var end = clock.instant().plus(await.patience());
        var words = await.expectation().words(await.object());
        // What an operator says of a policy that it has not looked at yet is of the one before.
        if (await.expectation() instanceof Expectation.Operating && !attendant.pause(SETTLING)) {
            return new Outcome.GivenUp();
        }
        while (true) {
            Problem trouble = null;
            var missing = "";
            try {
                switch (look(await)) {
                    case Sight.Hopeless(var why) -> {
                        return new Outcome.Failed(why);
                    }
                    case Sight.Missing(var what) -> missing = what;
                }
                if (missing.isEmpty()) {
                    return new Outcome.Done(remark(await, attendant));
                }
                attendant.hear("Not yet: " + missing);
            } catch (Failure failure) {
                trouble = failure.problem();
                attendant.hear("Cannot look whether " + words + ": " + trouble.sentence());
            }
            if (left(end).isNegative()) {
                return trouble != null ? new Outcome.Unknown(trouble)
                        : new Outcome.Failed(new Problem(Kind.TIMEOUT, "Not within %d s: %s"
                                .formatted(await.patience().toSeconds(), words), missing, "Try again to wait on."));
            }
            if (!attendant.pause(GLANCE)) {
                return new Outcome.GivenUp();
            }
        }
    }

    private String remark(Step.Await await, Attendant attendant) throws InterruptedException {
        return switch (await.expectation()) {
            case Expectation.Runs _ -> first.of(await.object(), attendant);
            case Expectation.Shared _ -> sharing.remark(await.object());
            default -> "";
        };
    }

    private Sight look(Step.Await await) throws Failure, InterruptedException {
        return switch (await.expectation()) {
            case Expectation.Gone(var uid) -> new Sight.Missing(stillThere(await, uid) ? "it is still there" : "");
            case Expectation.Emptied(var pods) -> new Sight.Missing(remaining(await, pods.keySet().stream().toList()));
            case Expectation.Shows(var pointer, var value) -> {
                var shown = objects.read(ApiPaths.of(await.object()), "read " + await.object()).at(pointer).asText("");
                yield new Sight.Missing(
                        same(shown, value) ? "" : shown.isEmpty() ? "there is none" : "it is " + shown);
            }
            case Expectation.Runs runs -> launch.look(await.object(), runs);
            case Expectation.Reads reads -> mig.look(await.object(), reads);
            case Expectation.Rolled(var anew) -> anew ? workloads.rolled(await.object())
                    : workloads.sized(await.object());
            case Expectation.Paused(var on) -> workloads.paused(await.object(), on);
            case Expectation.Operating operating -> stack.look(await.object(), operating);
            case Expectation.DriversReplaced replaced -> drivers.look(await.object(), replaced);
            case Expectation.Divided divided -> mig.look(await.object(), divided);
            case Expectation.Renewed renewed -> sharing.look(await.object(), renewed);
            case Expectation.Shared shared -> sharing.look(await.object(), shared);
        };
    }

    /** What is still cordoned or paused, or may yet be, because a wait was given up or the operator is gone. */
    List<String> remains(Step step, boolean done) throws InterruptedException {
        return switch (step) {
            case Step.Await await -> remains(await.object(), await.expectation());
            case Step.Release(var _, HelmWork.Uninstall(var _, var _, var operator)) when operator ->
                drivers.abandoned(done);
            default -> List.of();
        };
    }

    private List<String> remains(ObjectRef object, Expectation expectation) throws InterruptedException {
        return switch (expectation) {
            case Expectation.Divided divided -> mig.remains(object, divided);
            case Expectation.Operating _ -> drivers.remains();
            case Expectation.DriversReplaced _ -> drivers.remains(object);
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

    private boolean stillThere(Step.Await await, String uid) throws Failure, InterruptedException {
        try {
            return uid(await).equals(uid);
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.NOT_FOUND) {
                return false;
            }
            throw failure;
        }
    }

    private String remaining(Step.Await await, List<String> uids) throws Failure, InterruptedException {
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
        return WordList.some(left, NAMED);
    }
}
