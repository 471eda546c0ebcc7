package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.fit.Kueue;
import tessera.fit.wish.JobPods;
import tessera.fit.wish.PodWish;
import tessera.model.Resources;
import tessera.plan.intent.WorkloadKind;

/**
 * What an object that makes pods says of them. Pure.
 *
 * @param whole the object, as the server has it or as somebody wrote it
 */
record Making(WorkloadKind kind, JsonNode whole) {

    /** What one of its pods asks for; empty where it says nothing of its pods. */
    Optional<Resources> each() {
        var template = template();
        return template.at("/spec/containers").isEmpty() ? Optional.empty()
                : Optional.of(PodWish.of(template).requests());
    }

    /** How many pods it shall have, where it is its to say. */
    int replicas() {
        return whole.at("/spec/replicas").asInt(1);
    }

    /** How many pods a Job has at once, or each of those that a CronJob begins. */
    int parallel() {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, JobPods.wanted(work())));
    }

    /** What its pods are made of. */
    JsonNode template() {
        return work().at("/spec/template");
    }

    private JsonNode work() {
        return kind == WorkloadKind.CRON_JOB ? whole.at("/spec/jobTemplate") : whole;
    }

    /** The queue of Kueue that decides when it runs; empty for none. */
    String queue() {
        return whole.at("/metadata/labels").path(Kueue.QUEUE).asText("");
    }

    /** How many new pods may come before old ones go. */
    int surge(int pods) {
        return switch (kind) {
            case DEPLOYMENT -> whole.at("/spec/strategy/type").asText().equals("Recreate") ? 0
                    : Math.min(pods, share("/spec/strategy/rollingUpdate/maxSurge", "25%", pods, /* up= */ true));
            case DAEMON_SET ->
                Math.min(pods, share("/spec/updateStrategy/rollingUpdate/maxSurge", "0", pods, /* up= */ true));
            case STATEFUL_SET, JOB, CRON_JOB -> 0;
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
