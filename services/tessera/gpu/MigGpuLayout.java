package tessera.gpu;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigPlacement;
import tessera.mig.MigProduct;
import tessera.mig.MigSliceMap;
import tessera.model.reading.DeviceReadings;

/**
 * The layout of one MIG GPU, and its certainty.
 *
 * @param node     where it is
 * @param index    its number on the node; −1 where it is not known which GPU this is
 * @param gpus     how many GPUs the instances are on; more than 1 where it is not known on which of them each is
 * @param deviceReadings what is reported of the board; null when that is nothing
 * @param product  what it is; empty where the catalogue does not know it
 * @param instances   its instances: by place where they have one, else as they are told
 * @param map      what of it is in use, free and dead; empty where places are not known
 * @param source   where this comes from
 */
public record MigGpuLayout(GpuNode node, int index, int gpus, @Nullable DeviceReadings deviceReadings,
        Optional<MigProduct> product, List<MigLayoutInstance> instances, Optional<MigSliceMap> map,
        MigLayoutSource source) {

    /**
     * A MIG instance with its placement, if known.
     *
     * @param device    with what is measured of it, and who holds it
     * @param placement the memory units it occupies; null where that is not known
     */
    public record MigLayoutInstance(GpuDevice device, @Nullable MigPlacement placement) {

        /** Returns the first memory unit that it occupies; 0 if unknown. */
        public int startUnit() {
            return placement == null ? 0 : placement.start();
        }

        /** Whether it is known that a pod holds it. */
        public boolean isHeld() {
            return !device.knownHolders().isEmpty();
        }

        /** Whether a pod may hold it, and nobody tells. */
        public boolean unsure() {
            return !isHeld() && !device.possibleHolders().isEmpty();
        }
    }

    /** The certainty of a layout. */
    public enum MigLayoutCertainty {
        /** Told with the places of all instances by the GPU's driver. */
        EXACT,
        /** Instances as the exporter reports them for this GPU; their places as a driver usually chooses them. */
        DERIVED_FROM_METRICS,
        /** Instances as the configuration says that the node's MIG manager applied; their places as a driver chooses them. */
        DERIVED_FROM_CONFIGURATION,
        /** Instances that are counted for the whole node, divided among its GPUs. */
        DERIVED_FROM_LABELS,
        /** Nothing tells it. */
        UNKNOWN
    }

    /**
     * The source of a layout.
     *
     * @param sentence the same for people, with what must not be taken for known
     */
    public record MigLayoutSource(MigLayoutCertainty certainty, String sentence) {}

    public MigGpuLayout {
        instances = List.copyOf(instances);
    }

    public long heldInstances() {
        return instances.stream().filter(MigLayoutInstance::isHeld).count();
    }

    /** Whether more of its instances may be held than it is known of. */
    public boolean unsure() {
        return instances.stream().anyMatch(MigLayoutInstance::unsure);
    }

    /** Returns whether the placement of its instances is known or derived. */
    public boolean isPlaced() {
        return map.isPresent();
    }

    /** Returns the nominal memory of the GPU; 0 if unknown. */
    public int gigabytes() {
        if (node.migProduct().gigabytes() > 0) {
            return node.migProduct().gigabytes();
        }
        return product.stream().flatMap(migProduct -> migProduct.profiles().stream())
                .mapToInt(profile -> profile.profile().gigabytes()).max().orElse(0);
    }
}
