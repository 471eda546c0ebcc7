package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.NodeFacts;
import tessera.model.Taint;
import tessera.model.Toleration;
import tessera.scheduling.spec.TolerationReader;

/**
 * The kind of nodes to which a ResourceFlavor of Kueue leads the pods it lets in.
 *
 * @param labels    which a node of it carries, all of them
 * @param tolerated what its pods tolerate: what it gives them, and what they have to tolerate to be let in
 */
public record KueueFlavor(Map<String, String> labels, List<Toleration> tolerated) {

    public KueueFlavor {
        labels = Map.copyOf(labels);
        tolerated = List.copyOf(tolerated);
    }

    static KueueFlavor of(JsonNode flavor) {
        var labels = new HashMap<String, String>();
        flavor.at("/spec/nodeLabels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        // A taint is written as a toleration of it is.
        var tolerated = new ArrayList<>(TolerationReader.of(flavor.at("/spec/tolerations")));
        tolerated.addAll(TolerationReader.of(flavor.at("/spec/nodeTaints")));
        return new KueueFlavor(labels, tolerated);
    }

    /** Whether its pods are led to a node. */
    boolean selects(NodeFacts node) {
        return labels.entrySet().stream().allMatch(label -> label.getValue().equals(node.labels().get(label.getKey())));
    }

    /** Whether its pods tolerate a taint. */
    boolean tolerates(Taint taint) {
        return Toleration.any(tolerated, taint);
    }
}
