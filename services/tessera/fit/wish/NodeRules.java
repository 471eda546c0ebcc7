package tessera.fit.wish;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.NodeRule;
import tessera.model.NodeRule.Term;
import tessera.model.Requirement;

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

    private static Optional<List<Term>> alternatives(JsonNode required) {
        return required.isObject()
                ? Optional.of(Json.list(required.path("nodeSelectorTerms"), NodeRules::term))
                : Optional.empty();
    }

    private static Term term(JsonNode term) {
        return new Term(expressions(term.path("matchExpressions")), expressions(term.path("matchFields")));
    }

    static List<Requirement> labels(JsonNode labels) {
        return labels.properties().stream()
                .map(label -> Requirement.equal(label.getKey(), label.getValue().asText())).toList();
    }

    static List<Requirement> expressions(JsonNode expressions) {
        var requirements = new ArrayList<Requirement>();
        expressions.forEach(each -> requirements.add(new Requirement(each.path("key").asText(),
                each.path("operator").asText(), Json.texts(each.path("values")))));
        return List.copyOf(requirements);
    }
}
