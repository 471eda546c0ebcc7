package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.Optional;
import tessera.kube.quantity.CountOrPercentage;
import tessera.kube.quantity.ResourceAmounts;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.KueueApiNames;
import tessera.scheduling.spec.ConcurrentPodSets;
import tessera.scheduling.spec.JobParallelismCalculator;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The pod-related part of a workload's spec. Pure.
 *
 * @param json the object, as the server has it or as somebody wrote it
 */
record WorkloadSpecReader(WorkloadKind kind, JsonNode json) {

    /**
     * Returns the requests of one scheduling unit (pod, LeaderWorkerSet group or job); empty if the owner has no pod template.
     */
    Optional<ResourceAmounts> unitRequests() {
        if (!kind.isBuiltIn()) {
            var pods = unitPods();
            if (pods.sets().isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(pods.totalRequests());
        }
        var template = podTemplate();
        if (template.at("/spec/containers").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(PodSchedulingSpec.of(template).requests());
    }

    /** The pods of which {@link #unitRequests} tells, where they are not all alike. */
    private ConcurrentPodSets unitPods() {
        if (kind != WorkloadKind.LEADER_WORKER_SET || !(json instanceof ObjectNode)) {
            return ConcurrentPodSets.of(json);
        }
        ObjectNode one = json.deepCopy();
        one.withObject("/spec").put("replicas", 1);
        return ConcurrentPodSets.of(one);
    }

    /** How many pods come at once where all comes of which {@link #unitRequests} tells, of those that hold accelerators. */
    long countUnitGpuPods(NodeAndPodPlannerInput input) {
        if (kind.isBuiltIn()) {
            return 1;
        }
        return unitPods().sets().stream()
                .filter(set -> input.countAccelerators(PodSchedulingSpec.of(set.pod()).requests()) > 0)
                .mapToLong(ManifestPodFinder.IdenticalPodSet::count).sum();
    }

    /** Returns the replica count of pods, or of groups, if the workload has one. */
    int replicas() {
        return json.at("/spec/replicas").asInt(1);
    }

    /** Returns the number of pods that a Job, or each Job of a CronJob, runs at once; 1 for other workloads. */
    int parallelism() {
        if (!kind.isBuiltIn()) {
            return 1;
        }
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, JobParallelismCalculator.activePods(jobSpec())));
    }

    /** Returns the pod template. */
    JsonNode podTemplate() {
        if (!kind.isBuiltIn()) {
            return unitPods().sets().stream().findFirst().map(ManifestPodFinder.IdenticalPodSet::pod)
                    .orElse(MissingNode.getInstance());
        }
        return jobSpec().at("/spec/template");
    }

    private JsonNode jobSpec() {
        return kind == WorkloadKind.CRON_JOB ? json.at("/spec/jobTemplate") : json;
    }

    /** Returns the Kueue queue that admits it; empty for none. */
    String queueName() {
        if (kind == WorkloadKind.WORKLOAD) {
            return json.at("/spec/queueName").asText("");
        }
        return json.at("/metadata/labels").path(KueueApiNames.QUEUE_LABEL).asText("");
    }

    /** Returns how many new pods can start before old ones end. */
    int maxSurge(int pods) {
        return switch (kind) {
            case DEPLOYMENT -> json.at("/spec/strategy/type").asText().equals("Recreate") ? 0
                    : Math.min(pods,
                            amountOrShare("/spec/strategy/rollingUpdate/maxSurge", "25%", pods, RoundingMode.CEILING));
            case DAEMON_SET -> Math.min(pods,
                    amountOrShare("/spec/updateStrategy/rollingUpdate/maxSurge", "0", pods, RoundingMode.CEILING));
            default -> 0;
        };
    }

    /** Returns whether no old pod ends before a new one is ready. */
    boolean keepsAllOldPods(int pods) {
        return maxSurge(pods) > 0 && (kind == WorkloadKind.DAEMON_SET
                || amountOrShare("/spec/strategy/rollingUpdate/maxUnavailable", "25%", pods, RoundingMode.FLOOR) == 0);
    }

    private int amountOrShare(String pointer, String usual, int pods, RoundingMode rounding) {
        return CountOrPercentage.scaled(json.at(pointer).asText(usual), pods, rounding);
    }
}
