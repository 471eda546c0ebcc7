package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.kube.labels.LabelSelector;
import tessera.kube.scheduling.RequiredNodeAffinity.NodeAffinityTerm;

/** A reader of the node selectors and node affinity of pods and volumes. */
public final class NodeAffinityReader {

    private NodeAffinityReader() {}

    /** Reads the node selector and the required node affinity of a pod's spec. */
    public static RequiredNodeAffinity readPodAffinity(JsonNode podSpec) {
        var required = podSpec.path("affinity").path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution");
        return new RequiredNodeAffinity(LabelSelector.requirementsOfLabels(podSpec.path("nodeSelector")),
                readTerms(required));
    }

    /** Reads the node affinity of a persistent volume; empty where it has none. */
    public static Optional<RequiredNodeAffinity> readVolumeAffinity(JsonNode volume) {
        return readNodeSelector(volume.path("spec").path("nodeAffinity").path("required"));
    }

    /** Reads a node selector with its terms; empty where it is no object. */
    public static Optional<RequiredNodeAffinity> readNodeSelector(JsonNode nodeSelector) {
        return readTerms(nodeSelector).map(terms -> new RequiredNodeAffinity(List.of(), Optional.of(terms)));
    }

    private static Optional<List<NodeAffinityTerm>> readTerms(JsonNode required) {
        if (!required.isObject()) {
            return Optional.empty();
        }
        var terms = new ArrayList<NodeAffinityTerm>();
        required.path("nodeSelectorTerms").forEach(term -> terms.add(readTerm(term)));
        return Optional.of(terms);
    }

    /** Reads a term of a node affinity, required or preferred. */
    public static NodeAffinityTerm readTerm(JsonNode term) {
        return new NodeAffinityTerm(LabelSelector.requirementsOfExpressions(term.path("matchExpressions")),
                LabelSelector.requirementsOfExpressions(term.path("matchFields")));
    }
}
