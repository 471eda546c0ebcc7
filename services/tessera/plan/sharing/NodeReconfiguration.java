package tessera.plan.sharing;

import java.util.HashMap;
import java.util.Map;
import tessera.model.NodeInfo;
import tessera.plan.step.StepExpectation.NodeShared.Amount;
import tessera.sharing.AdvertisedNodeDevices;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;

/**
 * A node that takes another configuration, or one that says something else than before.
 *
 * @param label  by which it takes its configuration then; empty for none
 * @param labels whether it has another one now
 * @param before which configuration it took
 * @param after  which it takes
 * @param shares what that says
 */
record NodeReconfiguration(NodeInfo node, String label, boolean labels, ConfigChoice before, ConfigChoice after,
        DeviceShares shares) {

    AdvertisedNodeDevices devices() {
        return AdvertisedNodeDevices.of(node.facts().labels(), node.facts().capacity().toMap());
    }

    AdvertisedShares advertised() {
        return AdvertisedShares.of(devices(), shares);
    }

    /** Whether its device plugin does its work, so that one can tell what comes of a change. */
    boolean offersNow() {
        return node.facts().capacity().names().stream().filter(name -> name.startsWith(DeviceShares.GPU)
                || name.startsWith(DeviceShares.MIG)).anyMatch(name -> node.facts().capacity().get(name) > 0);
    }

    /** How it shares now, as its labels say. */
    int replicasNow(String resource) {
        var told = node.facts().label(DeviceShares.unshared(resource) + ".replicas");
        return told.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(told) : 1;
    }

    /** What labels will say that feature discovery says something of now; older ones know fewer of them. */
    Map<String, String> labelsToSee() {
        var labels = new HashMap<>(advertised().labels());
        labels.keySet().retainAll(node.facts().labels().keySet());
        return labels;
    }

    /** What it will offer: all, and at least as much as devices that are withheld now leave. */
    Map<String, Amount> amounts() {
        var amounts = new HashMap<String, Amount>();
        advertised().resources().forEach((resource, capacity) -> {
            var plain = DeviceShares.unshared(resource);
            amounts.put(resource, new Amount(capacity,
                    Math.max(0, capacity - withheld(plain) * (capacity > 0 ? shares.of(plain) : 0))));
        });
        return amounts;
    }

    /** How many devices of a resource the kubelet does not hand out at present. */
    private long withheld(String plain) {
        long shares = withheldShares(plain) + withheldShares(plain + DeviceShares.SHARED);
        int each = replicasNow(plain);
        return (shares + each - 1) / each;
    }

    private long withheldShares(String resource) {
        return Math.max(0, node.facts().capacity().get(resource) - node.facts().allocatable().get(resource));
    }
}
