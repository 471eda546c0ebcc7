package tessera.insight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.ClaimConsumer;
import tessera.model.DeviceClass;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.Snapshot;

/** Claims that the scheduler will make for pods which ask for an extended resource that a class of devices serves. */
record ImplicitClaims(Snapshot snapshot, Map<String, Optional<DeviceClass>> classes) {

    ImplicitClaims(Snapshot snapshot) {
        this(snapshot, new HashMap<>());
    }

    /** Of pods that wait for a node. Where a device plugin offers the resource on some node, that one may serve them. */
    Stream<ResourceClaim> all() {
        return snapshot.unbound().stream().filter(PodFacts::waitsForNode)
                .flatMap(pod -> pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0)
                        .flatMap(name -> served(name).stream()
                                .map(each -> claim(pod, each, pod.requests().get(name)))));
    }

    /** The class that serves a resource which no device plugin offers. */
    Optional<DeviceClass> served(String resource) {
        return classes.computeIfAbsent(resource, this::classOf);
    }

    private Optional<DeviceClass> classOf(String resource) {
        boolean offered = !resource.contains("/") || snapshot.nodes().stream()
                .anyMatch(node -> node.facts().allocatable().get(resource) > 0);
        return offered ? Optional.empty() : snapshot.devices().classOf(resource);
    }

    static DeviceSubRequest request(DeviceClass deviceClass, long count) {
        return new DeviceSubRequest("request", deviceClass.name(), List.of(), false,
                (int) Math.min(Integer.MAX_VALUE, count), false, List.of(), Map.of());
    }

    private static ResourceClaim claim(PodFacts pod, DeviceClass deviceClass, long count) {
        return new ResourceClaim(pod.namespace(), pod.name() + "-extended-resources", pod.created(), false,
                new OwnerRef("v1", "Pod", pod.name()), true,
                List.of(new DeviceRequest("request", List.of(request(deviceClass, count)))), List.of(),
                null, List.of(new ClaimConsumer("pods", pod.name(), pod.uid())));
    }
}
