package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.kube.scheduling.TolerationReader;
import tessera.model.NodeSummary;

/**
 * A Kueue ResourceFlavor: the node labels and tolerations that it gives to admitted pods.
 *
 * @param nodeLabels    which a node of it carries, all of them
 * @param tolerations what its pods tolerate: what it gives them, and what they have to tolerate to be let in
 */
public record KueueResourceFlavor(Map<String, String> nodeLabels, List<Toleration> tolerations) {

    public KueueResourceFlavor {
        nodeLabels = Map.copyOf(nodeLabels);
        tolerations = List.copyOf(tolerations);
    }

    static KueueResourceFlavor of(JsonNode flavor) {
        var labels = new HashMap<String, String>();
        flavor.at("/spec/nodeLabels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        // A taint is written as a toleration of it is.
        var tolerated = new ArrayList<>(TolerationReader.readTolerations(flavor.at("/spec/tolerations")));
        tolerated.addAll(TolerationReader.readTolerations(flavor.at("/spec/nodeTaints")));
        return new KueueResourceFlavor(labels, tolerated);
    }

    /** Returns whether a node has all labels of the flavor. */
    boolean selects(NodeSummary node) {
        return nodeLabels.entrySet().stream()
                .allMatch(label -> label.getValue().equals(node.labels().get(label.getKey())));
    }

    /** Returns whether pods of the flavor tolerate a taint. */
    boolean tolerates(Taint taint) {
        return Toleration.anyTolerates(tolerations, taint);
    }
}
