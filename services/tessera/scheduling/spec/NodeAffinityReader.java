package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.LabelRequirement;
import tessera.model.RequiredNodeAffinity;
import tessera.model.RequiredNodeAffinity.NodeAffinityTerm;

/** Reads the node selectors and node affinity of pods and volumes. */
public final class NodeAffinityReader {

    private NodeAffinityReader() {}

    static RequiredNodeAffinity nodeRuleOf(JsonNode podSpec) {
        var required = podSpec.path("affinity").path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution");
        return new RequiredNodeAffinity(labelRequirements(podSpec.path("nodeSelector")), nodeSelectorTerms(required));
    }

    /** Returns the node affinity of a volume; empty where it has none. */
    public static Optional<RequiredNodeAffinity> volumeNodeRule(JsonNode volume) {
        return nodeSelectorTerms(volume.path("spec").path("nodeAffinity").path("required"))
                .map(terms -> new RequiredNodeAffinity(List.of(), Optional.of(terms)));
    }

    private static Optional<List<NodeAffinityTerm>> nodeSelectorTerms(JsonNode required) {
        return required.isObject()
                ? Optional.of(JsonCollectionConverter.mapList(required.path("nodeSelectorTerms"),
                        NodeAffinityReader::nodeSelectorTerm))
                : Optional.empty();
    }

    private static NodeAffinityTerm nodeSelectorTerm(JsonNode term) {
        return new NodeAffinityTerm(expressionRequirements(term.path("matchExpressions")),
                expressionRequirements(term.path("matchFields")));
    }

    static List<LabelRequirement> labelRequirements(JsonNode labels) {
        return labels.properties().stream()
                .map(label -> LabelRequirement.equalTo(label.getKey(), label.getValue().asText())).toList();
    }

    static List<LabelRequirement> expressionRequirements(JsonNode expressions) {
        var requirements = new ArrayList<LabelRequirement>();
        expressions.forEach(element -> requirements.add(new LabelRequirement(element.path("key").asText(),
                element.path("operator").asText(), JsonCollectionConverter.textList(element.path("values")))));
        return List.copyOf(requirements);
    }
}
