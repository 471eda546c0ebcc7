package tessera.ui;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.scheduling.ObjectSource;

/** Something that remembers what it read of a cluster, and is made anew for another. Any thread. */
public final class PerCluster<T> {

    private final Function<ObjectSource, T> maker;
    private final AtomicReference<@Nullable ClusterValue<T>> kept = new AtomicReference<>();

    private record ClusterValue<T>(ClusterServices of, T made) {}

    /** @param maker makes one that reads from a source */
    public PerCluster(Function<ObjectSource, T> maker) {
        this.maker = maker;
    }

    /** The one of a cluster. */
    public T of(ClusterServices cluster) throws Failure {
        var there = kept.get();
        if (there == null || !there.of().equals(cluster)) {
            there = new ClusterValue<>(cluster, maker.apply(cluster.objects()));
            kept.set(there);
        }
        return there.made();
    }

    /** Has it made anew, so that nothing is remembered. */
    public void forget() {
        kept.set(null);
    }
}
