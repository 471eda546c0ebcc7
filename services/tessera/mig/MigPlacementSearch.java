package tessera.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tessera.mig.MigPartitionBuilder.ProfilePlacement;

/** Searches the possible placements of instances on a board. All are exact; boards are small enough. */
final class MigPlacementSearch {

    private static final Comparator<ProfilePlacement> BY_START = Comparator.comparing(ProfilePlacement::placement);

    private final MigPartitionBuilder partitionBuilder;

    /** @param partitionBuilder searched in place, and as it was when a search returns, unless the search says otherwise */
    MigPlacementSearch(MigPartitionBuilder partitionBuilder) {
        this.partitionBuilder = partitionBuilder;
    }

    /** Visits the board with every set of instances that may be added, each once, the empty set included. */
    void visitLayouts(Consumer<MigPartitionBuilder> visitor) {
        visitLayouts(partitionBuilder.fittingPieces().stream().sorted(BY_START).toList(), 0, visitor);
    }

    private void visitLayouts(List<ProfilePlacement> pieces, int from, Consumer<MigPartitionBuilder> visitor) {
        visitor.accept(partitionBuilder);
        for (int at = from; at < pieces.size(); at++) {
            var placement = pieces.get(at);
            if (partitionBuilder.canPlace(placement.profile(), placement.placement())) {
                partitionBuilder.add(placement.toPlacedInstance());
                visitLayouts(pieces, at + 1, visitor);
                partitionBuilder.removeLast();
            }
        }
    }

    /** Returns the maximum number of compute slices that further instances can still use. */
    int maxComputeSlices() {
        var pieces = partitionBuilder
                .fittingPieces().stream().sorted(Comparator
                        .comparingInt((ProfilePlacement placement) -> placement.profile().computeSlices()).reversed())
                .toList();
        return maxComputeSlices(pieces, 0, 0, 0);
    }

    private int maxComputeSlices(List<ProfilePlacement> pieces, int from, int gained, int best) {
        int maximum = Math.max(best, gained);
        for (int at = from; at < pieces.size() && gained + computeBound() > maximum; at++) {
            var placement = pieces.get(at);
            if (partitionBuilder.canPlace(placement.profile(), placement.placement())) {
                partitionBuilder.add(placement.toPlacedInstance());
                maximum = maxComputeSlices(pieces, at + 1, gained + placement.profile().computeSlices(), maximum);
                partitionBuilder.removeLast();
            }
        }
        return maximum;
    }

    /** Returns an upper bound: no instance has more compute slices than memory units. */
    private int computeBound() {
        return Math.min(partitionBuilder.computeLeft(), partitionBuilder.memoryLeft());
    }

    /**
     * Adds instances, in this order where they are alike in nothing else, and leaves them on the board.
     *
     * @return whether there was a way; if not the board is as it was
     */
    boolean placeAll(List<GpuInstanceProfile> wanted) {
        return placeFrom(wanted, 0, new HashSet<>());
    }

    private record DeadEnd(int at, long occupied) {}

    private boolean placeFrom(List<GpuInstanceProfile> wanted, int at, Set<DeadEnd> deadEnds) {
        if (at == wanted.size()) {
            return true;
        }
        var state = new DeadEnd(at, partitionBuilder.usedMask());
        if (deadEnds.contains(state)) {
            return false;
        }
        for (var placement : placementsByHarm(wanted.get(at))) {
            partitionBuilder.add(new PlacedGpuInstance(wanted.get(at).profile(), placement));
            if (placeFrom(wanted, at + 1, deadEnds)) {
                return true;
            }
            partitionBuilder.removeLast();
        }
        deadEnds.add(state);
        return false;
    }

    /**
     * Returns the possible placements of a profile, ordered by the number of other placements they rule out, then by start.
     */
    List<MigPlacement> placementsByHarm(GpuInstanceProfile profile) {
        var open = new ArrayList<MigPlacement>();
        for (var placement : profile.placements()) {
            if (partitionBuilder.canPlace(profile, placement)) {
                open.add(placement);
            }
        }
        open.sort(Comparator.comparingInt(this::countRuledOut).thenComparing(Comparator.naturalOrder()));
        return open;
    }

    private int countRuledOut(MigPlacement placement) {
        int harm = 0;
        for (var profile : partitionBuilder.product().profiles()) {
            for (var other : profile.placements()) {
                harm += (other.bitMask() & partitionBuilder.usedMask()) == 0 && other.overlaps(placement) ? 1 : 0;
            }
        }
        return harm;
    }
}
