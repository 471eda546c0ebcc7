package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.store.StoreJson;

/** What ClusterQueues have left, and what was taken of them. One for each round of admission. */
final class SimulatedQuotaRoom {

    private final Map<String, JsonNode> queues = new LinkedHashMap<>();
    private final Map<String, Map<FlavorSlot, Long>> used = new HashMap<>();

    /** A resource of a flavor. */
    record FlavorSlot(String flavor, String resource) {}

    /**
     * What becomes of a wish.
     *
     * @param flavors by resource, where it is admitted
     * @param reason  as conditions give it; empty where it is admitted
     */
    record AdmissionAnswer(Map<String, String> flavors, String reason, String message) {

        boolean admitted() {
            return reason.isEmpty();
        }

        static AdmissionAnswer no(String reason, String message) {
            return new AdmissionAnswer(Map.of(), reason, message);
        }
    }

    SimulatedQuotaRoom(Collection<? extends JsonNode> clusterQueues) {
        clusterQueues.forEach(queue -> queues.put(StoreJson.text(queue, "metadata", "name"), queue));
    }

    void take(String queue, FlavorSlot slot, long amount) {
        used.computeIfAbsent(queue, _ -> new HashMap<>()).merge(slot, amount, Long::sum);
    }

    private long used(String queue, FlavorSlot slot) {
        return used.getOrDefault(queue, Map.of()).getOrDefault(slot, 0L);
    }

    /** Writes the use of a queue as its status tells it. */
    void write(String queue, ArrayNode usage) {
        for (var flavor : flavors(queue)) {
            var resources = usage.addObject().put("name", flavor.path("name").asText()).putArray("resources");
            for (var resource : flavor.path("resources")) {
                var slot = new FlavorSlot(flavor.path("name").asText(), resource.path("name").asText());
                resources.addObject().put("name", slot.resource()).put("total", Long.toString(used(queue, slot)))
                        .put("borrowed", Long.toString(Math.max(0, used(queue, slot) - nominal(queue, slot))));
            }
        }
    }

    /** Every flavor of every resource that a queue has. */
    private List<FlavorSlot> slots(String queue) {
        return flavors(queue).stream().flatMap(flavor -> flavor.path("resources").valueStream()
                .map(resource -> new FlavorSlot(flavor.path("name").asText(), resource.path("name").asText())))
                .toList();
    }

    private List<JsonNode> flavors(String queue) {
        return queues.getOrDefault(queue, StoreJson.object()).path("spec").path("resourceGroups").valueStream()
                .flatMap(group -> group.path("flavors").valueStream()).toList();
    }

    /** What a queue would do with a wish now; resources that it does not cover are not its concern. */
    AdmissionAnswer ask(String queue, Map<String, Long> wanted) {
        if (!queues.containsKey(queue)) {
            return AdmissionAnswer.no("Misconfigured", "ClusterQueue %s doesn't exist".formatted(queue));
        }
        var chosen = new LinkedHashMap<String, String>();
        for (var wish : wanted.entrySet()) {
            var slots = slots(queue).stream().filter(slot -> slot.resource().equals(wish.getKey())).toList();
            if (slots.isEmpty()) {
                continue;
            }
            var free = slots.stream().filter(slot -> room(queue, slot) >= wish.getValue()).findFirst();
            if (free.isEmpty()) {
                return refused(queue, slots.getFirst(), wish.getValue());
            }
            chosen.put(wish.getKey(), free.get().flavor());
        }
        return new AdmissionAnswer(chosen, "", "");
    }

    private AdmissionAnswer refused(String queue, FlavorSlot slot, long wanted) {
        var limit = quota(queue, slot).path("borrowingLimit");
        long all = cohort(queue).stream().mapToLong(member -> nominal(member, slot)).sum();
        long most = limit.isMissingNode() ? all : Math.min(all, nominal(queue, slot) + number(limit));
        var what = "%s in flavor %s".formatted(slot.resource(), slot.flavor());
        return wanted > most
                ? AdmissionAnswer.no("ExceedsMaxQuota",
                        ("couldn't assign flavors to pod set main: insufficient quota for %s, previously considered podsets "
                                + "requests (0) + current podset request (%d) > maximum capacity (%d)")
                                .formatted(what, wanted, most))
                : AdmissionAnswer.no("WaitingForQuota",
                        "couldn't assign flavors to pod set main: insufficient unused quota for %s, %d more needed"
                                .formatted(what, wanted - Math.max(0, room(queue, slot))));
    }

    /** What is left of a queue's own, and of what the others of its cohort leave. */
    private long room(String queue, FlavorSlot slot) {
        long left = cohort(queue).stream().mapToLong(member -> nominal(member, slot) - used(member, slot)).sum();
        var limit = quota(queue, slot).path("borrowingLimit");
        return limit.isMissingNode() ? left
                : Math.min(left, nominal(queue, slot) + number(limit) - used(queue, slot));
    }

    private List<String> cohort(String queue) {
        var name = StoreJson.text(queues.getOrDefault(queue, StoreJson.object()), "spec", "cohortName");
        return name.isEmpty() ? List.of(queue)
                : queues.keySet().stream()
                        .filter(other -> StoreJson
                                .text(queues.getOrDefault(other, StoreJson.object()), "spec", "cohortName")
                                .equals(name))
                        .toList();
    }

    private long nominal(String queue, FlavorSlot slot) {
        return number(quota(queue, slot).path("nominalQuota"));
    }

    private JsonNode quota(String queue, FlavorSlot slot) {
        return flavors(queue).stream().filter(flavor -> flavor.path("name").asText().equals(slot.flavor()))
                .flatMap(flavor -> flavor.path("resources").valueStream())
                .filter(resource -> resource.path("name").asText().equals(slot.resource())).findFirst()
                .orElseGet(StoreJson::object);
    }

    static long number(JsonNode quantity) {
        return quantity.isMissingNode() ? 0
                : ExactQuantity.of(quantity).value().setScale(0, RoundingMode.CEILING).longValue();
    }
}
