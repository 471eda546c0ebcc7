package tessera.sharing;

import java.util.Map;
import java.util.Optional;

/** Finds the sharing strategy of a resource in the labels of a node. Pure. */
public final class SharingStrategyLookup {

    private SharingStrategyLookup() {}

    /** Returns the strategy; empty where the node offers whole devices under the name, as far as its labels tell. */
    public static Optional<SharingStrategy> find(Map<String, String> labels, String resource) {
        var whole = DeviceShares.baseName(resource);
        var means = SharingStrategy.fromLabel(labels.getOrDefault(whole + ".sharing-strategy", ""))
                .filter(strategy -> strategy != SharingStrategy.NONE);
        boolean several = labels.getOrDefault(whole + ".replicas", "").matches("[2-9]|[1-9]\\d{1,8}");
        // Feature discovery has not always said by which means.
        return means.isPresent() ? means
                : several || !whole.equals(resource) ? Optional.of(SharingStrategy.TIME_SLICING) : Optional.empty();
    }
}
