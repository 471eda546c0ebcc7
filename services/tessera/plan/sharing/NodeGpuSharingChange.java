package tessera.plan.sharing;

import java.util.HashMap;
import java.util.Map;
import tessera.model.NodeWithBoundPods;
import tessera.plan.step.ExpectedClusterState.GpuSharingExpectation.ExpectedAdvertisedAmount;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.ShareableNodeDevices;

/**
 * A node with another sharing configuration, or with one whose content changes.
 *
 * @param label  by which it takes its configuration then; empty for none
 * @param relabels whether it has another one now
 * @param before which configuration it took
 * @param after  which it takes
 * @param shares what that says
 */
record NodeGpuSharingChange(NodeWithBoundPods node, String label, boolean relabels, DevicePluginConfigChoice before,
        DevicePluginConfigChoice after, DeviceShareCounts shares) {

    ShareableNodeDevices devices() {
        return ShareableNodeDevices.fromNode(node.nodeSummary().labels(), node.nodeSummary().capacity().toMap());
    }

    AdvertisedShares advertised() {
        return AdvertisedShares.compute(devices(), shares);
    }

    /** Returns whether the device plugin works, so that the result of a change can be observed. */
    boolean isOfferingNow() {
        return node.nodeSummary().capacity().names().stream()
                .filter(name -> name.startsWith(DeviceShareCounts.GPU) || name.startsWith(DeviceShareCounts.MIG))
                .anyMatch(name -> node.nodeSummary().capacity().get(name) > 0);
    }

    /** Returns the present replicas of a resource by the node's labels. */
    int currentReplicas(String resource) {
        var told = node.nodeSummary().label(DeviceShareCounts.baseName(resource) + ".replicas");
        return told.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(told) : 1;
    }

    /** Returns the resulting labels, limited to those that the node's version of feature discovery sets. */
    Map<String, String> observableLabels() {
        var labels = new HashMap<>(advertised().labels());
        labels.keySet().retainAll(node.nodeSummary().labels().keySet());
        return labels;
    }

    /** Returns the expected amounts where they are known: the total, and at least what remains without the devices that the kubelet withholds now. */
    Map<String, ExpectedAdvertisedAmount> expectedAmounts() {
        var amounts = new HashMap<String, ExpectedAdvertisedAmount>();
        advertised().exactResources().forEach((resource, capacity) -> {
            var plain = DeviceShareCounts.baseName(resource);
            amounts.put(resource, new ExpectedAdvertisedAmount(capacity,
                    Math.max(0, capacity - countWithheld(plain) * (capacity > 0 ? shares.replicasOf(plain) : 0))));
        });
        return amounts;
    }

    /** Returns the number of devices of a resource that the kubelet does not allocate at present. */
    private long countWithheld(String plain) {
        long shares = countWithheldShares(plain) + countWithheldShares(plain + DeviceShareCounts.SHARED);
        int each = currentReplicas(plain);
        return (shares + each - 1) / each;
    }

    private long countWithheldShares(String resource) {
        return Math.max(0,
                node.nodeSummary().capacity().get(resource) - node.nodeSummary().allocatable().get(resource));
    }
}
