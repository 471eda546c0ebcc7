package tessera.gpu;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.dra.DraClusterState;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceClass;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;

/** Matcher of nodes with the devices that pods request or claim, whoever holds these devices. One thread at a time. */
public final class RequestedDeviceMatcher {

    private final ClusterSnapshot snapshot;
    private final AcceleratorCatalog accelerators;
    private @Nullable DraClusterState devices;

    public RequestedDeviceMatcher(ClusterSnapshot snapshot, AcceleratorCatalog accelerators) {
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Returns whether a node has all devices that a pod requests or claims; also where ResourceSlices that may not be read may publish them. */
    public boolean couldServe(PodSummary pod, NodeWithBoundPods node) {
        return pod.requests().names().stream().filter(name -> name.contains("/") && !countsInExtender(name))
                .allMatch(name -> offersDevices(node, name, pod.requests().get(name)))
                && (pod.claims().isEmpty() || !node.devices().slicesKnown()
                        || publishedDevices().couldFit(pod.namespace(), pod.claims(), node.name()));
    }

    /** Returns whether an amount is of a device's memory or compute that no node advertises, so that a scheduler extender alone counts it. */
    private boolean countsInExtender(String resource) {
        return accelerators.acceleratorOf(resource)
                .filter(kind -> kind.unitKind() == AcceleratorCatalogEntry.ResourceUnitKind.FRACTION).isPresent()
                && snapshot.nodes().stream().allMatch(node -> node.useOf(resource).capacity() == 0);
    }

    private boolean offersDevices(NodeWithBoundPods node, String resource, long wanted) {
        var use = node.useOf(resource);
        return Math.max(use.capacity(), use.allocatable()) >= wanted || couldPublish(node, resource, wanted);
    }

    /** Returns whether a node may publish as many devices of the DeviceClass that serves a resource. The scheduler asks no class where a device plugin has the resource allocatable. */
    public boolean couldPublish(NodeWithBoundPods node, String resource, long wanted) {
        return node.useOf(resource).allocatable() == 0 && snapshot.devices().classForResource(resource)
                .filter(each -> !node.devices().slicesKnown() || publishes(node, each, wanted)).isPresent();
    }

    private boolean publishes(NodeWithBoundPods node, DeviceClass deviceClass, long wanted) {
        return publishedDevices().availabilityFor(ExtendedResourceClaimPredictor.deviceRequest(deviceClass, wanted))
                .stream().anyMatch(room -> Set.of(node.name(), "").contains(room.node()) && room.total() >= wanted);
    }

    private DraClusterState publishedDevices() {
        var known = devices;
        if (known == null) {
            known = DraClusterState.fromSnapshot(snapshot);
            devices = known;
        }
        return known;
    }
}
