package tessera.insight;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.Combination;
import tessera.mig.MigGeometry;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.mig.Placement;
import tessera.mig.Placing;
import tessera.model.reading.NodeReadings;

/**
 * Where a driver usually puts the MIG instances of a node's GPUs. Remembers what it worked out, since most GPUs of a node
 * are cut alike. One thread.
 */
final class UsualPlaces {

    private static final MigProducts PRODUCTS = MigProducts.bundled();

    private final Optional<MigProduct> product;
    private final Map<Combination, Optional<MigLayout>> known = new HashMap<>();

    private UsualPlaces(Optional<MigProduct> product) {
        this.product = product;
    }

    /** On the GPUs of a node, which its label names or else its exporter. */
    static UsualPlaces of(GpuNode node, @Nullable NodeReadings readings) {
        boolean mig = node.groups().stream().anyMatch(group -> group.form() == GpuGroup.Form.MIG);
        if (!mig && (readings == null || readings.devices().stream().noneMatch(device -> device.cut()))) {
            return new UsualPlaces(Optional.empty());
        }
        return new UsualPlaces(PRODUCTS.byLabel(node.label())
                .or(() -> readings == null || readings.devices().isEmpty()
                        ? Optional.empty()
                        : PRODUCTS.byModel(readings.devices().getFirst().model())));
    }

    /** What the GPUs are; empty where the catalogue does not know them. */
    Optional<MigProduct> product() {
        return product;
    }

    /** A GPU with these instances; empty where it is not known where they lie, or they fit on no GPU. */
    Optional<MigLayout> layout(List<String> profiles) {
        if (product.isEmpty() || !product.get().placementsKnown()) {
            return Optional.empty();
        }
        var instances = new ArrayList<MigProfile>();
        for (var name : profiles) {
            var profile = MigProfile.parse(name);
            if (profile.isEmpty()) {
                return Optional.empty();
            }
            instances.add(profile.get().gpuInstance());
        }
        return known.computeIfAbsent(Combination.of(instances), wanted -> place(product.get(), wanted));
    }

    private static Optional<MigLayout> place(MigProduct product, Combination wanted) {
        return MigGeometry.of(product).place(wanted) instanceof Placing.Placed(var layout)
                ? Optional.of(layout)
                : Optional.empty();
    }

    /**
     * Where each of some instances of a GPU lies, those of one size in the order in which they are named.
     *
     * @return as many as there are instances, or none where that is not known
     */
    List<Placement> of(List<String> profiles) {
        var layout = layout(profiles);
        if (layout.isEmpty()) {
            return List.of();
        }
        var open = new HashMap<MigProfile, Deque<Placement>>();
        layout.get().instances().forEach(instance -> open
                .computeIfAbsent(instance.profile(), profile -> new ArrayDeque<>()).add(instance.placement()));
        var places = new ArrayList<Placement>();
        for (var name : profiles) {
            MigProfile.parse(name).map(MigProfile::gpuInstance).map(open::get)
                    .ifPresent(queue -> places.add(queue.removeFirst()));
        }
        return places;
    }
}
