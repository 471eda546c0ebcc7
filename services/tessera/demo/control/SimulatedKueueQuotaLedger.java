package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.FormatPreservingQuantity;

/** The unused quota of ClusterQueues, with the usage charged so far. One for each round of admission. */
final class SimulatedKueueQuotaLedger {

    private final Map<String, JsonNode> queues = new LinkedHashMap<>();
    private final Map<String, Map<FlavorResource, Long>> used = new HashMap<>();

    /** A resource in a flavor. */
    record FlavorResource(String flavor, String resource) {}

    /**
     * The result of a quota request: assigned flavors, or the reason and message of the refusal.
     *
     * @param flavors by resource, where it is admitted
     * @param reason  as conditions give it; empty where it is admitted
     */
    record QuotaAdmissionResult(Map<String, String> flavors, String reason, String message) {

        boolean isAdmitted() {
            return reason.isEmpty();
        }

        static QuotaAdmissionResult ofRefusal(String reason, String message) {
            return new QuotaAdmissionResult(Map.of(), reason, message);
        }
    }

    SimulatedKueueQuotaLedger(Collection<? extends JsonNode> clusterQueues) {
        clusterQueues.forEach(queue -> queues.put(SimulatedMetadata.nameOf(queue), queue));
    }

    void charge(String queue, FlavorResource slot, long amount) {
        used.computeIfAbsent(queue, _ -> new HashMap<>()).merge(slot, amount, Long::sum);
    }

    private long usedBy(String queue, FlavorResource slot) {
        return used.getOrDefault(queue, Map.of()).getOrDefault(slot, 0L);
    }

    void writeUsage(String queue, ArrayNode usage) {
        for (var flavor : flavorsOf(queue)) {
            var resources = usage.addObject().put("name", flavor.path("name").asText()).putArray("resources");
            for (var resource : flavor.path("resources")) {
                var slot = new FlavorResource(flavor.path("name").asText(), resource.path("name").asText());
                resources.addObject().put("name", slot.resource()).put("total", Long.toString(usedBy(queue, slot)))
                        .put("borrowed", Long.toString(Math.max(0, usedBy(queue, slot) - nominalQuota(queue, slot))));
            }
        }
    }

    private List<FlavorResource> slotsOf(String queue) {
        return flavorsOf(queue).stream().flatMap(SimulatedKueueQuotaLedger::flavorResources).toList();
    }

    private static Stream<FlavorResource> flavorResources(JsonNode flavor) {
        return flavor.path("resources").valueStream()
                .map(resource -> new FlavorResource(flavor.path("name").asText(), resource.path("name").asText()));
    }

    private List<JsonNode> flavorsOf(String queue) {
        return queues.getOrDefault(queue, SimulatedStoreJsonCodec.newObject()).path("spec").path("resourceGroups")
                .valueStream().flatMap(group -> group.path("flavors").valueStream()).toList();
    }

    /** Returns the flavors that fit a request now, or the refusal; resources without quota are ignored. */
    QuotaAdmissionResult assignFlavors(String queue, Map<String, Long> wanted) {
        if (!queues.containsKey(queue)) {
            return QuotaAdmissionResult.ofRefusal("Misconfigured", "ClusterQueue %s doesn't exist".formatted(queue));
        }
        var chosen = new LinkedHashMap<String, String>();
        for (var wish : wanted.entrySet()) {
            var slots = slotsOf(queue).stream().filter(slot -> slot.resource().equals(wish.getKey())).toList();
            if (slots.isEmpty()) {
                continue;
            }
            var free = slots.stream().filter(slot -> availableTo(queue, slot) >= wish.getValue()).findFirst();
            if (free.isEmpty()) {
                return refuse(queue, slots.getFirst(), wish.getValue());
            }
            chosen.put(wish.getKey(), free.get().flavor());
        }
        return new QuotaAdmissionResult(chosen, "", "");
    }

    private QuotaAdmissionResult refuse(String queue, FlavorResource slot, long wanted) {
        var limit = quotaOf(queue, slot).path("borrowingLimit");
        long all = cohortOf(queue).stream().mapToLong(member -> nominalQuota(member, slot)).sum();
        long maximum = limit.isMissingNode() ? all : Math.min(all, nominalQuota(queue, slot) + parseQuantity(limit));
        var subject = "%s in flavor %s".formatted(slot.resource(), slot.flavor());
        if (wanted > maximum) {
            return QuotaAdmissionResult.ofRefusal("ExceedsMaxQuota",
                    ("couldn't assign flavors to pod set main: insufficient quota for %s, previously considered podsets "
                            + "requests (0) + current podset request (%d) > maximum capacity (%d)")
                            .formatted(subject, wanted, maximum));
        }
        return QuotaAdmissionResult.ofRefusal("WaitingForQuota",
                "couldn't assign flavors to pod set main: insufficient unused quota for %s, %d more needed"
                        .formatted(subject, wanted - Math.max(0, availableTo(queue, slot))));
    }

    /** Returns the queue's unused quota including what it may borrow from its cohort. */
    private long availableTo(String queue, FlavorResource slot) {
        long remaining = cohortOf(queue).stream().mapToLong(member -> nominalQuota(member, slot) - usedBy(member, slot))
                .sum();
        var limit = quotaOf(queue, slot).path("borrowingLimit");
        if (limit.isMissingNode()) {
            return remaining;
        }
        return Math.min(remaining, nominalQuota(queue, slot) + parseQuantity(limit) - usedBy(queue, slot));
    }

    private List<String> cohortOf(String queue) {
        var name = queues.getOrDefault(queue, SimulatedStoreJsonCodec.newObject()).path("spec").path("cohortName")
                .asText("");
        if (name.isEmpty()) {
            return List.of(queue);
        }
        return queues.keySet().stream().filter(other -> queues.getOrDefault(other, SimulatedStoreJsonCodec.newObject())
                .path("spec").path("cohortName").asText("").equals(name)).toList();
    }

    private long nominalQuota(String queue, FlavorResource slot) {
        return parseQuantity(quotaOf(queue, slot).path("nominalQuota"));
    }

    private JsonNode quotaOf(String queue, FlavorResource slot) {
        return flavorsOf(queue).stream().filter(flavor -> flavor.path("name").asText().equals(slot.flavor()))
                .flatMap(flavor -> flavor.path("resources").valueStream())
                .filter(resource -> resource.path("name").asText().equals(slot.resource())).findFirst()
                .orElseGet(SimulatedStoreJsonCodec::newObject);
    }

    static long parseQuantity(JsonNode quantity) {
        if (quantity.isMissingNode()) {
            return 0;
        }
        return FormatPreservingQuantity.of(quantity).value().setScale(0, RoundingMode.CEILING).longValue();
    }
}
