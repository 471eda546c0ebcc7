package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.kube.labels.LabelSelector;

/**
 * A topology spread constraint that forbids scheduling: the greatest skew of matching pods between domains.
 *
 * @param topologyKey         the label whose values are the domains
 * @param maxSkew             how many more pods a domain may have than the one with the fewest
 * @param minDomains          where there are fewer domains, the fewest counts as 0
 * @param podSelector         the pods that are counted
 * @param honoursNodeAffinity whether only nodes count that the pod selects
 * @param honoursTaints   whether only nodes count whose taints it tolerates
 */
public record TopologySpreadConstraint(String topologyKey, int maxSkew, int minDomains, LabelSelector podSelector,
        boolean honoursNodeAffinity, boolean honoursTaints) {

    /**
     * Reads the constraints of a pod that forbid scheduling.
     *
     * @param own the pod's labels
     */
    public static List<TopologySpreadConstraint> readConstraints(JsonNode spec, Map<String, String> own) {
        var constraints = new ArrayList<TopologySpreadConstraint>();
        for (var element : spec.path("topologySpreadConstraints")) {
            if (element.path("whenUnsatisfiable").asText("DoNotSchedule").equals("DoNotSchedule")) {
                constraints.add(new TopologySpreadConstraint(element.path("topologyKey").asText(),
                        element.path("maxSkew").asInt(1), element.path("minDomains").asInt(1),
                        LabelSelector.of(element.path("labelSelector")).withLabelKeys(element.path("matchLabelKeys"),
                                own, true),
                        !element.path("nodeAffinityPolicy").asText().equals("Ignore"),
                        element.path("nodeTaintsPolicy").asText().equals("Honor")));
            }
        }
        return List.copyOf(constraints);
    }
}
