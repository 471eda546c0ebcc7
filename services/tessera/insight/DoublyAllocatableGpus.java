package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tessera.insight.GpuMosaicTile.AllocatableGpuPart;
import tessera.model.PodSummary;

/** The GPUs of a node that both a device plugin and claims allocate, with their holders by claims. */
record DoublyAllocatableGpus(GpuNode node) {

    /** Returns whether a claim has a board, which the device plugin does not know. */
    boolean isClaimed(int index, String uuid) {
        return node.isDoublyOffered() && node.claimedBoards().boards().stream()
                .anyMatch(board -> board.isHeld() && board.isBoard(index, uuid));
    }

    /** Returns the tiles of the device plugin with the pods whose claims hold the boards. */
    List<GpuMosaicTile> addClaimHolders(List<GpuMosaicTile> plugged) {
        if (!node.isDoublyOffered()) {
            return plugged;
        }
        var tiles = new ArrayList<>(plugged);
        for (var board : node.claimedBoards().boards()) {
            var pods = DraPublishedGpu.usersOf(board.claims(), node.info().pods());
            int at = pods.isEmpty() ? -1 : findTile(tiles, board);
            if (at >= 0) {
                tiles.set(at, withHolders(tiles.get(at), board, pods));
            }
        }
        return tiles;
    }

    private static int findTile(List<GpuMosaicTile> tiles, DraPublishedGpu board) {
        int known = firstIndex(tiles, tile -> {
            var device = tile.device();
            return board.isBoard(tile.index(), device == null ? "" : device.uuid());
        });
        if (known >= 0) {
            return known;
        }
        int free = firstIndex(tiles, tile -> tile.index() < 0 && !tile.isHeld());
        return free >= 0 ? free : firstIndex(tiles, tile -> tile.index() < 0);
    }

    private static int firstIndex(List<GpuMosaicTile> tiles, Predicate<GpuMosaicTile> wanted) {
        for (int at = 0; at < tiles.size(); at++) {
            if (wanted.test(tiles.get(at))) {
                return at;
            }
        }
        return -1;
    }

    private static GpuMosaicTile withHolders(GpuMosaicTile tile, DraPublishedGpu board, List<PodSummary> pods) {
        var parts = new ArrayList<>(tile.parts());
        for (var pod : pods) {
            int free = parts.stream().map(AllocatableGpuPart::isHeld).toList().indexOf(false);
            if (free >= 0) {
                parts.set(free, parts.get(free).withHolder(pod));
            } else {
                parts.add(new AllocatableGpuPart("", board.driver().resource(), 0, 0, AllocatableGpuPart.NO_INSTANCE,
                        pod));
            }
        }
        if (tile.form() != GpuGroup.GpuAllocationForm.MIG) {
            double size = 1.0 / parts.size();
            for (int at = 0; at < parts.size(); at++) {
                parts.set(at, parts.get(at).movedTo(at * size, size));
            }
        }
        int index = tile.index() >= 0 ? tile.index() : board.number();
        return new GpuMosaicTile(tile.form(), tile.status(), index, tile.device(), parts, tile.board());
    }
}
