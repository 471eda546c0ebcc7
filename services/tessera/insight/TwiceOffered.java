package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tessera.insight.GpuTile.TilePart;
import tessera.model.PodFacts;

/** The GPUs of a node that a device plugin hands out and claims do as well, with who has them by claims. */
record TwiceOffered(GpuNode node) {

    /** Whether a claim has a board, which the device plugin does not know. */
    boolean claims(int index, String uuid) {
        return node.offeredTwice() && node.claimed().boards().stream()
                .anyMatch(board -> board.held() && board.is(index, uuid));
    }

    /** The tiles of the device plugin with the pods whose claims have them; which one that is, claims tell. */
    List<GpuTile> held(List<GpuTile> plugged) {
        if (!node.offeredTwice()) {
            return plugged;
        }
        var tiles = new ArrayList<>(plugged);
        for (var board : node.claimed().boards()) {
            var pods = SliceBoard.users(board.claims(), node.info().pods());
            int at = pods.isEmpty() ? -1 : find(tiles, board);
            if (at >= 0) {
                tiles.set(at, held(tiles.get(at), board, pods));
            }
        }
        return tiles;
    }

    private static int find(List<GpuTile> tiles, SliceBoard board) {
        int known = first(tiles, tile -> {
            var device = tile.device();
            return board.is(tile.index(), device == null ? "" : device.uuid());
        });
        if (known >= 0) {
            return known;
        }
        int free = first(tiles, tile -> tile.index() < 0 && !tile.held());
        return free >= 0 ? free : first(tiles, tile -> tile.index() < 0);
    }

    private static int first(List<GpuTile> tiles, Predicate<GpuTile> wanted) {
        for (int at = 0; at < tiles.size(); at++) {
            if (wanted.test(tiles.get(at))) {
                return at;
            }
        }
        return -1;
    }

    private static GpuTile held(GpuTile tile, SliceBoard board, List<PodFacts> pods) {
        var parts = new ArrayList<>(tile.parts());
        for (var pod : pods) {
            int free = parts.stream().map(TilePart::held).toList().indexOf(false);
            if (free >= 0) {
                parts.set(free, parts.get(free).heldBy(pod));
            } else {
                parts.add(new TilePart("", board.driver().resource(), 0, 0, TilePart.NO_INSTANCE, pod));
            }
        }
        if (tile.form() != GpuGroup.GroupForm.MIG) {
            double size = 1.0 / parts.size();
            for (int at = 0; at < parts.size(); at++) {
                parts.set(at, parts.get(at).at(at * size, size));
            }
        }
        int index = tile.index() >= 0 ? tile.index() : board.number();
        return new GpuTile(tile.form(), tile.status(), index, tile.device(), parts, tile.board());
    }
}
