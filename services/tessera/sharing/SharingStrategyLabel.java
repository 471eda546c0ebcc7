package tessera.sharing;

import java.util.Map;
import java.util.Optional;

/** By which means a node shares what goes by the name of a resource, as its labels say. Pure. */
public final class SharingStrategyLabel {

    private SharingStrategyLabel() {}

    /** The means; empty where what it offers under that name is whole, as far as its labels tell. */
    public static Optional<SharingStrategy> by(Map<String, String> labels, String resource) {
        var whole = DeviceShares.unshared(resource);
        var means = SharingStrategy.of(labels.getOrDefault(whole + ".sharing-strategy", ""))
                .filter(each -> each != SharingStrategy.NONE);
        boolean several = labels.getOrDefault(whole + ".replicas", "").matches("[2-9]|[1-9]\\d{1,8}");
        // Feature discovery has not always said by which means.
        return means.isPresent() ? means
                : several || !whole.equals(resource) ? Optional.of(SharingStrategy.TIME_SLICING) : Optional.empty();
    }
}
