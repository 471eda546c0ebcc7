package tessera.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tessera.mig.MigBoard.BoardPiece;

/** Searches over the ways to put instances on a board. All are exact; boards are small enough. */
final class PlacementSearch {

    private static final Comparator<BoardPiece> BY_START = Comparator.comparing(BoardPiece::placement);

    private final MigBoard board;

    /** @param board searched in place, and as it was when a search returns, unless the search says otherwise */
    PlacementSearch(MigBoard board) {
        this.board = board;
    }

    /** Visits the board with every set of instances that may be added, each once, none included. */
    void everyLayout(Consumer<MigBoard> visitor) {
        everyLayout(board.fitting().stream().sorted(BY_START).toList(), 0, visitor);
    }

    private void everyLayout(List<BoardPiece> pieces, int from, Consumer<MigBoard> visitor) {
        visitor.accept(board);
        for (int at = from; at < pieces.size(); at++) {
            var piece = pieces.get(at);
            if (board.fits(piece.profile(), piece.placement())) {
                board.add(piece.placed());
                everyLayout(pieces, at + 1, visitor);
                board.removeLast();
            }
        }
    }

    /** The most compute slices that further instances can still use. */
    int mostCompute() {
        var pieces = board.fitting().stream()
                .sorted(Comparator.comparingInt((BoardPiece piece) -> piece.profile().computeSlices()).reversed())
                .toList();
        return mostCompute(pieces, 0, 0, 0);
    }

    private int mostCompute(List<BoardPiece> pieces, int from, int gained, int best) {
        int most = Math.max(best, gained);
        for (int at = from; at < pieces.size() && gained + reach() > most; at++) {
            var piece = pieces.get(at);
            if (board.fits(piece.profile(), piece.placement())) {
                board.add(piece.placed());
                most = mostCompute(pieces, at + 1, gained + piece.profile().computeSlices(), most);
                board.removeLast();
            }
        }
        return most;
    }

    /** No instance has more compute slices than memory units. */
    private int reach() {
        return Math.min(board.computeLeft(), board.memoryLeft());
    }

    /**
     * Adds some instances, in this order where they are alike in nothing else, and leaves them on the board.
     *
     * @return whether there was a way; if not the board is as it was
     */
    boolean place(List<InstanceProfile> wanted) {
        return place(wanted, 0, new HashSet<>());
    }

    private record Dead(int at, long taken) {}

    private boolean place(List<InstanceProfile> wanted, int at, Set<Dead> deadEnds) {
        if (at == wanted.size()) {
            return true;
        }
        var state = new Dead(at, board.taken());
        if (deadEnds.contains(state)) {
            return false;
        }
        for (var placement : leastHarmFirst(wanted.get(at))) {
            board.add(new PlacedInstance(wanted.get(at).profile(), placement));
            if (place(wanted, at + 1, deadEnds)) {
                return true;
            }
            board.removeLast();
        }
        deadEnds.add(state);
        return false;
    }

    /**
     * Where an instance of a size may lie now; first where it rules out the fewest other placements, then by start.
     */
    List<MigPlacement> leastHarmFirst(InstanceProfile profile) {
        var open = new ArrayList<MigPlacement>();
        for (var placement : profile.placements()) {
            if (board.fits(profile, placement)) {
                open.add(placement);
            }
        }
        open.sort(Comparator.comparingInt(this::harm).thenComparing(Comparator.naturalOrder()));
        return open;
    }

    private int harm(MigPlacement placement) {
        int harm = 0;
        for (var profile : board.product().profiles()) {
            for (var other : profile.placements()) {
                harm += (other.mask() & board.taken()) == 0 && other.overlaps(placement) ? 1 : 0;
            }
        }
        return harm;
    }
}
