package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SentenceToClauseConverter;

/**
 * Reads the objects of Kueue in any API version that the cluster serves. Each read waits for the cluster.
 *
 * @param source the cluster
 */
public record KueueObjectReader(ClusterObjectSource source) {

    private static final Set<String> STOPPED = Set.of("Hold", "HoldAndDrain");

    /**
     * Passes each object that may be read to the reader once; returns the problem that hid others.
     *
     * @param namespace empty for all of them, and for objects of the whole cluster
     * @return why not all were read; empty also where a cluster has none
     */
    public Optional<Problem> forEach(String kind, String plural, String namespace, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        var there = new AtomicBoolean();
        for (var version : KueueApiNames.VERSIONS) {
            try {
                boolean all = source.forEach(new ObjectRef(version, kind, plural, namespace, ""), "", object -> {
                    there.set(true);
                    reader.accept(object);
                });
                if (all) {
                    return Optional.empty();
                }
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                if (source.mayServe(version)) {
                    return Optional.of(problemException.problem());
                }
                return Optional.empty();
            }
            if (there.get()) {
                return Optional
                        .of(Problem.of(OperationProblemKind.OVERLOADED,
                                "There are more %s than are read".formatted(plural)));
            }
        }
        return Optional.empty();
    }

    /** An object with the reference under which it is served. */
    record KueueObjectWithRef(ObjectRef ref, JsonNode object) {}

    /** Finds one object by its name; empty where there is none. */
    Optional<KueueObjectWithRef> find(String kind, String plural, String namespace, String name)
            throws ProblemException, InterruptedException {
        for (var version : KueueApiNames.VERSIONS) {
            var ref = new ObjectRef(version, kind, plural, namespace, name);
            var found = source.find(ref);
            if (found.isPresent()) {
                return Optional.of(new KueueObjectWithRef(ref, found.get()));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns Kueue's message about a workload that waits for its queue; empty where it does not wait.
     *
     * @param owner whether a reference to an owner is to it
     */
    public static Optional<String> waitingMessage(JsonNode workload, Predicate<JsonNode> owner) {
        if (workload.path("metadata").path("ownerReferences").valueStream().noneMatch(owner)) {
            return Optional.empty();
        }
        var said = StatusConditionReader.find(workload, "QuotaReserved", "False")
                .map(condition -> condition.path("message").asText() + failedChecksText(workload));
        if (said.isPresent()) {
            return said;
        }
        if (WorkloadSuspensionFields.WORKLOAD.isSuspended(workload)) {
            return Optional.of("its Workload is inactive");
        }
        return admissionChecksMessage(workload);
    }

    /** Returns whether the workload has its quota reserved, so that nothing waits for quota. */
    static boolean hasQuota(JsonNode workload) {
        return StatusConditionReader.isTrue(workload, "QuotaReserved");
    }

    /** Returns the message of pending admission checks, on which admission depends beside quota. */
    private static Optional<String> admissionChecksMessage(JsonNode workload) {
        if (!hasQuota(workload) || StatusConditionReader.isTrue(workload, "Admitted")) {
            return Optional.empty();
        }
        var checks = workload.at("/status/admissionChecks").valueStream()
                .filter(check -> !check.path("state").asText().equals("Ready"))
                .map(KueueObjectReader::admissionCheckText).toList();
        return Optional.of(admissionText(checks));
    }

    private static String admissionText(List<String> checks) {
        if (checks.isEmpty()) {
            return "it has its quota, and is about to be let in";
        }
        return "it has its quota, and waits for the admission check%s %s".formatted(checks.size() == 1 ? "" : "s",
                String.join(", ", checks));
    }

    /** Returns the admission checks for which a workload lost its quota, behind what its queue says; may be empty. */
    private static String failedChecksText(JsonNode workload) {
        var checks = workload.at("/status/admissionChecks").valueStream()
                .filter(check -> check.path("state").asText().matches("Retry|Rejected"))
                .map(KueueObjectReader::admissionCheckText).toList();
        if (checks.isEmpty()) {
            return "";
        }
        return "; admission check%s %s".formatted(checks.size() == 1 ? "" : "s", String.join(", ", checks));
    }

    private static String admissionCheckText(JsonNode check) {
        var message = SentenceToClauseConverter.withoutFullStop(check.path("message").asText());
        return "%s (%s%s)".formatted(check.path("name").asText(), check.path("state").asText("Pending"),
                message.isEmpty() ? "" : ": " + message);
    }

    /** Returns the reason why a ClusterQueue or LocalQueue admits nothing, whatever quota is left; empty where it admits. */
    public static Optional<String> closedReason(JsonNode queue) {
        if (isStopped(queue)) {
            return Optional.of("it is stopped (stopPolicy %s)".formatted(stopPolicyOf(queue)));
        }
        for (var condition : queue.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Active")
                    && condition.path("status").asText().equals("False")) {
                var message = SentenceToClauseConverter.withoutFullStop(condition.path("message").asText());
                return Optional.of("it is not active" + (message.isEmpty() ? "" : ": " + message));
            }
        }
        return Optional.empty();
    }

    /** Returns whether a ClusterQueue or LocalQueue has a stop policy. */
    static boolean isStopped(JsonNode queue) {
        return STOPPED.contains(stopPolicyOf(queue));
    }

    private static String stopPolicyOf(JsonNode queue) {
        return queue.at("/spec/stopPolicy").asText();
    }
}
