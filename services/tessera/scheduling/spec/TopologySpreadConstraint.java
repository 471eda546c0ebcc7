package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A topology spread constraint that forbids scheduling: the greatest skew of matching pods between domains.
 *
 * @param topologyKey     the label that says what is one place
 * @param honoursNodeRule whether only nodes count that the pod selects
 * @param honoursTaints   whether only nodes count whose taints it tolerates
 */
public record TopologySpreadConstraint(String topologyKey, int maxSkew, int minDomains, ParsedLabelSelector podSelector,
        boolean honoursNodeRule,
        boolean honoursTaints) {

    static List<TopologySpreadConstraint> readConstraints(JsonNode spec, JsonNode metadata) {
        var own = JsonCollectionConverter.textMap(metadata.path("labels"));
        return JsonCollectionConverter.mapList(spec.path("topologySpreadConstraints"), element -> element).stream()
                .filter(element -> element.path("whenUnsatisfiable").asText("DoNotSchedule").equals("DoNotSchedule"))
                .map(element -> new TopologySpreadConstraint(element.path("topologyKey").asText(),
                        element.path("maxSkew").asInt(1),
                        element.path("minDomains").asInt(1),
                        ParsedLabelSelector.of(element.path("labelSelector")).withLabelKeys(
                                JsonCollectionConverter.textList(element.path("matchLabelKeys")),
                                own,
                                true),
                        !element.path("nodeAffinityPolicy").asText().equals("Ignore"),
                        element.path("nodeTaintsPolicy").asText().equals("Honor")))
                .toList();
    }
}
