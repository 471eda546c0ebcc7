package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A topology spread that forbids: the pods it counts may differ by so many between places.
 *
 * @param topologyKey     the label that says what is one place
 * @param honoursNodeRule whether only nodes count that the pod selects
 * @param honoursTaints   whether only nodes count whose taints it tolerates
 */
public record TopologySpreadConstraint(String topologyKey, int maxSkew, int minDomains, LabelRule pods,
        boolean honoursNodeRule,
        boolean honoursTaints) {

    static List<TopologySpreadConstraint> of(JsonNode spec, JsonNode metadata) {
        var own = JsonFields.map(metadata.path("labels"));
        return JsonFields.list(spec.path("topologySpreadConstraints"), each -> each).stream()
                .filter(each -> each.path("whenUnsatisfiable").asText("DoNotSchedule").equals("DoNotSchedule"))
                .map(each -> new TopologySpreadConstraint(each.path("topologyKey").asText(),
                        each.path("maxSkew").asInt(1),
                        each.path("minDomains").asInt(1),
                        LabelRule.of(each.path("labelSelector")).like(JsonFields.texts(each.path("matchLabelKeys")),
                                own,
                                true),
                        !each.path("nodeAffinityPolicy").asText().equals("Ignore"),
                        each.path("nodeTaintsPolicy").asText().equals("Honor")))
                .toList();
    }
}
