package tessera.ui;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.fit.ObjectSource;
import tessera.model.Failure;

/** Something that remembers what it read of a cluster, and is made anew for another. Any thread. */
public final class PerCluster<T> {

    private final Function<ObjectSource, T> maker;
    private final AtomicReference<@Nullable Kept<T>> kept = new AtomicReference<>();

    private record Kept<T>(Reached of, T made) {}

    /** @param maker makes one that reads from a source */
    public PerCluster(Function<ObjectSource, T> maker) {
        this.maker = maker;
    }

    /** The one of a cluster. */
    public T of(Reached cluster) throws Failure {
        var there = kept.get();
        if (there == null || !there.of().equals(cluster)) {
            there = new Kept<>(cluster, maker.apply(cluster.objects()));
            kept.set(there);
        }
        return there.made();
    }

    /** Has it made anew, so that nothing is remembered. */
    public void forget() {
        kept.set(null);
    }
}
