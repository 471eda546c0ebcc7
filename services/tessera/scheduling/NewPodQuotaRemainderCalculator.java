package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tessera.kube.requests.SchedulerRequests;
import tessera.model.QuantityParser;
import tessera.model.ResourceAmounts;
import tessera.scheduling.PredictedPodPlacement.QuotaRemainder;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Computes the remainder of a quota for pods that do not exist yet. */
final class NewPodQuotaRemainderCalculator {

    /** What is counted as a limit, too, and by its plain name; of devices requests alone are. */
    private static final Set<String> PLAIN = Set.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";

    private NewPodQuotaRemainderCalculator() {}

    /** Returns a remainder for each amount of the quota that one of the pods uses. */
    static List<QuotaRemainder> remaindersOf(JsonNode quota, PodSchedulingSpec spec, JsonNode pod) {
        var name = quota.path("metadata").path("name").asText();
        var limits = SchedulerRequests.limitsWithoutOverhead(pod);
        var rooms = new ArrayList<QuotaRemainder>();
        for (var hard : quota.path("status").path("hard").properties()) {
            long each = usagePerPod(hard.getKey(), spec.requests(), limits);
            if (each > 0) {
                var resource = QuotaRemainder.countedResource(hard.getKey());
                rooms.add(new QuotaRemainder(name, hard.getKey(), parseAmount(resource, hard.getValue()),
                        parseAmount(resource, quota.path("status").path("used").path(hard.getKey())), each));
            }
        }
        return rooms;
    }

    private static long usagePerPod(String key, ResourceAmounts requests, ResourceAmounts limits) {
        var resource = QuotaRemainder.countedResource(key);
        if (resource.equals(ResourceAmounts.PODS)) {
            return 1;
        }
        if (key.startsWith(QuotaRemainder.LIMITS)) {
            return PLAIN.contains(resource) ? limits.get(resource) : 0;
        }
        return key.startsWith(QuotaRemainder.REQUESTS) || PLAIN.contains(resource) || resource.startsWith(HUGE_PAGES)
                ? requests.get(resource)
                : 0;
    }

    private static long parseAmount(String resource, JsonNode quantity) {
        return QuantityParser.parseAmount(resource, quantity.asText("0")).orElse(0);
    }
}
