package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import tessera.model.ResourceAmounts;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.KueueObjects;
import tessera.scheduling.spec.JobPods;
import tessera.scheduling.spec.ManifestPods;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.scheduling.spec.PodTemplateSet;

/**
 * What an object that makes pods says of them. Pure.
 *
 * @param whole the object, as the server has it or as somebody wrote it
 */
record PodOwnerSpec(WorkloadKind kind, JsonNode whole) {

    /**
     * What one of its pods asks for, or all pods of a group of a LeaderWorkerSet, or all that work of several kinds of pods has
     * at once; empty where it says nothing of its pods.
     */
    Optional<ResourceAmounts> each() {
        if (!kind.everywhere()) {
            var pods = members();
            return pods.sets().isEmpty() ? Optional.empty() : Optional.of(pods.requests());
        }
        var template = template();
        return template.at("/spec/containers").isEmpty() ? Optional.empty()
                : Optional.of(PodSchedulingSpec.of(template).requests());
    }

    /** The pods of which {@link #each} tells, where they are not all alike. */
    private PodTemplateSet members() {
        if (kind != WorkloadKind.LEADER_WORKER_SET || !(whole instanceof ObjectNode)) {
            return PodTemplateSet.of(whole);
        }
        ObjectNode one = whole.deepCopy();
        one.withObject("/spec").put("replicas", 1);
        return PodTemplateSet.of(one);
    }

    /** How many pods come at once where all comes of which {@link #each} tells, of those that hold accelerators. */
    long together(PlanSurvey survey) {
        return kind.everywhere() ? 1
                : members().sets().stream()
                        .filter(set -> survey.accelerators(PodSchedulingSpec.of(set.pod()).requests()) > 0)
                        .mapToLong(ManifestPods.Pods::count).sum();
    }

    /** How many pods it shall have, or groups of them, where it is its to say. */
    int replicas() {
        return whole.at("/spec/replicas").asInt(1);
    }

    /** How many pods a Job has at once, or each of those that a CronJob begins; of other work all come or none. */
    int parallel() {
        return !kind.everywhere() ? 1 : Math.toIntExact(Math.min(Integer.MAX_VALUE, JobPods.wanted(work())));
    }

    /** What its pods are made of. */
    JsonNode template() {
        if (!kind.everywhere()) {
            return members().sets().stream().findFirst().map(ManifestPods.Pods::pod).orElse(MissingNode.getInstance());
        }
        return work().at("/spec/template");
    }

    private JsonNode work() {
        return kind == WorkloadKind.CRON_JOB ? whole.at("/spec/jobTemplate") : whole;
    }

    /** The queue of Kueue that decides when it runs; empty for none. */
    String queue() {
        return kind == WorkloadKind.WORKLOAD ? whole.at("/spec/queueName").asText("")
                : whole.at("/metadata/labels").path(KueueObjects.QUEUE).asText("");
    }

    /** How many new pods may come before old ones go. */
    int surge(int pods) {
        return switch (kind) {
            case DEPLOYMENT -> whole.at("/spec/strategy/type").asText().equals("Recreate") ? 0
                    : Math.min(pods, share("/spec/strategy/rollingUpdate/maxSurge", "25%", pods, /* up= */ true));
            case DAEMON_SET ->
                Math.min(pods, share("/spec/updateStrategy/rollingUpdate/maxSurge", "0", pods, /* up= */ true));
            default -> 0;
        };
    }

    /** Whether no old pod goes before a new one is ready. */
    boolean keepsAll(int pods) {
        return surge(pods) > 0 && (kind == WorkloadKind.DAEMON_SET
                || share("/spec/strategy/rollingUpdate/maxUnavailable", "25%", pods, /* up= */ false) == 0);
    }

    private int share(String pointer, String usual, int pods, boolean up) {
        var written = whole.at(pointer).asText(usual);
        if (!written.matches("\\d{1,6}%?")) {
            return 0;
        }
        if (!written.endsWith("%")) {
            return Integer.parseInt(written);
        }
        long hundredths = Long.parseLong(written.substring(0, written.length() - 1)) * pods;
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, up ? Math.ceilDiv(hundredths, 100) : hundredths / 100));
    }
}
