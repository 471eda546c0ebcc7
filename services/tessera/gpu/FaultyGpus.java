package tessera.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.model.reading.DeviceReadings;
import tessera.text.SentenceJoiner;

/**
 * The GPUs of a node that critical signs speak against: those that a sign names, or all of them where a sign of the GPUs
 * or of their fabric names none. A sign of another part of the node condemns no GPU.
 *
 * @param faultsByGpu     what is wrong with a GPU, by its number, UUID or PCI address
 * @param wholeNodeFault     what is wrong with all GPUs of the node; empty where signs name GPUs
 * @param otherFaults    what signs say that condemns no GPU which is handed out: of the node, or of the withheld GPUs
 * @param free      how many of these GPUs nobody holds
 * @param freeUnits the units of each resource that lie on them and nobody holds
 * @param located   whether it is known which of the node's GPUs they are, as far as that counts
 */
record FaultyGpus(Map<String, String> faultsByGpu, String wholeNodeFault, List<String> otherFaults, long free,
        Map<String, Long> freeUnits, boolean located) {

    static final FaultyGpus NONE = new FaultyGpus(Map.of(), "", List.of(), 0, Map.of(), true);

    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int ADDRESS = 5;

    FaultyGpus {
        faultsByGpu = Map.copyOf(faultsByGpu);
        otherFaults = List.copyOf(otherFaults);
        freeUnits = Map.copyOf(freeUnits);
    }

    static boolean isNamed(DeviceReadings device, String key) {
        return device.uuid().equals(key) || Integer.toString(device.index()).equals(key) || (key.length() == ADDRESS
                && (":" + device.bus()).toLowerCase(Locale.ROOT).contains(":" + key.toLowerCase(Locale.ROOT)));
    }

    /** Returns these with how many of them nobody holds. */
    FaultyGpus counted(List<NodeGpuAllocationGroup> groups, List<GpuHeatmapTile> tiles) {
        // One that may be among the free ones is not handed out as if it were not.
        var marked = Stream.concat(tiles.stream().filter(tile -> tile.status() == GpuTileStatus.FAULTY),
                candidates(tiles).stream().filter(tile -> !tile.isHeld()).limit(unmarked(tiles))).toList();
        var units = new HashMap<String, Long>();
        marked.stream().flatMap(tile -> tile.parts().stream()).filter(part -> !part.isHeld())
                .map(AllocatableGpuPart::resource).forEach(resource -> units.merge(resource, 1L, Long::sum));
        boolean held = tiles.stream().anyMatch(GpuHeatmapTile::isHeld);
        if (!wholeNodeFault.isEmpty()) {
            var all = new HashMap<String, Long>();
            groups.stream().flatMap(group -> group.uses().stream())
                    .forEach(use -> all.put(use.resource(), Long.MAX_VALUE));
            return new FaultyGpus(faultsByGpu, wholeNodeFault, otherFaults, Long.MAX_VALUE, all, true);
        }
        return new FaultyGpus(faultsByGpu, "", otherFaults, marked.stream().filter(tile -> !tile.isHeld()).count(),
                units, !held || unlocated(tiles).isEmpty());
    }

    boolean isEmpty() {
        return faultsByGpu.isEmpty() && wholeNodeFault.isEmpty() && otherFaults.isEmpty();
    }

    /**
     * Returns the tiles with those of these GPUs marked. A GPU that no tile is known to be marks one only where the tiles
     * that it may be are alike, so that no tile shows, and no holder gets, a fault by guess.
     */
    List<GpuHeatmapTile> mark(List<GpuHeatmapTile> tiles) {
        if (faultsByGpu.isEmpty() && wholeNodeFault.isEmpty()) {
            return tiles;
        }
        var candidates = candidates(tiles);
        boolean alike = candidates.stream().map(GpuHeatmapTile::parts).distinct().count() == 1;
        long left = alike ? unmarked(tiles) : 0;
        var marked = new ArrayList<GpuHeatmapTile>();
        for (var tile : tiles) {
            boolean any = left > 0 && candidates.contains(tile);
            if (any) {
                left--;
            }
            boolean faulty = any || isNamed(tile.index(), tile.device()) || !wholeNodeFault.isEmpty();
            marked.add(faulty && tile.status() == GpuTileStatus.USABLE ? tile.withStatus(GpuTileStatus.FAULTY) : tile);
        }
        return marked;
    }

    /** Returns the tiles that a GPU may be which no tile is known to be. */
    private static List<GpuHeatmapTile> candidates(List<GpuHeatmapTile> tiles) {
        return tiles.stream().filter(tile -> tile.index() < 0 && tile.status() == GpuTileStatus.USABLE).toList();
    }

    /** Returns how many of the GPUs that signs name no tile shows as sick. */
    private long unmarked(List<GpuHeatmapTile> tiles) {
        return Math.max(0,
                unlocated(tiles).size() - tiles.stream()
                        .filter(tile -> tile.index() < 0
                                && (tile.status() == GpuTileStatus.UNHEALTHY || tile.status() == GpuTileStatus.FAULTY))
                        .count());
    }

    private List<String> unlocated(List<GpuHeatmapTile> tiles) {
        return faultsByGpu.keySet().stream().filter(key -> isOfNoTile(key, tiles)).toList();
    }

    private static boolean isOfNoTile(String key, List<GpuHeatmapTile> tiles) {
        return tiles.stream().noneMatch(tile -> tile.index() >= 0 && isKey(key, tile.index(), tile.device()));
    }

    /** Returns whether a sign names the GPU. */
    boolean isNamed(int index, @Nullable DeviceReadings device) {
        return index >= 0 && faultsByGpu.keySet().stream().anyMatch(key -> isKey(key, index, device));
    }

    private static boolean isKey(String key, int index, @Nullable DeviceReadings device) {
        if (device == null) {
            return Integer.toString(index).equals(key);
        }
        return isNamed(device, key);
    }

    /** Returns what is wrong with a GPU; of one without a number, what is wrong with any that a sign names. */
    String reasonText(int index, @Nullable DeviceReadings device) {
        return Stream
                .concat(faultsByGpu.entrySet().stream().filter(each -> index < 0 || isKey(each.getKey(), index, device))
                        .map(each -> index < 0 ? gpuName(each.getKey()) + ": " + each.getValue() : each.getValue())
                        .sorted(), Stream.of(wholeNodeFault).filter(text -> !text.isEmpty()))
                .distinct().collect(SentenceJoiner.toClauses());
    }

    private static String gpuName(String key) {
        if (NUMBER.matcher(key).matches()) {
            return "GPU " + key;
        }
        return key.length() == ADDRESS && key.indexOf(':') > 0 ? "GPU at PCI " + key : key;
    }

    /** Returns all that signs say, of these GPUs first. */
    List<String> reasonTexts() {
        return Stream.concat(gpuReasonTexts().stream(), otherFaults.stream()).toList();
    }

    /** Returns what is wrong with these GPUs, each reason behind those that it is about, e.g. {@code GPU 3: XID 79}. */
    List<String> gpuReasonTexts() {
        var byReason = new LinkedHashMap<String, List<String>>();
        faultsByGpu.keySet().stream().sorted(Comparator.comparingInt(String::length).thenComparing(key -> key))
                .forEach(key -> addByReason(key, byReason));
        return Stream.concat(Stream.of(wholeNodeFault).filter(text -> !text.isEmpty()),
                byReason.entrySet().stream().map(FaultyGpus::faultText)).toList();
    }

    private void addByReason(String key, Map<String, List<String>> byReason) {
        byReason.computeIfAbsent(faultsByGpu.getOrDefault(key, ""), _ -> new ArrayList<>()).add(key);
    }

    private static String faultText(Map.Entry<String, List<String>> each) {
        return gpuName(each.getValue().getFirst()) + each.getValue().stream().skip(1)
                .map(key -> ", " + (NUMBER.matcher(key).matches() ? key : gpuName(key))).collect(Collectors.joining())
                + ": " + each.getKey();
    }
}
