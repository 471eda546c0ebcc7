package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.scheduling.RequiredNodeAffinity.NodeAffinityTerm;

/**
 * The way in which claims of a StorageClass come to their volumes.
 *
 * @param waitsForConsumer whether that is once a pod that mounts the claim has a node
 * @param provisions       whether volumes are made, and not only chosen
 * @param topologies       the nodes for which volumes are made
 */
public record StorageClassBinding(boolean waitsForConsumer, boolean provisions, RequiredNodeAffinity topologies) {

    /** The way of claims whose class does not exist. */
    public static final StorageClassBinding MISSING = new StorageClassBinding(false, false, RequiredNodeAffinity.ANY);

    /** The provisioner of classes that make no volumes. */
    public static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    public static StorageClassBinding fromJson(JsonNode storageClass) {
        return new StorageClassBinding(storageClass.path("volumeBindingMode").asText().equals("WaitForFirstConsumer"),
                !storageClass.path("provisioner").asText(NO_PROVISIONER).equals(NO_PROVISIONER),
                readTopologies(storageClass.path("allowedTopologies")));
    }

    private static RequiredNodeAffinity readTopologies(JsonNode allowed) {
        if (allowed.isEmpty()) {
            return RequiredNodeAffinity.ANY;
        }
        var terms = new ArrayList<NodeAffinityTerm>();
        for (var term : allowed) {
            var labels = new ArrayList<LabelRequirement>();
            for (var expression : term.path("matchLabelExpressions")) {
                var values = new ArrayList<String>();
                expression.path("values").forEach(value -> values.add(value.asText()));
                labels.add(new LabelRequirement(expression.path("key").asText(), "In", values));
            }
            terms.add(new NodeAffinityTerm(labels, List.of()));
        }
        return new RequiredNodeAffinity(List.of(), Optional.of(terms));
    }

    /** Returns whether volumes are made everywhere. */
    public boolean provisionsEverywhere() {
        return provisions && topologies.equals(RequiredNodeAffinity.ANY);
    }
}
