package tessera.plan.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.gpu.GpuHeatmapTile;
import tessera.mig.MigConfig;

/**
 * The effect of a change on the MIG layout of a node.
 *
 * @param node      its name
 * @param product   what its GPUs are
 * @param from      what it was told before; empty for nothing
 * @param before    its GPUs as they are, as far as the cluster tells
 * @param to        what it is told
 * @param after     its GPUs as they are to be, by index; empty where that is not known
 * @param resources how many of each resource there are more then, or fewer; those of which there are as many are left out
 */
public record MigLayoutEffect(String node, String product, String from, List<GpuHeatmapTile> before, String to,
        Map<Integer, MigConfig.MigConfigGpuEffect> after, Map<String, Long> resources) {

    public MigLayoutEffect {
        before = List.copyOf(before);
        after = Collections.unmodifiableMap(new TreeMap<>(after));
        resources = Collections.unmodifiableMap(new TreeMap<>(resources));
    }

    /** Returns the effect with better known GPUs before the change. */
    public MigLayoutEffect withPresentGpus(List<GpuHeatmapTile> present) {
        return new MigLayoutEffect(node, product, from, present, to, after, resources);
    }
}
