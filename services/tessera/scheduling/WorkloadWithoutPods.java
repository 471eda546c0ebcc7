package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.CommandTarget;
import tessera.model.ObjectRef;
import tessera.model.ResourceAmounts;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * Work that lacks pods for another reason than that no node takes them: it is suspended, or its pods are refused.
 *
 * @param work     what makes the pods, as its user knows it
 * @param suspended whether that is so because it is suspended
 * @param headline one sentence without a full stop
 * @param detail   what its queue or the server says of it, likewise; empty where that is nothing
 * @param wants    what the pods that it lacks ask for together
 * @param claims   whether they claim devices
 * @param since    how long it has been so; null where that is not known
 * @param advice   what would help; empty where that is not known
 */
public record WorkloadWithoutPods(ObjectRef work, boolean suspended, String headline, String detail,
        ResourceAmounts wants,
        boolean claims,
        @Nullable Instant since, Optional<RemedySuggestion> advice) {

    /**
     * Work of which nothing is told yet, and that is not suspended.
     *
     * @param maker what its pods are made of
     * @param pods  how many it lacks
     */
    static WorkloadWithoutPods of(ObjectRef work, JsonNode maker, long pods) {
        var wish = PodSchedulingSpec.of(maker.at("/spec/template"));
        return new WorkloadWithoutPods(work, false, "", "", wish.requests().times(pods), !wish.deviceClaims().isEmpty(),
                null,
                Optional.empty());
    }

    WorkloadWithoutPods told(String sentence, String words, @Nullable Instant from, Optional<RemedySuggestion> helps) {
        return new WorkloadWithoutPods(work, suspended, sentence, words, wants, claims, from, helps);
    }

    /** The same with a command that names the cluster it is for. */
    public WorkloadWithoutPods in(CommandTarget cluster) {
        return new WorkloadWithoutPods(work, suspended, headline, detail, wants, claims, since,
                advice.map(each -> each.in(cluster)));
    }
}
