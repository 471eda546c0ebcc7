package tessera.gpu;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;

/**
 * The reported placements of MIG instances on a node's GPUs.
 *
 * @param source    e.g. {@code nvidia-smi in gpu-operator/nvidia-mig-manager-x7k2p}; empty when nobody told anything
 * @param at        when it was told
 * @param instances of all GPUs of the node that it told of
 */
public record ReportedMigPlacements(String source, Instant at, List<ReportedMigInstance> instances) {

    /** Nobody told anything. */
    public static final ReportedMigPlacements NOTHING = new ReportedMigPlacements("", Instant.EPOCH, List.of());

    /**
     * A reported MIG instance.
     *
     * @param gpu   the number of its GPU; −1 where it is not told
     * @param gpuUuid the identity of its GPU; empty where it is not told
     * @param id    the driver's number of the instance; −1 where it is not told
     */
    public record ReportedMigInstance(int gpu, String gpuUuid, MigProfile profile, int id, MigPlacement placement) {

        /** Returns whether it is on a GPU. */
        private boolean isOn(GpuDevice device) {
            var deviceReadings = device.readings();
            if (gpuUuid.isEmpty() || deviceReadings == null || deviceReadings.uuid().isEmpty()) {
                return gpu >= 0 && gpu == device.index();
            }
            return gpuUuid.equals(deviceReadings.uuid());
        }
    }

    public ReportedMigPlacements {
        instances = List.copyOf(instances);
    }

    /** Returns the placements that the ResourceSlices of a node publish; nothing where they do not tell all of them. */
    static ReportedMigPlacements publishedBy(GpuNode node, Instant at) {
        var told = new ArrayList<ReportedMigInstance>();
        var drivers = new TreeSet<String>();
        for (var gpu : node.claimedBoards().gpus()) {
            for (var part : gpu.parts()) {
                var device = part.device().device();
                var units = DraPublishedGpu.memorySlices(device);
                var profile = MigProfile.parse(gpu.driver().profile(device));
                if (profile.isEmpty() || units.isEmpty() || units.last() - units.first() != units.size() - 1) {
                    return NOTHING;
                }
                drivers.add(gpu.driver().name());
                told.add(new ReportedMigInstance(gpu.number(), gpu.uuid(), profile.get(), -1,
                        new MigPlacement(units.first(), units.size())));
            }
        }
        if (told.isEmpty()) {
            return NOTHING;
        }
        return new ReportedMigPlacements("the ResourceSlices of " + String.join(", ", drivers), at, told);
    }

    /** Returns whether any placement was reported. */
    public boolean hasAny() {
        return !source.isEmpty();
    }

    /** The placements of some instances of a GPU. */
    public record GpuInstancePlacements(List<MigPlacement> placements, boolean byNumber) {
        public GpuInstancePlacements {
            placements = List.copyOf(placements);
        }
    }

    /**
     * Returns the placement of each of some instances of a GPU; empty if the report is about other instances.
     *
     * @param gpuDevice     the GPU
     * @param instances what is on it
     */
    Optional<GpuInstancePlacements> matchPlacements(GpuDevice gpuDevice, List<GpuDevice> instances) {
        var mine = new ArrayList<>(this.instances.stream().filter(reportedInstance -> reportedInstance.isOn(gpuDevice))
                .sorted(Comparator.comparing(ReportedMigInstance::placement)).toList());
        if (mine.size() != instances.size()) {
            return Optional.empty();
        }
        boolean numbered = mine.stream().allMatch(reportedInstance -> reportedInstance.id() >= 0)
                && instances.stream().allMatch(instance -> instance.instance() != null);
        var found = new ArrayList<MigPlacement>();
        for (var instance : instances) {
            var reportedInstance = takeMatch(mine, instance, numbered);
            if (reportedInstance == null) {
                return Optional.empty();
            }
            found.add(reportedInstance.placement());
        }
        return Optional.of(new GpuInstancePlacements(found, numbered));
    }

    private static @Nullable ReportedMigInstance takeMatch(List<ReportedMigInstance> from, GpuDevice instance,
            boolean numbered) {
        var profile = MigProfile.parse(instance.profile()).map(MigProfile::gpuInstance);
        var reported = instance.instance();
        for (var reportedInstance : from) {
            if (profile.filter(reportedInstance.profile().gpuInstance()::equals).isPresent()
                    && (!numbered || (reported != null && reported.id() == reportedInstance.id()))) {
                from.remove(reportedInstance);
                return reportedInstance;
            }
        }
        return null;
    }
}
