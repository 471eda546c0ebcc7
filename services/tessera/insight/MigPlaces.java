package tessera.insight;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tessera.mig.InstanceCombination;
import tessera.mig.MigGeometry;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.PlacementAttempt;

/**
 * Where drivers usually put MIG instances. Remembers what it worked out, since most GPUs of a fleet are cut alike.
 *
 * <p>Safe for use by several threads.
 */
public final class MigPlaces {

    /** More ways to cut than a fleet has. */
    private static final int REMEMBERED = 4096;

    private record BoardCut(String product, InstanceCombination instances) {}

    private final Map<String, Optional<MigProduct>> known = new ConcurrentHashMap<>();
    private final Map<BoardCut, Optional<MigLayout>> laid = new ConcurrentHashMap<>();

    /** The product of a node's label; empty where the catalogue does not know it. */
    Optional<MigProduct> product(String label) {
        return known.computeIfAbsent(label, MigProducts.bundled()::byLabel);
    }

    /** The product of a device as its exporter names it. */
    Optional<MigProduct> model(String name) {
        return known.computeIfAbsent(name, MigProducts.bundled()::byModel);
    }

    /** An empty GPU cut into some instances; empty where they fit on none. */
    Optional<MigLayout> layout(MigProduct product, InstanceCombination instances) {
        if (laid.size() > REMEMBERED) {
            laid.clear();
        }
        return laid.computeIfAbsent(new BoardCut(product.id(), instances),
                _ -> MigGeometry.of(product).place(instances) instanceof PlacementAttempt.PlacedInstances(var layout)
                        ? Optional.of(layout)
                        : Optional.empty());
    }

    /** What is remembered makes no difference to any answer. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MigPlaces;
    }

    @Override
    public int hashCode() {
        return MigPlaces.class.hashCode();
    }

    @Override
    public String toString() {
        return "MigPlaces";
    }
}
