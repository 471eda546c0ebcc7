package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.LabelRequirement;
import tessera.model.NodeRule;
import tessera.model.NodeRule.NodeRuleTerm;

/** What pods and volumes demand of nodes, read from what is written of them. */
public final class NodeRules {

    private NodeRules() {}

    static NodeRule of(JsonNode podSpec) {
        var required = podSpec.path("affinity").path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution");
        return new NodeRule(labels(podSpec.path("nodeSelector")), alternatives(required));
    }

    /** The affinity of a volume to nodes; empty where it has none. */
    public static Optional<NodeRule> ofVolume(JsonNode volume) {
        return alternatives(volume.path("spec").path("nodeAffinity").path("required"))
                .map(terms -> new NodeRule(List.of(), Optional.of(terms)));
    }

    private static Optional<List<NodeRuleTerm>> alternatives(JsonNode required) {
        return required.isObject()
                ? Optional.of(JsonFields.list(required.path("nodeSelectorTerms"), NodeRules::term))
                : Optional.empty();
    }

    private static NodeRuleTerm term(JsonNode term) {
        return new NodeRuleTerm(expressions(term.path("matchExpressions")), expressions(term.path("matchFields")));
    }

    static List<LabelRequirement> labels(JsonNode labels) {
        return labels.properties().stream()
                .map(label -> LabelRequirement.equal(label.getKey(), label.getValue().asText())).toList();
    }

    static List<LabelRequirement> expressions(JsonNode expressions) {
        var requirements = new ArrayList<LabelRequirement>();
        expressions.forEach(each -> requirements.add(new LabelRequirement(each.path("key").asText(),
                each.path("operator").asText(), JsonFields.texts(each.path("values")))));
        return List.copyOf(requirements);
    }
}
