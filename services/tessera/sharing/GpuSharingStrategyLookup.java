package tessera.sharing;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the sharing strategy of a resource in the labels of a node. Pure. */
public final class GpuSharingStrategyLookup {

    private GpuSharingStrategyLookup() {}

    /** Returns the strategy; empty where the node offers whole devices under the name, as far as its labels tell. */
    public static Optional<GpuSharingStrategy> find(Map<String, String> labels, String resource) {
        var whole = DeviceShareCounts.baseName(resource);
        var means = Stream.of(labels.getOrDefault(whole + ".sharing-strategy", ""), gkeStrategy(labels, resource))
                .flatMap(label -> GpuSharingStrategy.fromLabel(label).stream())
                .filter(strategy -> strategy != GpuSharingStrategy.NONE).findFirst();
        boolean several = labels.getOrDefault(whole + ".replicas", "").matches("[2-9]|[1-9]\\d{1,8}");
        // Feature discovery has not always said by which means.
        if (means.isPresent()) {
            return means;
        }
        if (several || !whole.equals(resource)) {
            return Optional.of(GpuSharingStrategy.TIME_SLICING);
        }
        return Optional.empty();
    }

    private static String gkeStrategy(Map<String, String> labels, String resource) {
        return resource.equals(DeviceShareCounts.GPU) ? GkeSharingLabels.strategyOf(labels) : "";
    }
}
