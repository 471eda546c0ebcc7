package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Optional;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.model.SentenceToClauseConverter;
import tessera.model.ShellWordQuoter;

/** Reads the reason why a Job failed, of which perhaps no pod is left. Waits for the cluster. */
record JobFailureReasonReader(ClusterObjectSource source, ClusterSnapshot snapshot) {

    /** Returns the failed Job; empty where there is no Job of this name or it has not failed. */
    Optional<WorkloadWithoutPods> find(String namespace, String name) throws ProblemException, InterruptedException {
        var ref = new ObjectRef("batch/v1", "Job", "jobs", namespace, name);
        return source.find(ref).flatMap(job -> StatusConditionReader.find(job, "Failed", "True").map(why -> {
            var last = lastFailedPod(ref);
            return WorkloadWithoutPods.fromOwner(ref, job, 0).withMessage(
                    "It has failed, and makes no more pods: " + reasonText(job, why),
                    SentenceToClauseConverter.withoutFullStop(why.path("message").asText().strip())
                            + last.map(
                                    pod -> ". Its last pod %s ended with %s".formatted(pod.name(), podStatusText(pod)))
                                    .orElse(""),
                    ApiTimestampParser.parse(why.path("lastTransitionTime")).orElse(null),
                    last.map(pod -> new SchedulingRemedy(
                            "Read what its last pod wrote before it ended",
                            ShellWordQuoter.fillCommand("tessera logs %s/%s --all-containers --tail=50",
                                    pod.namespace(),
                                    pod.name()),
                            new SchedulingRemedyChange.WaitAction())));
        }));
    }

    private static String reasonText(JsonNode job, JsonNode why) {
        var spec = job.path("spec");
        return switch (why.path("reason").asText()) {
            case "BackoffLimitExceeded" -> "its pods failed more often than it allows (backoffLimit is %d)"
                    .formatted(spec.path("backoffLimit").asInt(6));
            case "DeadlineExceeded" -> "it ran longer than it may (activeDeadlineSeconds is %d)"
                    .formatted(spec.path("activeDeadlineSeconds").asInt());
            case "PodFailurePolicy" -> "a pod failed in a way for which its podFailurePolicy gives it up";
            case "FailedIndexes", "MaxFailedIndexesExceeded" -> "too many of its indexes failed";
            default -> "its controller has given it up";
        };
    }

    /** Returns the pod of the Job that failed last, of those that still exist. */
    private Optional<PodSummary> lastFailedPod(ObjectRef job) {
        return snapshot.pods().filter(pod -> pod.phase() == PodPhase.FAILED && PodOwnerFinder.isMaker(job, pod))
                .max(Comparator.comparing(PodSummary::created, Comparator.nullsFirst(Comparator.naturalOrder())));
    }

    private static String podStatusText(PodSummary pod) {
        return pod.message().isEmpty() ? pod.status()
                : pod.status() + ", " + SentenceToClauseConverter.withoutFullStop(pod.message().strip());
    }
}
