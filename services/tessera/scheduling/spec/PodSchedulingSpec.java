package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.model.NodeRule;
import tessera.model.ResourceAmounts;
import tessera.model.SchedulingConstraints;
import tessera.model.Toleration;

/**
 * A pod with everything that decides which node it may have.
 *
 * @param uid         empty where the pod is not created yet
 * @param node        the node it is bound to, or the only one it accepts; empty for any
 * @param nominated   the node that is being cleared for it; empty for none
 * @param scheduler   who places it
 * @param gates       what must be taken away before anybody tries
 * @param overhead    what its RuntimeClass adds, which is among the requests
 * @param largest     the most that a single container asks for
 * @param starters    by resource, the init container that asks for more of it than all that runs later
 * @param affinity    whom it must be near
 * @param aversion    whom it must not be near
 * @param claims      the persistent volume claims it mounts
 * @param deviceClaims the claims on devices that it uses
 * @param preempts    whether others may be evicted for it
 * @param labels      its own
 */
public record PodSchedulingSpec(String namespace, String name, String uid, Map<String, String> labels, int priority,
        boolean preempts, String node, String nominated, String scheduler, List<String> gates, ResourceAmounts requests,
        ResourceAmounts overhead, ResourceAmounts largest, Map<String, String> starters, NodeRule nodeRule,
        List<Toleration> tolerations,
        List<HostPort> ports,
        List<PodAffinityTerm> affinity,
        List<PodAffinityTerm> aversion, List<TopologySpreadConstraint> spread, List<String> claims,
        List<ResourceClaimRef> deviceClaims) {

    /** The scheduler of a cluster that has no other. */
    public static final String USUAL_SCHEDULER = SchedulingConstraints.USUAL_SCHEDULER;

    public PodSchedulingSpec {
        labels = Map.copyOf(labels);
        gates = List.copyOf(gates);
        starters = Map.copyOf(starters);
        tolerations = List.copyOf(tolerations);
        ports = List.copyOf(ports);
        affinity = List.copyOf(affinity);
        aversion = List.copyOf(aversion);
        spread = List.copyOf(spread);
        claims = List.copyOf(claims);
        deviceClaims = List.copyOf(deviceClaims);
    }

    /** The same pod with other requests. */
    public PodSchedulingSpec asking(ResourceAmounts other) {
        return new PodSchedulingSpec(namespace, name, uid, labels, priority, preempts, node, nominated, scheduler,
                gates, other,
                overhead, largest, starters, nodeRule, tolerations, ports, affinity, aversion, spread, claims,
                deviceClaims);
    }

    /** Reads a pod, or what a template says of pods. */
    public static PodSchedulingSpec of(JsonNode pod) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        return new PodSchedulingSpec(metadata.path("namespace").asText(), metadata.path("name").asText(),
                metadata.path("uid").asText(), JsonFields.map(metadata.path("labels")), spec.path("priority").asInt(),
                !spec.path("preemptionPolicy").asText().equals("Never"), spec.path("nodeName").asText(),
                pod.path("status").path("nominatedNodeName").asText(),
                spec.path("schedulerName").asText(USUAL_SCHEDULER),
                JsonFields.list(spec.path("schedulingGates"), gate -> gate.path("name").asText()),
                UnitRequests.of(spec),
                UnitRequests.overhead(spec), UnitRequests.largest(spec), UnitRequests.starters(spec),
                NodeRules.of(spec), TolerationReader.of(spec.path("tolerations")), HostPort.of(spec),
                PodAffinityTerm.required(spec, metadata, "podAffinity"),
                PodAffinityTerm.required(spec, metadata, "podAntiAffinity"),
                TopologySpreadConstraint.of(spec, metadata),
                claims(metadata.path("name").asText(), spec), ResourceClaimRef.of(pod));
    }

    private static List<String> claims(String pod, JsonNode spec) {
        var claims = new ArrayList<String>();
        for (var volume : spec.path("volumes")) {
            if (volume.has("persistentVolumeClaim")) {
                claims.add(volume.path("persistentVolumeClaim").path("claimName").asText());
            } else if (volume.has("ephemeral")) {
                claims.add(pod + "-" + volume.path("name").asText());
            }
        }
        return claims;
    }

    public String key() {
        return namespace + "/" + name;
    }
}
