package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;
import tessera.scheduling.LaunchOutcome.QuotaRemainder;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.scheduling.spec.UnitRequests;

/** What a quota leaves for pods that are not made yet. */
final class PodQuotas {

    /** What is counted as a limit, too, and by its plain name; of devices requests alone are. */
    private static final Set<String> PLAIN = Set.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";

    private PodQuotas() {}

    /** Of each of its amounts that one of the pods takes some of. */
    static List<QuotaRemainder> rooms(JsonNode quota, PodSchedulingSpec wish, JsonNode pod) {
        var name = quota.path("metadata").path("name").asText();
        var limits = UnitRequests.limits(pod.path("spec"));
        var rooms = new ArrayList<QuotaRemainder>();
        for (var hard : quota.path("status").path("hard").properties()) {
            long each = each(hard.getKey(), wish.requests(), limits);
            if (each > 0) {
                var resource = QuotaRemainder.counted(hard.getKey());
                rooms.add(new QuotaRemainder(name, hard.getKey(), amount(resource, hard.getValue()),
                        amount(resource, quota.path("status").path("used").path(hard.getKey())), each));
            }
        }
        return rooms;
    }

    private static long each(String key, ResourceAmounts requests, ResourceAmounts limits) {
        var resource = QuotaRemainder.counted(key);
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

    private static long amount(String resource, JsonNode quantity) {
        return Quantity.amount(resource, quantity.asText("0")).orElse(0);
    }
}
