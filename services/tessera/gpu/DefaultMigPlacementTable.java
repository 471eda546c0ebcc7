package tessera.gpu;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayout;
import tessera.mig.MigLayoutFinder;
import tessera.mig.MigPlacementResult;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;

/**
 * The default placements of MIG instances by product. Remembers what it worked out, since most GPUs of a fleet are cut alike.
 *
 * <p>Safe for use by several threads.
 */
public final class DefaultMigPlacementTable {

    /** More ways to cut than a fleet has. */
    private static final int REMEMBERED = 4096;

    private record GpuProductInstanceCombination(String product, MigInstanceCombination instances) {}

    private final Map<String, Optional<MigProduct>> productsByName = new ConcurrentHashMap<>();
    private final Map<GpuProductInstanceCombination, Optional<MigLayout>> laid = new ConcurrentHashMap<>();

    /** Returns the product of a node's label; empty if the catalogue does not know it. */
    Optional<MigProduct> productOf(String label) {
        return productsByName.computeIfAbsent(label, MigProductCatalog.bundled()::findByLabel);
    }

    /** Returns the product of a device by its exporter's model name. */
    Optional<MigProduct> productOfModel(String name) {
        return productsByName.computeIfAbsent(name, MigProductCatalog.bundled()::findByModel);
    }

    /** Returns the layout of an empty GPU with some instances; empty if they do not fit. */
    Optional<MigLayout> findLayout(MigProduct product, MigInstanceCombination instances) {
        if (laid.size() > REMEMBERED) {
            laid.clear();
        }
        return laid.computeIfAbsent(new GpuProductInstanceCombination(product.id(), instances),
                _ -> MigLayoutFinder.of(product)
                        .placeOnEmptyGpu(instances) instanceof MigPlacementResult.PlacementFound(var layout)
                                ? Optional.of(layout)
                                : Optional.empty());
    }

    /** What is remembered makes no difference to any answer. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DefaultMigPlacementTable;
    }

    @Override
    public int hashCode() {
        return DefaultMigPlacementTable.class.hashCode();
    }

    @Override
    public String toString() {
        return "MigPlaces";
    }
}
