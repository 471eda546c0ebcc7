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

    private final MigPartitionBuilder board;

    /** @param board searched in place, and as it was when a search returns, unless the search says otherwise */
    MigPlacementSearch(MigPartitionBuilder board) {
        this.board = board;
    }

    /** Visits the board with every set of instances that may be added, each once, the empty set included. */
    void visitLayouts(Consumer<MigPartitionBuilder> visitor) {
        visitLayouts(board.fittingPieces().stream().sorted(BY_START).toList(), 0, visitor);
    }

    private void visitLayouts(List<ProfilePlacement> pieces, int from, Consumer<MigPartitionBuilder> visitor) {
        visitor.accept(board);
        for (int at = from; at < pieces.size(); at++) {
            var piece = pieces.get(at);
            if (board.canPlace(piece.profile(), piece.placement())) {
                board.add(piece.toPlacedInstance());
                visitLayouts(pieces, at + 1, visitor);
                board.removeLast();
            }
        }
    }

    /** Returns the maximum number of compute slices that further instances can still use. */
    int maxComputeSlices() {
        var pieces = board.fittingPieces().stream()
                .sorted(Comparator.comparingInt((ProfilePlacement piece) -> piece.profile().computeSlices()).reversed())
                .toList();
        return maxComputeSlices(pieces, 0, 0, 0);
    }

    private int maxComputeSlices(List<ProfilePlacement> pieces, int from, int gained, int best) {
        int maximum = Math.max(best, gained);
        for (int at = from; at < pieces.size() && gained + computeBound() > maximum; at++) {
            var piece = pieces.get(at);
            if (board.canPlace(piece.profile(), piece.placement())) {
                board.add(piece.toPlacedInstance());
                maximum = maxComputeSlices(pieces, at + 1, gained + piece.profile().computeSlices(), maximum);
                board.removeLast();
            }
        }
        return maximum;
    }

    /** Returns an upper bound: no instance has more compute slices than memory units. */
    private int computeBound() {
        return Math.min(board.computeLeft(), board.memoryLeft());
    }

    /**
     * Adds instances, in this order where they are alike in nothing else, and leaves them on the board.
     *
     * @return whether there was a way; if not the board is as it was
     */
    boolean placeAll(List<GpuInstanceProfile> wanted) {
        return placeFrom(wanted, 0, new HashSet<>());
    }

    private record DeadEnd(int at, long taken) {}

    private boolean placeFrom(List<GpuInstanceProfile> wanted, int at, Set<DeadEnd> deadEnds) {
        if (at == wanted.size()) {
            return true;
        }
        var state = new DeadEnd(at, board.usedMask());
        if (deadEnds.contains(state)) {
            return false;
        }
        for (var placement : placementsByHarm(wanted.get(at))) {
            board.add(new PlacedGpuInstance(wanted.get(at).profile(), placement));
            if (placeFrom(wanted, at + 1, deadEnds)) {
                return true;
            }
            board.removeLast();
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
            if (board.canPlace(profile, placement)) {
                open.add(placement);
            }
        }
        open.sort(Comparator.comparingInt(this::countRuledOut).thenComparing(Comparator.naturalOrder()));
        return open;
    }

    private int countRuledOut(MigPlacement placement) {
        int harm = 0;
        for (var profile : board.product().profiles()) {
            for (var other : profile.placements()) {
                harm += (other.bitMask() & board.usedMask()) == 0 && other.overlaps(placement) ? 1 : 0;
            }
        }
        return harm;
    }
}
