package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.scheduling.NodeAffinityReader;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.SchedulerFailureMessages;

/** Persistent volume claims, volumes and storage classes, as far as they decide where a pod may run. */
public final class SimulatedVolumeBindingFilter {

    private static final SimulatedNodeFilterResult NO_VOLUME = SimulatedNodeFilterResult
            .of(NodeRejectionReason.NO_VOLUME_TO_BIND);
    private static final SimulatedNodeFilterResult ELSEWHERE = SimulatedNodeFilterResult
            .of(NodeRejectionReason.VOLUME_NODE_AFFINITY);
    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    private final Map<String, SimulatedVolumeClaim> claims = new HashMap<>();
    private final Map<String, SimulatedPersistentVolume> volumes = new HashMap<>();
    private final Map<String, SimulatedStorageClass> classes = new HashMap<>();

    private record SimulatedVolumeClaim(String name, String storageClass, String volume, long bytes, boolean bound,
            boolean deleted) {}

    private record SimulatedPersistentVolume(String storageClass, long bytes, boolean isAvailable,
            Optional<RequiredNodeAffinity> nodeAffinity) {

        boolean isReachableFrom(SimulatedSchedulerNodeState node) {
            return nodeAffinity.isEmpty() || nodeAffinity.get().matches(node.name(), node.labels());
        }
    }

    private record SimulatedStorageClass(boolean waitsForConsumer, boolean provisionsVolumes) {}

    public void putClaim(JsonNode claim) {
        var metadata = claim.path("metadata");
        var spec = claim.path("spec");
        claims.put(claimKey(metadata.path("namespace").asText(), metadata.path("name").asText()),
                new SimulatedVolumeClaim(
                        metadata.path("name").asText(), spec.path("storageClassName").asText(),
                        spec.path("volumeName").asText(),
                        storageBytes(spec.path("resources").path("requests")),
                        metadata.path("annotations").has("pv.kubernetes.io/bind-completed")
                                || claim.path("status").path("phase").asText().equals("Bound"),
                        metadata.hasNonNull("deletionTimestamp")));
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(claimKey(namespace, name));
    }

    public void putVolume(JsonNode volume) {
        var spec = volume.path("spec");
        volumes.put(volume.path("metadata").path("name").asText(),
                new SimulatedPersistentVolume(spec.path("storageClassName").asText(),
                        storageBytes(spec.path("capacity")),
                        !spec.has("claimRef") && volume.path("status").path("phase").asText().equals("Available"),
                        NodeAffinityReader.readVolumeAffinity(volume)));
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void putStorageClass(JsonNode storageClass) {
        classes.put(storageClass.path("metadata").path("name").asText(),
                new SimulatedStorageClass(
                        storageClass.path("volumeBindingMode").asText().equals("WaitForFirstConsumer"),
                        !storageClass.path("provisioner").asText().equals(NO_PROVISIONER)));
    }

    public void removeStorageClass(String name) {
        classes.remove(name);
    }

    /** Returns the reason why the pod fits no node because of its claims; empty for none. */
    Optional<String> preFilterFailure(SimulatedPendingPod pod) {
        for (var name : pod.volumeClaims()) {
            var claim = claims.get(claimKey(pod.self().namespace(), name));
            if (claim == null) {
                return Optional.of(SchedulerFailureMessages.missingClaimMessage(name));
            }
            if (claim.deleted()) {
                return Optional.of(SchedulerFailureMessages.deletedClaimMessage(name));
            }
            if (!claim.bound() && !waitsForConsumer(claim)) {
                return Optional.of(SchedulerFailureMessages.UNBOUND_CLAIMS);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a claim is bound once its pod is placed; one that names its volume does not wait for that. */
    private boolean waitsForConsumer(SimulatedVolumeClaim claim) {
        if (!claim.volume().isEmpty()) {
            return false;
        }
        var storageClass = classes.get(claim.storageClass());
        return storageClass != null && storageClass.waitsForConsumer();
    }

    /** Returns the verdict on a node by the pod's volumes. */
    SimulatedNodeFilterResult verdict(SimulatedPendingPod pod, SimulatedSchedulerNodeState node) {
        boolean reached = true;
        boolean found = true;
        for (var name : pod.volumeClaims()) {
            var claim = claims.get(claimKey(pod.self().namespace(), name));
            if (claim == null) {
                continue;
            }
            if (claim.bound()) {
                var volume = volumes.get(claim.volume());
                if (volume != null && !volume.isReachableFrom(node)) {
                    reached = false;
                }
            } else if (!canBind(claim, node)) {
                found = false;
            }
        }
        return (reached ? SimulatedNodeFilterResult.FITS : ELSEWHERE)
                .combinedWith(found ? SimulatedNodeFilterResult.FITS : NO_VOLUME);
    }

    private boolean canBind(SimulatedVolumeClaim claim, SimulatedSchedulerNodeState node) {
        var storageClass = classes.get(claim.storageClass());
        if (storageClass != null && storageClass.provisionsVolumes()) {
            return true;
        }
        for (var volume : volumes.values()) {
            if (volume.isAvailable() && volume.storageClass().equals(claim.storageClass())
                    && volume.bytes() >= claim.bytes() && volume.isReachableFrom(node)) {
                return true;
            }
        }
        return false;
    }

    private static long storageBytes(JsonNode quantities) {
        return QuantityParser.parseUnits(quantities.path("storage").asText()).orElse(0);
    }

    private static String claimKey(String namespace, String name) {
        return namespace + "/" + name;
    }
}
