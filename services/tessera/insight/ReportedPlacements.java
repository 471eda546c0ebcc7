package tessera.insight;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;

/**
 * Where the MIG instances of a node's GPUs lie, told by somebody who knows.
 *
 * @param teller    e.g. {@code nvidia-smi in gpu-operator/nvidia-mig-manager-x7k2p}; empty when nobody told anything
 * @param at        when it was told
 * @param instances of all GPUs of the node that it told of
 */
public record ReportedPlacements(String teller, Instant at, List<ReportedInstance> instances) {

    /** Nobody told anything. */
    public static final ReportedPlacements NOTHING = new ReportedPlacements("", Instant.EPOCH, List.of());

    /**
     * An instance that exists.
     *
     * @param gpu   the number of its GPU; −1 where it is not told
     * @param board the identity of its GPU; empty where it is not told
     * @param id    the driver's number of the instance; −1 where it is not told
     */
    public record ReportedInstance(int gpu, String board, MigProfile profile, int id, MigPlacement placement) {

        /** Whether it is on a GPU. */
        private boolean on(GpuDevice device) {
            var measured = device.measured();
            if (board.isEmpty() || measured == null || measured.uuid().isEmpty()) {
                return gpu >= 0 && gpu == device.index();
            }
            return board.equals(measured.uuid());
        }
    }

    public ReportedPlacements {
        instances = List.copyOf(instances);
    }

    /** Whether anything was told. */
    public boolean any() {
        return !teller.isEmpty();
    }

    /** Where each of some instances of a GPU lies. */
    public record MatchedPlacements(List<MigPlacement> placements, boolean byNumber) {
        public MatchedPlacements {
            placements = List.copyOf(placements);
        }
    }

    /**
     * Where each of some instances of a GPU lies; empty where what was told is about other instances.
     *
     * @param board     the GPU
     * @param instances what is on it
     */
    Optional<MatchedPlacements> of(GpuDevice board, List<GpuDevice> instances) {
        var mine = new ArrayList<>(this.instances.stream().filter(told -> told.on(board))
                .sorted(Comparator.comparing(ReportedInstance::placement)).toList());
        if (mine.size() != instances.size()) {
            return Optional.empty();
        }
        boolean numbered = mine.stream().allMatch(told -> told.id() >= 0)
                && instances.stream().allMatch(instance -> instance.instance() != null);
        var found = new ArrayList<MigPlacement>();
        for (var instance : instances) {
            var told = take(mine, instance, numbered);
            if (told == null) {
                return Optional.empty();
            }
            found.add(told.placement());
        }
        return Optional.of(new MatchedPlacements(found, numbered));
    }

    private static @Nullable ReportedInstance take(List<ReportedInstance> from, GpuDevice instance, boolean numbered) {
        var profile = MigProfile.parse(instance.profile()).map(MigProfile::gpuInstance);
        var reported = instance.instance();
        for (var told : from) {
            if (profile.filter(told.profile().gpuInstance()::equals).isPresent()
                    && (!numbered || (reported != null && reported.id() == told.id()))) {
                from.remove(told);
                return told;
            }
        }
        return null;
    }
}
