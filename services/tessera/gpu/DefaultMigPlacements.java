package tessera.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayout;
import tessera.mig.MigPlacement;
import tessera.mig.MigProduct;
import tessera.mig.MigProfile;
import tessera.model.reading.NodeReadings;

/**
 * The default placements of MIG instances on the GPUs of one node.
 *
 * @param product what the GPUs are; empty where the catalogue does not know them, or none is cut
 */
record DefaultMigPlacements(DefaultMigPlacementTable placementTable, Optional<MigProduct> product) {

    /** Returns the default placements for the GPU product that the node's label or else its exporter names. */
    static DefaultMigPlacements of(GpuNode node, @Nullable NodeReadings readings) {
        boolean mig = node.groups().stream()
                .anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG);
        if (!mig && (readings == null || readings.devices().stream().noneMatch(device -> device.isPartitioned()))) {
            return new DefaultMigPlacements(node.placementTable(), Optional.empty());
        }
        return new DefaultMigPlacements(node.placementTable(),
                node.placementTable().productOf(node.label())
                        .or(() -> readings == null || readings.devices().isEmpty() ? Optional.empty()
                                : node.placementTable().productOfModel(readings.devices().getFirst().model())));
    }

    /** Returns a GPU with these instances; empty if their placement is unknown or they fit on no GPU. */
    Optional<MigLayout> findLayout(List<String> profiles) {
        if (product.isEmpty() || !product.get().hasKnownPlacements()) {
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
        return placementTable.findLayout(product.get(), MigInstanceCombination.of(instances));
    }

    /**
     * Returns the placement of each of some instances of a GPU, those of one size in the given order.
     *
     * @return as many as there are instances, or none where that is not known
     */
    List<MigPlacement> placementsOf(List<String> profiles) {
        var layout = findLayout(profiles);
        if (layout.isEmpty()) {
            return List.of();
        }
        var open = new HashMap<MigProfile, Deque<MigPlacement>>();
        for (var instance : layout.get().instances()) {
            open.computeIfAbsent(instance.profile(), _ -> new ArrayDeque<>()).add(instance.placement());
        }
        var found = new ArrayList<MigPlacement>();
        for (var name : profiles) {
            MigProfile.parse(name).map(MigProfile::gpuInstance).map(open::get)
                    .ifPresent(queue -> found.add(queue.removeFirst()));
        }
        return found;
    }
}
