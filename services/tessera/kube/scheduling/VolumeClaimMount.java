package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A volume of a pod that is a PersistentVolumeClaim.
 *
 * @param claim     its name, in the pod's namespace
 * @param ephemeral whether it is made for the pod, and goes with it
 */
public record VolumeClaimMount(String claim, boolean ephemeral) {

    /** Returns the claims that a pod mounts, in the order of its volumes. */
    public static List<VolumeClaimMount> readMounts(JsonNode pod) {
        var mounts = new ArrayList<VolumeClaimMount>();
        for (var volume : pod.path("spec").path("volumes")) {
            if (volume.has("persistentVolumeClaim")) {
                mounts.add(new VolumeClaimMount(
                        volume.path("persistentVolumeClaim").path("claimName").asText().intern(), false));
            } else if (volume.has("ephemeral")) {
                mounts.add(new VolumeClaimMount(ephemeralClaimName(pod.path("metadata").path("name").asText(), volume),
                        true));
            }
        }
        return List.copyOf(mounts);
    }

    /** Returns the name of the claim that is made of a template in a volume of a pod. */
    public static String ephemeralClaimName(String pod, JsonNode volume) {
        return pod + "-" + volume.path("name").asText();
    }

    /** Returns the names of the claims that a pod mounts and that outlive it, in its namespace. */
    public static List<String> readSharedClaims(JsonNode pod) {
        return readMounts(pod).stream().filter(mount -> !mount.ephemeral()).map(VolumeClaimMount::claim).toList();
    }
}
