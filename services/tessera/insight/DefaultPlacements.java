package tessera.insight;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.InstanceCombination;
import tessera.mig.MigLayout;
import tessera.mig.MigPlacement;
import tessera.mig.MigProduct;
import tessera.mig.MigProfile;
import tessera.model.reading.NodeReadings;

/**
 * Where a driver usually puts the MIG instances of one node's GPUs.
 *
 * @param product what the GPUs are; empty where the catalogue does not know them, or none is cut
 */
record DefaultPlacements(MigPlaces places, Optional<MigProduct> product) {

    /** On the GPUs of a node, which its label names or else its exporter. */
    static DefaultPlacements of(GpuNode node, @Nullable NodeReadings readings) {
        boolean mig = node.groups().stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.MIG);
        if (!mig && (readings == null || readings.devices().stream().noneMatch(device -> device.cut()))) {
            return new DefaultPlacements(node.places(), Optional.empty());
        }
        return new DefaultPlacements(node.places(), node.places().product(node.label())
                .or(() -> readings == null || readings.devices().isEmpty()
                        ? Optional.empty()
                        : node.places().model(readings.devices().getFirst().model())));
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
        return places.layout(product.get(), InstanceCombination.of(instances));
    }

    /**
     * Where each of some instances of a GPU lies, those of one size in the order in which they are named.
     *
     * @return as many as there are instances, or none where that is not known
     */
    List<MigPlacement> of(List<String> profiles) {
        var layout = layout(profiles);
        if (layout.isEmpty()) {
            return List.of();
        }
        var open = new HashMap<MigProfile, Deque<MigPlacement>>();
        layout.get().instances().forEach(instance -> open
                .computeIfAbsent(instance.profile(), _ -> new ArrayDeque<>()).add(instance.placement()));
        var found = new ArrayList<MigPlacement>();
        for (var name : profiles) {
            MigProfile.parse(name).map(MigProfile::gpuInstance).map(open::get)
                    .ifPresent(queue -> found.add(queue.removeFirst()));
        }
        return found;
    }
}
