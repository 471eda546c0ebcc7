package tessera.ui;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;

/** A value that depends on the open cluster, and is created anew for another. Any thread. */
public final class PerClusterValue<T> {

    private final Function<ClusterObjectSource, T> maker;
    private final AtomicReference<@Nullable ClusterValue<T>> kept = new AtomicReference<>();

    private record ClusterValue<T>(ClusterServices cluster, T value) {}

    /** @param maker makes one that reads from a source */
    public PerClusterValue(Function<ClusterObjectSource, T> maker) {
        this.maker = maker;
    }

    /** Returns the value of a cluster. */
    public T valueFor(ClusterServices cluster) throws ProblemException {
        var there = kept.get();
        if (there == null || !there.cluster().equals(cluster)) {
            there = new ClusterValue<>(cluster, maker.apply(cluster.objectSource()));
            kept.set(there);
        }
        return there.value();
    }

    /** Discards the value, so that it is created anew. */
    public void invalidate() {
        kept.set(null);
    }
}
