package tessera.mig;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * A GPU product that can be divided into MIG instances, and the profiles it offers.
 *
 * @param id            short name, e.g. {@code h100-80gb}
 * @param name          as its maker calls it
 * @param labels        patterns of the product label that GPU feature discovery writes
 * @param pciDevices    PCI device ids, four hexadecimal digits in upper case
 * @param computeSlices how many compute slices its instances share
 * @param memoryUnits   how many units instances are placed by; empty when not published
 * @param mediaPool     media engines that all instances share; empty on boards that have one media instance at the most
 * @param observed      whether the placements were seen on this product; otherwise they are those of its family
 * @param profiles      the sizes it offers; empty when not published
 */
public record MigProduct(String id, String name, List<String> labels, List<String> pciDevices, int computeSlices,
        OptionalInt memoryUnits, Optional<GpuMediaEngines> mediaPool, boolean observed,
        List<GpuInstanceProfile> profiles) {

    public MigProduct {
        labels = List.copyOf(labels);
        pciDevices = List.copyOf(pciDevices);
        profiles = List.copyOf(profiles);
    }

    /** Returns the product's instance profile of a name; empty when it offers none. */
    public Optional<GpuInstanceProfile> findProfile(MigProfile name) {
        return profiles.stream().filter(candidate -> candidate.profile().equals(name)).findFirst();
    }

    /** Returns the instance profile with an id of the driver. */
    public Optional<GpuInstanceProfile> findProfileById(int id) {
        return profiles.stream().filter(candidate -> candidate.id().orElse(-1) == id).findFirst();
    }

    /** Returns whether the placements of instances on this product are known. */
    public boolean hasKnownPlacements() {
        return memoryUnits.isPresent() && !profiles.isEmpty();
    }

    /** Returns this product with fewer profiles, e.g. only the plain ones. */
    public MigProduct retainProfiles(Predicate<GpuInstanceProfile> wanted) {
        return new MigProduct(id, name, labels, pciDevices, computeSlices, memoryUnits, mediaPool, observed,
                profiles.stream().filter(wanted).toList());
    }
}
