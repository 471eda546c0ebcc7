package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.quota.PodQuotaUsageCalculator;
import tessera.kube.requests.PodSchedulerRequests;
import tessera.scheduling.PredictedPodPlacement.QuotaRemainder;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Computes the remainder of a quota for pods that do not exist yet. */
final class NewPodQuotaRemainderCalculator {

    private NewPodQuotaRemainderCalculator() {}

    /** Returns a remainder for each amount of the quota that one of the pods uses. */
    static List<QuotaRemainder> remaindersOf(JsonNode quota, PodSchedulingSpec spec, JsonNode pod) {
        var name = quota.path("metadata").path("name").asText();
        var usage = PodQuotaUsageCalculator.usageOf(spec.requests().toMap(),
                PodSchedulerRequests.effectiveLimits(pod).toMap());
        var rooms = new ArrayList<QuotaRemainder>();
        for (var hard : quota.path("status").path("hard").properties()) {
            long each = QuotaRemainder.countedResource(hard.getKey()).equals(ResourceAmounts.PODS) ? 1
                    : usage.getOrDefault(hard.getKey(), 0L);
            if (each > 0) {
                var resource = QuotaRemainder.countedResource(hard.getKey());
                rooms.add(new QuotaRemainder(name, hard.getKey(), parseAmount(resource, hard.getValue()),
                        parseAmount(resource, quota.path("status").path("used").path(hard.getKey())), each));
            }
        }
        return rooms;
    }

    private static long parseAmount(String resource, JsonNode quantity) {
        return QuantityParser.parseAmount(resource, quantity.asText("0")).orElse(0);
    }
}
