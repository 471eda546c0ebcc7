package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tessera.fit.Launch.QuotaRoom;
import tessera.fit.wish.PodDemand;
import tessera.fit.wish.PodWish;
import tessera.model.Quantity;
import tessera.model.Resources;

/** What a quota leaves for pods that are not made yet. */
final class PodQuotas {

    /** What is counted as a limit, too, and by its plain name; of devices requests alone are. */
    private static final Set<String> PLAIN = Set.of(Resources.CPU, Resources.MEMORY, "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";

    private PodQuotas() {}

    /** Of each of its amounts that one of the pods takes some of. */
    static List<QuotaRoom> rooms(JsonNode quota, PodWish wish, JsonNode pod) {
        var name = quota.path("metadata").path("name").asText();
        var limits = PodDemand.limits(pod.path("spec"));
        var rooms = new ArrayList<QuotaRoom>();
        for (var hard : quota.path("status").path("hard").properties()) {
            long each = each(hard.getKey(), wish.requests(), limits);
            if (each > 0) {
                var resource = QuotaRoom.counted(hard.getKey());
                rooms.add(new QuotaRoom(name, hard.getKey(), amount(resource, hard.getValue()),
                        amount(resource, quota.path("status").path("used").path(hard.getKey())), each));
            }
        }
        return rooms;
    }

    private static long each(String key, Resources requests, Resources limits) {
        var resource = QuotaRoom.counted(key);
        if (resource.equals(Resources.PODS)) {
            return 1;
        }
        if (key.startsWith(QuotaRoom.LIMITS)) {
            return PLAIN.contains(resource) ? limits.get(resource) : 0;
        }
        return key.startsWith(QuotaRoom.REQUESTS) || PLAIN.contains(resource) || resource.startsWith(HUGE_PAGES)
                ? requests.get(resource)
                : 0;
    }

    private static long amount(String resource, JsonNode quantity) {
        return Quantity.amount(resource, quantity.asText("0")).orElse(0);
    }
}
