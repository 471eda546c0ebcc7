package tessera.gpu;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimConsumer;

/** Claims that the scheduler will create for pods that request an extended resource of a DeviceClass. */
public record ExtendedResourceClaimPredictor(ClusterSnapshot snapshot, Map<String, Optional<DeviceClass>> classes) {

    /** Claims of a snapshot's pods. */
    public ExtendedResourceClaimPredictor(ClusterSnapshot snapshot) {
        this(snapshot, new HashMap<>());
    }

    /** Returns the claims of pods that wait for a node. Where a device plugin offers the resource on some node, that one may serve them. */
    public Stream<ResourceClaim> claims() {
        return snapshot.unbound().stream().filter(PodSummary::waitsForNode)
                .flatMap(pod -> pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0)
                        .flatMap(name -> servingClass(name).stream()
                                .map(each -> claimFor(pod, each, pod.requests().get(name)))));
    }

    /** Returns the DeviceClass that serves a resource which no device plugin offers. */
    public Optional<DeviceClass> servingClass(String resource) {
        return classes.computeIfAbsent(resource, this::classOf);
    }

    private Optional<DeviceClass> classOf(String resource) {
        boolean offered = !resource.contains("/")
                || snapshot.nodes().stream().anyMatch(node -> node.nodeSummary().allocatable().get(resource) > 0);
        if (offered) {
            return Optional.empty();
        }
        return snapshot.devices().classForResource(resource);
    }

    /** Returns the request for a number of devices of a class. */
    public static DeviceSubRequest deviceRequest(DeviceClass deviceClass, long count) {
        return new DeviceSubRequest("request", deviceClass.name(), List.of(), false,
                (int) Math.min(Integer.MAX_VALUE, count), false, List.of(), Map.of());
    }

    private static ResourceClaim claimFor(PodSummary pod, DeviceClass deviceClass, long count) {
        return new ResourceClaim(pod.namespace(), pod.name() + "-extended-resources", pod.created(), false,
                new ControllerRef("v1", "Pod", pod.name()), true,
                List.of(new ClaimDeviceRequest("request", List.of(deviceRequest(deviceClass, count)))), List.of(), null,
                List.of(new ResourceClaimConsumer("pods", pod.name(), pod.uid())));
    }
}
