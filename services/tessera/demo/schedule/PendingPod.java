package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod that wants a node, with everything that decides which nodes it may have.
 *
 * @param nodeName  the only node it accepts; empty for any
 * @param nominated the node that was cleared for it; empty for none
 * @param claims    names of the persistent volume claims it mounts
 * @param devices   names of the resource claims it uses; empty where one is not made yet
 * @param preempts  whether others may be evicted for it
 */
record PendingPod(NodeOccupant self, String nodeName, String nominated, SimulatedNodeRule nodeRule,
        List<Preference> preferences,
        List<SimulatedToleration> tolerations, List<PodTerm> affinity, List<SpreadConstraint> spread,
        List<String> claims,
        List<String> devices, boolean preempts) {

    /** A preferred node affinity. */
    record Preference(int weight, SimulatedNodeRule.SimulatedTerm term) {}

    static PendingPod of(JsonNode pod) {
        var spec = pod.path("spec");
        return new PendingPod(NodeOccupant.waiting(pod), spec.path("nodeName").asText(),
                pod.path("status").path("nominatedNodeName").asText(), SimulatedNodeRule.of(spec), preferences(spec),
                SimulatedToleration.listOf(spec), PodTerm.required(pod, "podAffinity"), SpreadConstraint.listOf(pod),
                claims(pod), devices(pod), !spec.path("preemptionPolicy").asText().equals("Never"));
    }

    private static List<Preference> preferences(JsonNode spec) {
        var preferred = spec.path("affinity").path("nodeAffinity")
                .path("preferredDuringSchedulingIgnoredDuringExecution");
        var preferences = new ArrayList<Preference>();
        preferred.forEach(each -> preferences
                .add(new Preference(each.path("weight").asInt(),
                        SimulatedNodeRule.SimulatedTerm.of(each.path("preference")))));
        return List.copyOf(preferences);
    }

    private static List<String> claims(JsonNode pod) {
        var claims = new ArrayList<String>();
        for (var volume : pod.path("spec").path("volumes")) {
            if (volume.has("persistentVolumeClaim")) {
                claims.add(volume.path("persistentVolumeClaim").path("claimName").asText());
            } else if (volume.has("ephemeral")) {
                claims.add(pod.path("metadata").path("name").asText() + "-" + volume.path("name").asText());
            }
        }
        return List.copyOf(claims);
    }

    /** The names of its resource claims; those made of templates are in its status. */
    static List<String> devices(JsonNode pod) {
        var names = new ArrayList<String>();
        for (var claim : pod.path("spec").path("resourceClaims")) {
            var name = claim.path("resourceClaimName").asText();
            for (var made : pod.path("status").path("resourceClaimStatuses")) {
                if (made.path("name").equals(claim.path("name"))) {
                    name = made.path("resourceClaimName").asText();
                }
            }
            names.add(name);
        }
        return List.copyOf(names);
    }
}
