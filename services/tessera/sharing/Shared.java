package tessera.sharing;

import java.util.Map;
import java.util.Optional;

/** By which means a node shares what goes by the name of a resource, as its labels say. Pure. */
public final class Shared {

    private Shared() {}

    /** The means; empty where what it offers under that name is whole, as far as its labels tell. */
    public static Optional<Means> by(Map<String, String> labels, String resource) {
        var whole = Shares.unshared(resource);
        var means = Means.of(labels.getOrDefault(whole + ".sharing-strategy", "")).filter(each -> each != Means.NONE);
        boolean several = labels.getOrDefault(whole + ".replicas", "").matches("[2-9]|[1-9]\\d{1,8}");
        // Feature discovery has not always said by which means.
        return means.isPresent() ? means
                : several || !whole.equals(resource) ? Optional.of(Means.TIME_SLICING) : Optional.empty();
    }
}
