package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.requests.PodSchedulerRequests;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodOnNode;
import tessera.kube.scheduling.PodPreemption;
import tessera.kube.scheduling.VolumeClaimMount;

/**
 * A pod as it affects others on its node: its resources, ports and anti-affinity.
 *
 * @param requests     what it takes from its node
 * @param antiAffinity whom it does not want near
 * @param sharedVolumeClaims names of the claims that it mounts, without those that are made for it
 * @param startedAt    as the API server writes times; empty while it has not started
 * @param terminating  whether its deletion has begun
 * @param preempted    whether that is because the scheduler evicts it
 */
record SimulatedSchedulerPod(String uid, String namespace, String name, Map<String, String> labels, int priority,
        ResourceAmounts requests, List<ContainerHostPort> ports, List<PodAffinityTerm> antiAffinity,
        List<String> sharedVolumeClaims, String startedAt, boolean terminating,
        boolean preempted) implements PodOnNode {

    static SimulatedSchedulerPod ofBound(JsonNode pod) {
        return of(pod, PodSchedulerRequests.effectiveRequests(pod));
    }

    static SimulatedSchedulerPod ofPending(JsonNode pod) {
        return of(pod, PodSchedulerRequests.specRequests(pod));
    }

    private static SimulatedSchedulerPod of(JsonNode pod, ResourceAmounts requests) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        var namespace = metadata.path("namespace").asText().intern();
        var labels = readLabels(metadata.path("labels"));
        return new SimulatedSchedulerPod(metadata.path("uid").asText(), namespace, metadata.path("name").asText(),
                labels, spec.path("priority").asInt(), requests, ContainerHostPort.readPorts(spec),
                PodAffinityTerm.readRequired(spec, namespace, labels, "podAntiAffinity"),
                VolumeClaimMount.readSharedClaims(pod), pod.path("status").path("startTime").asText(),
                metadata.hasNonNull("deletionTimestamp"), PodPreemption.isPreempted(pod));
    }

    /** Reads labels whose keys and values are kept once for all objects. */
    static Map<String, String> readLabels(JsonNode labels) {
        var texts = HashMap.<String, String>newHashMap(labels.size());
        labels.properties().forEach(label -> texts.put(label.getKey().intern(), label.getValue().asText().intern()));
        return Map.copyOf(texts);
    }
}
