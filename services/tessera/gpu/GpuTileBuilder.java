package tessera.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.mig.MigProfile;
import tessera.model.NodeResourceUse;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;

/** The layout of one GPU under construction. */
final class GpuTileBuilder {

    /** Less of a board is a remainder of arithmetic. */
    private static final double LEAST = 0.001;

    private final List<AllocatableGpuPart> parts = new ArrayList<>();
    private final @Nullable DeviceReadings device;
    private final int index;
    private Optional<NodeAnnotationGpuEntry> registeredEntry = Optional.empty();
    private int used;
    private int allocatedCount;
    private boolean shared;

    /**
     * @param index  its number on the node; −1 where that is not known
     * @param device what its exporter reports; null when it reports nothing
     */
    GpuTileBuilder(int index, @Nullable DeviceReadings device) {
        this.index = index;
        this.device = device;
    }

    int index() {
        return index;
    }

    @Nullable
    DeviceReadings device() {
        return device;
    }

    List<AllocatableGpuPart> parts() {
        return parts;
    }

    int usedUnits() {
        return used;
    }

    int heldParts() {
        return allocatedCount;
    }

    /** Sets the registered board that this GPU is. */
    void assignRegistered(NodeAnnotationGpuEntry annotationEntry) {
        registeredEntry = Optional.of(annotationEntry);
    }

    Optional<NodeAnnotationGpuEntry> registeredBoard() {
        return registeredEntry;
    }

    /** Returns whether pods hold measured parts of it from a GPU-sharing scheduler. */
    boolean isShared() {
        return shared;
    }

    /** Divides a part among its sharing pods by their measured sizes; the remainder stays free. */
    void addShares(int at, List<PodGpuShare> shares) {
        var whole = parts.remove(at);
        shared = true;
        double sum = shares.stream().mapToDouble(PodGpuShare::size).sum();
        double scale = sum > 1 ? 1 / sum : 1;
        double start = whole.start();
        int position = at;
        for (var share : shares) {
            double size = share.size() * scale * whole.size();
            parts.add(position++,
                    new AllocatableGpuPart(whole.name(), whole.resource(), start, size, whole.instance(), share.pod()));
            start += size;
        }
        double left = whole.start() + whole.size() - start;
        if (left > LEAST) {
            parts.add(position,
                    new AllocatableGpuPart(whole.name(), whole.resource(), start, left, whole.instance(), null));
        }
        allocatedCount += whole.isHeld() ? 0 : shares.size();
    }

    /** Returns the index of the part that a pod holds, −1 if it holds none. */
    int heldBy(PodSummary pod) {
        return findFirst(part -> pod.equals(part.holder()));
    }

    /** Divides the GPU into equal shares. */
    void divide(String resource, int count) {
        double size = 1.0 / count;
        for (int part = 0; part < count; part++) {
            parts.add(new AllocatableGpuPart("", resource, part * size, size, AllocatableGpuPart.NO_INSTANCE, null));
        }
    }

    /** Adds an instance in the remaining space. */
    void addInstance(String name, String resource, int units, int instance) {
        double unit = 1.0 / MigProfile.UNITS;
        parts.add(new AllocatableGpuPart(name, resource, used * unit, units * unit, instance, null));
        used += units;
    }

    /** Divides it as its exporter reports, the largest instance first, as exporters do not report placements. */
    void cutAsReported(GpuNode node, List<NodeResourceUse> uses) {
        if (device == null) {
            return;
        }
        int gigabytes = node.migProduct().gigabytes();
        var instances = new ArrayList<>(device.instances());
        instances.sort(Comparator.comparingInt((MigInstanceReadings instance) -> memoryUnits(instance, gigabytes))
                .reversed().thenComparing(MigInstanceReadings::profile).thenComparingInt(MigInstanceReadings::id));
        for (var instance : instances) {
            int units = Math.min(memoryUnits(instance, gigabytes), MigProfile.UNITS - used);
            if (units > 0) {
                addInstance(instance.profile(), resourceName(MigProfile.parse(instance.profile()), uses), units,
                        instance.id());
            }
        }
    }

    /** Divides it as a configuration says, the largest instance first. */
    void cutAsConfigured(AppliedMigConfigInstances instances, GpuNode node, List<NodeResourceUse> uses) {
        int gigabytes = node.migProduct().gigabytes();
        instances.instancesOf(index).stream().flatMap(cut -> cut.profiles().stream())
                .sorted(Comparator.comparingInt((MigProfile profile) -> profile.memoryEighths(gigabytes)).reversed()
                        .thenComparing(MigProfile::name))
                .forEach(profile -> addInstance(profile.name(), resourceName(Optional.of(profile), uses),
                        profile.memoryEighths(gigabytes), AllocatableGpuPart.NO_INSTANCE));
    }

    /** Moves its instances to their default placements, as far as these are known. */
    void applyPlacements(DefaultMigPlacements defaultPlacements) {
        var places = defaultPlacements.placementsOf(profileNames());
        int units = defaultPlacements.product().flatMap(product -> product.memoryUnits().stream().boxed().findFirst())
                .orElse(0);
        for (int at = 0; at < places.size(); at++) {
            var placement = places.get(at);
            parts.set(at, parts.get(at).movedTo((double) placement.start() / units, (double) placement.size() / units));
        }
        parts.sort(Comparator.comparingDouble(AllocatableGpuPart::start));
    }

    private List<String> profileNames() {
        return parts.stream().map(AllocatableGpuPart::name).toList();
    }

    private static int memoryUnits(MigInstanceReadings instance, int gigabytes) {
        return MigProfile.parse(instance.profile()).orElse(MigProfile.SMALLEST).memoryEighths(gigabytes);
    }

    private static String resourceName(Optional<MigProfile> profile, List<NodeResourceUse> uses) {
        return uses.stream().map(NodeResourceUse::resource)
                .filter(resource -> profile.isPresent() && MigProfile.ofResource(resource).equals(profile)).findFirst()
                .orElse(uses.isEmpty() ? "" : uses.getFirst().resource());
    }

    /** Returns the holders that the exporter names for the parts of a resource, one for each part. */
    List<String> namedHolders(String resource) {
        if (device == null) {
            return List.of();
        }
        var keys = new ArrayList<String>();
        if (!device.isPartitioned()) {
            device.holders().forEach(holder -> keys.add(holder.holderKey()));
        }
        for (var instance : device.instances()) {
            var holder = instance.holder();
            int at = freeInstance(instance.id());
            if (holder != null && at >= 0 && parts.get(at).resource().equals(resource)) {
                keys.add(holder.holderKey());
            }
        }
        return keys;
    }

    /** Returns the index of the first free part of a resource, −1 if there is none. */
    int firstFree(String resource) {
        return findFirst(part -> !part.isHeld() && part.resource().equals(resource));
    }

    /** Returns the index of the free part that is an instance, −1 if there is none. */
    int freeInstance(int instance) {
        return findFirst(part -> !part.isHeld() && part.instance() == instance);
    }

    private int findFirst(Predicate<AllocatableGpuPart> wanted) {
        for (int part = 0; part < parts.size(); part++) {
            if (wanted.test(parts.get(part))) {
                return part;
            }
        }
        return -1;
    }

    void assignPart(int at, PodSummary pod) {
        parts.set(at, parts.get(at).withHolder(pod));
        allocatedCount++;
    }
}
