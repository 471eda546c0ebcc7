package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.CopiedCommandContext;
import tessera.model.ObjectRef;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * A workload without pods, because it is suspended or because its pods are refused.
 *
 * @param workload     what makes the pods, as its user knows it
 * @param suspended whether that is so because it is suspended
 * @param headline one sentence without a full stop
 * @param detail   what its queue or the server says of it, likewise; empty where that is nothing
 * @param requests    what the pods that it lacks ask for together
 * @param claimsDevices   whether they claim devices
 * @param since    how long it has been so; null where that is not known
 * @param remedy   what would help; empty where that is not known
 */
public record WorkloadWithoutPods(ObjectRef workload, boolean suspended, String headline, String detail,
        ResourceAmounts requests, boolean claimsDevices, @Nullable Instant since, Optional<SchedulingRemedy> remedy) {

    /**
     * Returns a workload that is not suspended and has no message yet.
     *
     * @param maker what its pods are made of
     * @param pods  how many it lacks
     */
    static WorkloadWithoutPods fromOwner(ObjectRef workloadRef, JsonNode maker, long pods) {
        var spec = PodSchedulingSpec.of(maker.at("/spec/template"));
        return new WorkloadWithoutPods(workloadRef, false, "", "", spec.requests().times(pods),
                !spec.deviceClaims().isEmpty(), null, Optional.empty());
    }

    WorkloadWithoutPods withMessage(String sentence, String text, @Nullable Instant from,
            Optional<SchedulingRemedy> helps) {
        return new WorkloadWithoutPods(workload, suspended, sentence, text, requests, claimsDevices, from, helps);
    }

    /** Returns a copy whose command names the target cluster. */
    public WorkloadWithoutPods withCommandTarget(CopiedCommandContext cluster) {
        return new WorkloadWithoutPods(workload, suspended, headline, detail, requests, claimsDevices, since,
                remedy.map(suggestion -> suggestion.withCommandTarget(cluster)));
    }
}
