package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.model.PodSummary;

/** The GPUs of a node that both a device plugin and claims allocate, with their holders by claims. */
record DoublyAllocatableGpus(GpuNode node) {

    /** Returns whether a claim has a board, which the device plugin does not know. */
    boolean isClaimed(int index, String uuid) {
        return node.isDoublyOffered()
                && node.claimedBoards().gpus().stream().anyMatch(gpu -> gpu.isHeld() && gpu.isBoard(index, uuid));
    }

    /** Returns the tiles of the device plugin with the pods whose claims hold the boards. */
    List<GpuHeatmapTile> addClaimHolders(List<GpuHeatmapTile> plugged) {
        if (!node.isDoublyOffered()) {
            return plugged;
        }
        var tiles = new ArrayList<>(plugged);
        for (var gpu : node.claimedBoards().gpus()) {
            var pods = DraPublishedGpu.usersOf(gpu.claims(), node.info().pods());
            int at = pods.isEmpty() ? -1 : findTile(tiles, gpu);
            if (at >= 0) {
                tiles.set(at, withHolders(tiles.get(at), gpu, pods));
            }
        }
        return tiles;
    }

    private static int findTile(List<GpuHeatmapTile> tiles, DraPublishedGpu gpu) {
        int known = firstIndex(tiles, tile -> {
            var device = tile.device();
            return gpu.isBoard(tile.index(), device == null ? "" : device.uuid());
        });
        if (known >= 0) {
            return known;
        }
        int free = firstIndex(tiles, tile -> tile.index() < 0 && !tile.isHeld());
        return free >= 0 ? free : firstIndex(tiles, tile -> tile.index() < 0);
    }

    private static int firstIndex(List<GpuHeatmapTile> tiles, Predicate<GpuHeatmapTile> wanted) {
        for (int at = 0; at < tiles.size(); at++) {
            if (wanted.test(tiles.get(at))) {
                return at;
            }
        }
        return -1;
    }

    private static GpuHeatmapTile withHolders(GpuHeatmapTile tile, DraPublishedGpu gpu, List<PodSummary> pods) {
        var parts = new ArrayList<>(tile.parts());
        for (var pod : pods) {
            int free = parts.stream().map(AllocatableGpuPart::isHeld).toList().indexOf(false);
            if (free >= 0) {
                parts.set(free, parts.get(free).withHolder(pod));
            } else {
                parts.add(
                        new AllocatableGpuPart("", gpu.driver().resource(), 0, 0, AllocatableGpuPart.NO_INSTANCE, pod));
            }
        }
        if (tile.form() != NodeGpuAllocationGroup.GpuAllocationKind.MIG) {
            double size = 1.0 / parts.size();
            for (int at = 0; at < parts.size(); at++) {
                parts.set(at, parts.get(at).movedTo(at * size, size));
            }
        }
        int index = tile.index() >= 0 ? tile.index() : gpu.number();
        return new GpuHeatmapTile(tile.form(), tile.status(), index, tile.device(), parts, tile.annotationEntry());
    }
}
