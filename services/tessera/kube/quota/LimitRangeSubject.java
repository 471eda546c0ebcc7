package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.PodResourceCalculator;

/**
 * The requests and limits of a container, of a pod as a whole or of a PersistentVolumeClaim, as LimitRanges compare them.
 *
 * @param container its name; empty for the others
 */
public record LimitRangeSubject(String container, SortedMap<String, FormatPreservingQuantity> requests,
        SortedMap<String, FormatPreservingQuantity> limits) {

    /** Reads the spec of a claim, of which LimitRanges look at the requests alone. */
    static LimitRangeSubject ofClaim(JsonNode spec) {
        return new LimitRangeSubject("",
                PodResourceCalculator.IN_QUANTITIES.amounts(spec.path("resources").path("requests")), new TreeMap<>());
    }

    /** Reads a container. */
    public static LimitRangeSubject ofContainer(JsonNode container) {
        var resources = container.path("resources");
        return new LimitRangeSubject(container.path("name").asText(),
                PodResourceCalculator.IN_QUANTITIES.amounts(resources.path("requests")),
                PodResourceCalculator.IN_QUANTITIES.amounts(resources.path("limits")));
    }
}
