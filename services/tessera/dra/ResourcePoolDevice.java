package tessera.dra;

import java.util.List;
import java.util.Set;
import tessera.kube.scheduling.Toleration;
import tessera.model.DeviceTaint;
import tessera.model.ResourceSliceDevice;

/**
 * A device of a pool.
 *
 * @param node       the only node that reaches it; empty where others do
 * @param everywhere whether every node reaches it
 * @param nodes      the nodes that reach it where these are several
 */
public record ResourcePoolDevice(String driver, String pool, String node, boolean everywhere, Set<String> nodes,
        ResourceSliceDevice device) {

    public String name() {
        return device.name();
    }

    public String key() {
        return driver + "/" + pool + "/" + name();
    }

    String poolKey() {
        return driver + "/" + pool;
    }

    /** Returns the taints that keep it from a request. */
    public List<DeviceTaint> untoleratedTaints(List<Toleration> tolerations) {
        return device.taints().stream()
                .filter(taint -> taint.repels() && !Toleration.anyTolerates(tolerations, taint.taint())).toList();
    }

    /** Returns whether a taint keeps it from requests without tolerations. */
    public boolean isTainted() {
        return device.taints().stream().anyMatch(DeviceTaint::repels);
    }

    /** Returns an attribute by its full name, e.g. {@code gpu.nvidia.com/parentUUID}; empty where it has none. */
    String attributeText(String full) {
        var text = device.attributeText(full);
        int slash = full.indexOf('/');
        if (text.isEmpty() && slash > 0 && full.substring(0, slash).equals(driver)) {
            return device.attributeText(full.substring(slash + 1));
        }
        return text;
    }
}
