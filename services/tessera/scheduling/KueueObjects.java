package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.insight.WaitingReason;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SentenceText;

/**
 * The objects of Kueue, in whichever version a cluster has them. Each read waits for the cluster.
 *
 * @param source the cluster
 */
public record KueueObjects(ObjectSource source) {

    /** The label by which work names its queue. */
    public static final String QUEUE = WaitingReason.QUEUE;
    /** Of its API, the newest first. */
    public static final List<String> VERSIONS = List.of("kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1");

    private static final Set<String> STOPPED = Set.of("Hold", "HoldAndDrain");

    /**
     * Goes through those that may be read, each once.
     *
     * @param namespace empty for all of them, and for objects of the whole cluster
     * @return why not all were read; empty also where a cluster has none
     */
    public Optional<Problem> each(String kind, String plural, String namespace, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        var there = new AtomicBoolean();
        for (var version : VERSIONS) {
            try {
                boolean all = source.each(new ObjectRef(version, kind, plural, namespace, ""), "", object -> {
                    there.set(true);
                    reader.accept(object);
                });
                if (all) {
                    return Optional.empty();
                }
            } catch (Failure failure) {
                if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                    throw failure;
                }
                return source.serves(version) ? Optional.of(failure.problem()) : Optional.empty();
            }
            if (there.get()) {
                return Optional
                        .of(Problem.of(ProblemKind.OVERLOADED, "There are more %s than are read".formatted(plural)));
            }
        }
        return Optional.empty();
    }

    /** An object as it is served. */
    record ServedObject(ObjectRef ref, JsonNode object) {}

    /** One by its name; empty where there is none. */
    Optional<ServedObject> object(String kind, String plural, String namespace, String name)
            throws Failure, InterruptedException {
        for (var version : VERSIONS) {
            var ref = new ObjectRef(version, kind, plural, namespace, name);
            var found = source.object(ref);
            if (found.isPresent()) {
                return Optional.of(new ServedObject(ref, found.get()));
            }
        }
        return Optional.empty();
    }

    /**
     * Why a queue holds something back, in its own words; empty where it does not.
     *
     * @param owner whether a reference to an owner is to it
     */
    public static Optional<String> waits(JsonNode workload, Predicate<JsonNode> owner) {
        if (workload.path("metadata").path("ownerReferences").valueStream().noneMatch(owner)) {
            return Optional.empty();
        }
        var said = StatusConditions.find(workload, "QuotaReserved", "False")
                .map(condition -> condition.path("message").asText());
        return said.isPresent() ? said
                : SuspensionRules.WORKLOAD.on(workload) ? Optional.of("its Workload is inactive") : checked(workload);
    }

    /** Whether it has its quota: what holds it back then is no lack of any. */
    static boolean reserved(JsonNode workload) {
        return StatusConditions.holds(workload, "QuotaReserved");
    }

    /** Quota alone does not let work in where others have a say, such as who makes nodes for it. */
    private static Optional<String> checked(JsonNode workload) {
        if (!reserved(workload) || StatusConditions.holds(workload, "Admitted")) {
            return Optional.empty();
        }
        var checks = workload.at("/status/admissionChecks").valueStream()
                .filter(check -> !check.path("state").asText().equals("Ready")).map(KueueObjects::check).toList();
        return Optional.of(checks.isEmpty() ? "it has its quota, and is about to be let in"
                : "it has its quota, and waits for the admission check%s %s".formatted(checks.size() == 1 ? "" : "s",
                        String.join(", ", checks)));
    }

    private static String check(JsonNode check) {
        var message = SentenceText.bare(check.path("message").asText());
        return "%s (%s%s)".formatted(check.path("name").asText(), check.path("state").asText("Pending"),
                message.isEmpty() ? "" : ": " + message);
    }

    /** Why a queue, of whichever kind, lets nothing in whatever it has left; empty where it lets in. */
    public static Optional<String> closed(JsonNode queue) {
        if (stopped(queue)) {
            return Optional.of("it is stopped (stopPolicy %s)".formatted(policy(queue)));
        }
        for (var condition : queue.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Active")
                    && condition.path("status").asText().equals("False")) {
                var message = SentenceText.bare(condition.path("message").asText());
                return Optional.of("it is not active" + (message.isEmpty() ? "" : ": " + message));
            }
        }
        return Optional.empty();
    }

    /** Whether somebody stopped a queue, of whichever kind. */
    static boolean stopped(JsonNode queue) {
        return STOPPED.contains(policy(queue));
    }

    private static String policy(JsonNode queue) {
        return queue.at("/spec/stopPolicy").asText();
    }
}
