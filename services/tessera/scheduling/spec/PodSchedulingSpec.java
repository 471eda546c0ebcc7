package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.kube.labels.LabelSelector;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.requests.PodSchedulerRequests;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.NodeAffinityReader;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodPlacementConstraints;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Toleration;
import tessera.kube.scheduling.TolerationReader;
import tessera.kube.scheduling.TopologySpreadConstraint;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;

/**
 * The properties of a pod that decide its placement.
 *
 * @param uid         empty where the pod is not created yet
 * @param node        the node it is bound to, or the only one it accepts; empty for any
 * @param nominatedNode   the node that is being cleared for it; empty for none
 * @param schedulerName   who places it
 * @param schedulingGates       what must be taken away before anybody tries
 * @param overhead    what its RuntimeClass adds, which is among the requests
 * @param largestContainerRequests     the most that a single container asks for
 * @param largestInitContainers    by resource, the init container that asks for more of it than all that runs later
 * @param affinity    whom it must be near
 * @param antiAffinity    whom it must not be near
 * @param volumeClaims      the persistent volume claims it mounts
 * @param deviceClaims the claims on devices that it uses
 * @param preempts    whether others may be evicted for it
 * @param labels      its own
 * @param podGroup    the PodGroup of Volcano that it belongs to; empty for none
 */
public record PodSchedulingSpec(String namespace, String name, String uid, Map<String, String> labels, int priority,
        boolean preempts, String node, String nominatedNode, String schedulerName, List<String> schedulingGates,
        ResourceAmounts requests, ResourceAmounts overhead, ResourceAmounts largestContainerRequests,
        Map<String, String> largestInitContainers, RequiredNodeAffinity nodeAffinity, List<Toleration> tolerations,
        List<ContainerHostPort> ports, List<PodAffinityTerm> affinity, List<PodAffinityTerm> antiAffinity,
        List<TopologySpreadConstraint> spreadConstraints, List<VolumeClaimMount> volumeClaims,
        List<PodSpecResourceClaim> deviceClaims, String podGroup) implements PodPlacementConstraints {

    /** The scheduler of a cluster that has no other. */
    public static final String USUAL_SCHEDULER = PodSchedulingConstraints.USUAL_SCHEDULER;

    private static final List<String> GROUPS = List.of("scheduling.k8s.io/group-name",
            "scheduling.volcano.sh/group-name");

    public PodSchedulingSpec {
        labels = Map.copyOf(labels);
        schedulingGates = List.copyOf(schedulingGates);
        largestInitContainers = Map.copyOf(largestInitContainers);
        tolerations = List.copyOf(tolerations);
        ports = List.copyOf(ports);
        affinity = List.copyOf(affinity);
        antiAffinity = List.copyOf(antiAffinity);
        spreadConstraints = List.copyOf(spreadConstraints);
        volumeClaims = List.copyOf(volumeClaims);
        deviceClaims = List.copyOf(deviceClaims);
    }

    /** Returns a copy with other requests. */
    public PodSchedulingSpec withRequests(ResourceAmounts other) {
        return new PodSchedulingSpec(namespace, name, uid, labels, priority, preempts, node, nominatedNode,
                schedulerName, schedulingGates, other, overhead, largestContainerRequests, largestInitContainers,
                nodeAffinity, tolerations, ports, affinity, antiAffinity, spreadConstraints, volumeClaims, deviceClaims,
                podGroup);
    }

    /** Reads a pod or a pod template. */
    public static PodSchedulingSpec of(JsonNode pod) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        var namespace = metadata.path("namespace").asText();
        var labels = JsonCollectionReader.textMap(metadata.path("labels"));
        return new PodSchedulingSpec(namespace, metadata.path("name").asText(), metadata.path("uid").asText(), labels,
                spec.path("priority").asInt(), !spec.path("preemptionPolicy").asText().equals("Never"),
                spec.path("nodeName").asText(), pod.path("status").path("nominatedNodeName").asText(),
                spec.path("schedulerName").asText(USUAL_SCHEDULER),
                JsonCollectionReader.mapList(spec.path("schedulingGates"), gate -> gate.path("name").asText()),
                PodSchedulerRequests.specRequests(pod), PodSchedulerRequests.overhead(pod),
                PodSchedulerRequests.largestPerContainer(pod), PodSchedulerRequests.largestInitContainers(pod),
                NodeAffinityReader.readPodAffinity(spec), TolerationReader.readTolerations(spec.path("tolerations")),
                ContainerHostPort.readPorts(spec), PodAffinityTerm.readRequired(spec, namespace, labels, "podAffinity"),
                PodAffinityTerm.readRequired(spec, namespace, labels, "podAntiAffinity"),
                TopologySpreadConstraint.readConstraints(spec, labels), VolumeClaimMount.readMounts(pod),
                PodSpecResourceClaim.readRefs(pod), podGroupName(metadata.path("annotations")));
    }

    /**
     * Returns a pending pod as watches know it: without ports, volumes, claims and affinity between pods. A topology
     * spread only rejects nodes that lack its label.
     */
    public static PodSchedulingSpec ofSummary(PodSummary pod, ResourceAmounts requests) {
        var constraints = pod.schedulingConstraints();
        var spread = constraints.map(each -> each.unresolved().topologyKeys()).orElse(List.of()).stream().map(
                key -> new TopologySpreadConstraint(key, Integer.MAX_VALUE, 1, LabelSelector.NOTHING, false, false))
                .toList();
        return new PodSchedulingSpec(pod.namespace(), pod.name(), pod.uid(), pod.labels(), pod.priority(), true, "",
                pod.nominated(), USUAL_SCHEDULER, List.of(), requests, ResourceAmounts.NONE, ResourceAmounts.NONE,
                Map.of(), constraints.map(PodSchedulingConstraints::nodeAffinity).orElse(RequiredNodeAffinity.ANY),
                constraints.map(PodSchedulingConstraints::tolerations).orElse(List.of()), List.of(), List.of(),
                List.of(), spread, List.of(), List.of(), "");
    }

    /** Reads the required anti-affinity of a pod alone. */
    public static List<PodAffinityTerm> antiAffinityOf(JsonNode pod) {
        var metadata = pod.path("metadata");
        return PodAffinityTerm.readRequired(pod.path("spec"), metadata.path("namespace").asText(),
                JsonCollectionReader.textMap(metadata.path("labels")), "podAntiAffinity");
    }

    private static String podGroupName(JsonNode annotations) {
        return GROUPS.stream().map(key -> annotations.path(key).asText()).filter(name -> !name.isEmpty()).findFirst()
                .orElse("");
    }

    /** Returns the names of the claims that it mounts, without those that are made for it. */
    public List<String> sharedVolumeClaims() {
        return volumeClaims.stream().filter(mount -> !mount.ephemeral()).map(VolumeClaimMount::claim).toList();
    }

    public String podKey() {
        return namespace + "/" + name;
    }

    /** Converts JSON trees to lists and maps. */
    private static final class JsonCollectionReader {

        private JsonCollectionReader() {}

        static Map<String, String> textMap(JsonNode object) {
            var texts = new HashMap<String, String>();
            object.properties().forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
            return Map.copyOf(texts);
        }

        static <T> List<T> mapList(JsonNode array, Function<JsonNode, T> read) {
            var list = new ArrayList<T>();
            array.forEach(element -> list.add(read.apply(element)));
            return List.copyOf(list);
        }
    }
}
