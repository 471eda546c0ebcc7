package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedPodStatus;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.NodeAffinityReader;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodPlacementConstraints;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Toleration;
import tessera.kube.scheduling.TolerationReader;
import tessera.kube.scheduling.TopologySpreadConstraint;
import tessera.kube.scheduling.VolumeClaimMount;

/**
 * A pod that waits for a node, with everything that decides which nodes it may have.
 *
 * @param node      the only node it accepts; empty for any
 * @param nominatedNode the node that was cleared for it; empty for none
 * @param volumeClaims    the persistent volume claims it mounts
 * @param resourceClaims   names of the resource claims it uses; empty where one is not made yet
 * @param preempts  whether others may be evicted for it
 */
record SimulatedPendingPod(SimulatedSchedulerPod self, String node, String nominatedNode,
        RequiredNodeAffinity nodeAffinity, List<PreferredNodeTerm> preferences, List<Toleration> tolerations,
        List<PodAffinityTerm> affinity, List<TopologySpreadConstraint> spreadConstraints,
        List<VolumeClaimMount> volumeClaims, List<String> resourceClaims,
        boolean preempts) implements PodPlacementConstraints {

    /** A preferred node affinity term. */
    record PreferredNodeTerm(int weight, RequiredNodeAffinity.NodeAffinityTerm term) {}

    static SimulatedPendingPod of(JsonNode pod) {
        var spec = pod.path("spec");
        var self = SimulatedSchedulerPod.ofPending(pod);
        return new SimulatedPendingPod(self, spec.path("nodeName").asText(),
                pod.path("status").path("nominatedNodeName").asText(), NodeAffinityReader.readPodAffinity(spec),
                parsePreferences(spec), TolerationReader.readTolerations(spec.path("tolerations")),
                PodAffinityTerm.readRequired(spec, self.namespace(), self.labels(), "podAffinity"),
                TopologySpreadConstraint.readConstraints(spec, self.labels()), VolumeClaimMount.readMounts(pod),
                SimulatedPodStatus.resourceClaimNames(pod), !spec.path("preemptionPolicy").asText().equals("Never"));
    }

    @Override
    public String namespace() {
        return self.namespace();
    }

    @Override
    public Map<String, String> labels() {
        return self.labels();
    }

    @Override
    public String uid() {
        return self.uid();
    }

    @Override
    public int priority() {
        return self.priority();
    }

    @Override
    public ResourceAmounts requests() {
        return self.requests();
    }

    @Override
    public List<ContainerHostPort> ports() {
        return self.ports();
    }

    @Override
    public List<PodAffinityTerm> antiAffinity() {
        return self.antiAffinity();
    }

    private static List<PreferredNodeTerm> parsePreferences(JsonNode spec) {
        var preferred = spec.path("affinity").path("nodeAffinity")
                .path("preferredDuringSchedulingIgnoredDuringExecution");
        var preferences = new ArrayList<PreferredNodeTerm>();
        preferred.forEach(element -> preferences.add(new PreferredNodeTerm(element.path("weight").asInt(),
                NodeAffinityReader.readTerm(element.path("preference")))));
        return List.copyOf(preferences);
    }
}
