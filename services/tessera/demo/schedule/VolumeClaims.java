package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.Quantity;

/** Persistent volume claims, volumes and storage classes, as far as they decide where a pod may run. */
public final class VolumeClaims {

    private static final NodeVerdict NO_VOLUME = NodeVerdict
            .closed("node(s) didn't find available persistent volumes to bind");
    private static final NodeVerdict ELSEWHERE = NodeVerdict
            .closed("node(s) didn't match PersistentVolume's node affinity");
    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    private final Map<String, Claim> claims = new HashMap<>();
    private final Map<String, Volume> volumes = new HashMap<>();
    private final Map<String, StorageClass> classes = new HashMap<>();

    private record Claim(String name, String storageClass, String volume, long bytes, boolean bound,
            boolean deleted) {}

    private record Volume(String storageClass, long bytes, boolean available,
            @Nullable List<SimulatedNodeRule.SimulatedTerm> terms) {

        boolean reaches(NodeState node) {
            return terms == null || SimulatedNodeRule.anyMatches(terms, node);
        }
    }

    private record StorageClass(boolean waits, boolean provisions) {}

    public void putClaim(JsonNode claim) {
        var metadata = claim.path("metadata");
        var spec = claim.path("spec");
        claims.put(key(metadata.path("namespace").asText(), metadata.path("name").asText()), new Claim(
                metadata.path("name").asText(), spec.path("storageClassName").asText(),
                spec.path("volumeName").asText(),
                bytes(spec.path("resources").path("requests")),
                metadata.path("annotations").has("pv.kubernetes.io/bind-completed")
                        || claim.path("status").path("phase").asText().equals("Bound"),
                metadata.hasNonNull("deletionTimestamp")));
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(key(namespace, name));
    }

    public void putVolume(JsonNode volume) {
        var spec = volume.path("spec");
        var required = spec.path("nodeAffinity").path("required");
        volumes.put(volume.path("metadata").path("name").asText(),
                new Volume(spec.path("storageClassName").asText(), bytes(spec.path("capacity")),
                        !spec.has("claimRef") && volume.path("status").path("phase").asText().equals("Available"),
                        required.isObject() ? SimulatedNodeRule.terms(required.path("nodeSelectorTerms")) : null));
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void putStorageClass(JsonNode storageClass) {
        classes.put(storageClass.path("metadata").path("name").asText(),
                new StorageClass(storageClass.path("volumeBindingMode").asText().equals("WaitForFirstConsumer"),
                        !storageClass.path("provisioner").asText().equals(NO_PROVISIONER)));
    }

    public void removeStorageClass(String name) {
        classes.remove(name);
    }

    /** Why the pod cannot go anywhere, whatever the nodes are like. */
    Optional<String> refusal(PendingPod pod) {
        for (var name : pod.claims()) {
            var claim = claims.get(key(pod.self().namespace(), name));
            if (claim == null) {
                return Optional.of("persistentvolumeclaim \"%s\" not found".formatted(name));
            }
            if (claim.deleted()) {
                return Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(name));
            }
            if (!claim.bound() && !waits(claim)) {
                return Optional.of("pod has unbound immediate PersistentVolumeClaims");
            }
        }
        return Optional.empty();
    }

    /** Whether it is bound where a pod comes to run; one that names its volume does not wait for that. */
    private boolean waits(Claim claim) {
        if (!claim.volume().isEmpty()) {
            return false;
        }
        var storageClass = classes.get(claim.storageClass());
        return storageClass != null && storageClass.waits();
    }

    /** Whether the node can have the pod's volumes. */
    NodeVerdict verdict(PendingPod pod, NodeState node) {
        for (var name : pod.claims()) {
            var claim = claims.get(key(pod.self().namespace(), name));
            if (claim == null) {
                continue;
            }
            if (claim.bound()) {
                var volume = volumes.get(claim.volume());
                if (volume != null && !volume.reaches(node)) {
                    return ELSEWHERE;
                }
            } else if (!canBind(claim, node)) {
                return NO_VOLUME;
            }
        }
        return NodeVerdict.FITS;
    }

    private boolean canBind(Claim claim, NodeState node) {
        var storageClass = classes.get(claim.storageClass());
        if (storageClass != null && storageClass.provisions()) {
            return true;
        }
        for (var volume : volumes.values()) {
            if (volume.available() && volume.storageClass().equals(claim.storageClass())
                    && volume.bytes() >= claim.bytes() && volume.reaches(node)) {
                return true;
            }
        }
        return false;
    }

    private static long bytes(JsonNode quantities) {
        return Quantity.units(quantities.path("storage").asText()).orElse(0);
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }
}
