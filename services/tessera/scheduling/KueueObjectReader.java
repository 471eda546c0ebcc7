package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * Reads the objects of Kueue in any API version that the cluster serves. Each read waits for the cluster.
 *
 * @param source the cluster
 */
public record KueueObjectReader(ClusterObjectSource source) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KueueObjectReader.class);
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
                        .of(Problem.of(OperationProblemKind.OVERLOADED, MESSAGES.reason("kueue.truncated", plural)));
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
        return waitReason(workload, owner).map(KueueWaitReason::text);
    }

    /** Returns why a workload waits for its queue; empty where it does not wait, or is of another owner. */
    static Optional<KueueWaitReason> waitReason(JsonNode workload, Predicate<JsonNode> owner) {
        if (workload.path("metadata").path("ownerReferences").valueStream().noneMatch(owner)) {
            return Optional.empty();
        }
        var said = StatusConditionReader.find(workload, "QuotaReserved", "False");
        if (said.isPresent()) {
            return Optional.of(new KueueWaitReason.QuotaNotReserved(said.get().path("message").asText(),
                    checksOf(workload, state -> state.matches("Retry|Rejected"))));
        }
        if (WorkloadSuspensionFields.WORKLOAD.isSuspended(workload)) {
            return Optional.of(new KueueWaitReason.WorkloadInactive());
        }
        if (!hasQuota(workload) || StatusConditionReader.isTrue(workload, "Admitted")) {
            return Optional.empty();
        }
        return Optional.of(new KueueWaitReason.AdmissionPending(checksOf(workload, state -> !state.equals("Ready"))));
    }

    /** Returns whether the workload has its quota reserved, so that nothing waits for quota. */
    static boolean hasQuota(JsonNode workload) {
        return StatusConditionReader.isTrue(workload, "QuotaReserved");
    }

    private static List<KueueWaitReason.AdmissionCheckState> checksOf(JsonNode workload, Predicate<String> state) {
        return workload.at("/status/admissionChecks").valueStream()
                .filter(check -> state.test(check.path("state").asText()))
                .map(check -> new KueueWaitReason.AdmissionCheckState(check.path("name").asText(),
                        check.path("state").asText("Pending"),
                        ForeignTextSanitizer.withoutFullStop(check.path("message").asText())))
                .toList();
    }

    /** Returns the reason why a ClusterQueue or LocalQueue admits nothing, whatever quota is left; empty where it admits. */
    public static Optional<String> closedReason(JsonNode queue) {
        if (isStopped(queue)) {
            return Optional.of(MESSAGES.text("queue.stopped", stopPolicyOf(queue)));
        }
        for (var condition : queue.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Active") && condition.path("status").asText().equals("False")) {
                return Optional.of(MESSAGES.text("queue.inactive",
                        ForeignTextSanitizer.withoutFullStop(condition.path("message").asText())));
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
