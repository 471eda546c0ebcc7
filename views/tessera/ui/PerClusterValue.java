package tessera.ui;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;

/** A value that depends on the open cluster, and is created anew for another. Any thread. */
public final class PerClusterValue<T> {

    private final Function<ClusterObjectSource, T> factory;
    private final AtomicReference<@Nullable ClusterValue<T>> cached = new AtomicReference<>();

    private record ClusterValue<T>(OpenClusterAccess cluster, T value) {}

    /** @param factory makes one that reads from a source */
    public PerClusterValue(Function<ClusterObjectSource, T> factory) {
        this.factory = factory;
    }

    /** Returns the value of a cluster. */
    public T valueFor(OpenClusterAccess cluster) throws ProblemException {
        var clusterValue = cached.get();
        if (clusterValue == null || !clusterValue.cluster().equals(cluster)) {
            clusterValue = new ClusterValue<>(cluster, factory.apply(cluster.objectSource()));
            cached.set(clusterValue);
        }
        return clusterValue.value();
    }

    /** Discards the value, so that it is created anew. */
    public void invalidate() {
        cached.set(null);
    }
}
