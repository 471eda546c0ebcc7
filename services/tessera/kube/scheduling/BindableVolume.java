package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.labels.LabelSelector;

/**
 * A PersistentVolume as claims are bound to it.
 *
 * @param available    whether it is bound to none; one that a manifest brings has no phase yet, and is
 * @param owner        the claim that it is kept for; empty for any
 * @param nodeAffinity where it can be reached; empty for everywhere
 */
public record BindableVolume(String name, Map<String, String> labels, VolumeProperties properties, boolean available,
        boolean deleted, Optional<VolumeClaimRef> owner, Optional<RequiredNodeAffinity> nodeAffinity) {

    private static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";
    private static final Map<String, String> PLACE_LABELS = Map.of(BETA_ZONE, "topology.kubernetes.io/zone",
            BETA_REGION, "topology.kubernetes.io/region", "topology.kubernetes.io/zone", "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region", "topology.kubernetes.io/region");

    public BindableVolume {
        labels = Map.copyOf(labels);
    }

    public static BindableVolume fromJson(JsonNode volume) {
        var metadata = volume.path("metadata");
        var spec = volume.path("spec");
        return new BindableVolume(metadata.path("name").asText(), LabelSelector.readLabels(metadata.path("labels")),
                VolumeProperties.of(volume, spec.path("capacity")),
                volume.path("status").path("phase").asText("Available").equals("Available"),
                metadata.hasNonNull("deletionTimestamp"),
                Optional.of(spec.path("claimRef")).filter(JsonNode::isObject).map(VolumeClaimRef::of),
                NodeAffinityReader.readVolumeAffinity(volume));
    }

    /** Returns whether it is kept for a claim. */
    public boolean isReservedFor(BindableVolumeClaim claim) {
        return owner.filter(ref -> ref.refersTo(claim.ref())).isPresent();
    }

    /** Returns whether it is not kept for another claim. */
    public boolean isOpenTo(BindableVolumeClaim claim) {
        return owner.isEmpty() || isReservedFor(claim);
    }

    boolean isOfClassOf(BindableVolumeClaim claim) {
        return properties.storageClass().equals(claim.properties().storageClass());
    }

    /** Returns why a claim that names it cannot have it, in the words of the API server's events; empty where it can. */
    public Optional<String> mismatchMessage(BindableVolumeClaim claim) {
        if (deleted) {
            return Optional.of("the volume is marked for deletion \"%s\"".formatted(name));
        }
        return properties.mismatchMessage(claim.properties());
    }

    boolean isReachableFrom(String node, Map<String, String> nodeLabels) {
        return nodeAffinity.isEmpty() || nodeAffinity.get().matches(node, nodeLabels);
    }

    /** Returns whether its zone and region are those of a node; a node without such labels is in all of them. */
    boolean isInPlaceOf(Map<String, String> nodeLabels) {
        if (PLACE_LABELS.keySet().stream().noneMatch(nodeLabels::containsKey)) {
            return true;
        }
        for (var place : PLACE_LABELS.entrySet()) {
            var own = places(place.getKey());
            var there = nodeLabels.getOrDefault(place.getKey(), nodeLabels.get(place.getValue()));
            if (!own.isEmpty() && (there == null || !own.contains(there))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the zones or regions in a label, which may name several; none where one of them has no name. */
    private List<String> places(String label) {
        var text = labels.get(label);
        if (text == null) {
            return List.of();
        }
        var names = new ArrayList<>(Arrays.stream(text.split("__", -1)).map(String::strip).toList());
        return names.contains("") ? List.of() : names;
    }
}
