package tessera.insight;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuLayout.Certainty;
import tessera.insight.GpuLayout.LayoutInstance;
import tessera.insight.GpuLayout.LayoutSource;
import tessera.insight.ReportedPlacements.MatchedPlacements;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProfile;
import tessera.mig.PlacedInstance;
import tessera.mig.SliceMap;
import tessera.model.reading.NodeReadings;

/**
 * Tells how the MIG GPUs of a node are cut from what its exporter reports, or else from what the node advertises. Where
 * instances lie neither says: they are put where a driver usually puts them, and nowhere on a product of which that is
 * not published.
 */
public final class MigLayouts {

    private static final String USUAL = "instances are drawn where the driver usually puts them";

    private final GpuNode node;
    private final DefaultPlacements usual;
    private final ReportedPlacements told;

    private MigLayouts(GpuNode node, @Nullable NodeReadings readings, ReportedPlacements told) {
        this.node = node;
        this.usual = DefaultPlacements.of(node, readings);
        this.told = told;
    }

    /** The MIG GPUs of a fleet, node by node. */
    public static List<GpuLayout> of(GpuFleet fleet) {
        var layouts = new ArrayList<GpuLayout>();
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().node(node.name());
            layouts.addAll(of(node, readings, GpuTiles.of(node, readings), fleet.readings().at()));
        }
        return layouts;
    }

    /**
     * The MIG GPUs of a node.
     *
     * @param tiles laid out with the same readings
     * @param now   the moment at which readings are fresh or not
     */
    public static List<GpuLayout> of(GpuNode node, @Nullable NodeReadings readings, List<GpuTile> tiles, Instant now) {
        return of(node, readings, tiles, now, ReportedPlacements.NOTHING);
    }

    /**
     * The MIG GPUs of a node of which somebody may have told where its instances lie. What he told counts only for a GPU
     * that has the same instances still.
     */
    public static List<GpuLayout> of(GpuNode node, @Nullable NodeReadings readings, List<GpuTile> tiles, Instant now,
            ReportedPlacements told) {
        var devices = GpuDevice.of(node, readings, tiles, now);
        boolean any = tiles.stream().anyMatch(tile -> tile.form() == GpuGroup.GroupForm.MIG)
                || devices.stream().anyMatch(GpuDevice::isInstance);
        return any ? new MigLayouts(node, readings, told).layouts(devices, tiles) : List.of();
    }

    private List<GpuLayout> layouts(List<GpuDevice> devices, List<GpuTile> tiles) {
        var layouts = new ArrayList<GpuLayout>();
        var untold = new ArrayList<LayoutInstance>();
        boolean divisible = divisible();
        boolean configured = configured(devices);
        for (int at = 0; at < devices.size(); at++) {
            var board = devices.get(at);
            int end = at + 1;
            while (end < devices.size() && devices.get(end).isInstance()) {
                end++;
            }
            var instances = devices.subList(at + 1, end);
            at = end - 1;
            if (instances.stream().anyMatch(instance -> instance.instance() != null)) {
                layouts.add(layout(board, instances, Certainty.DERIVED_FROM_METRICS));
            } else if (configured && node.boards().cuts().of(board.index()).isPresent()) {
                layouts.add(layout(board, instances, Certainty.DERIVED_FROM_CONFIGURATION));
            } else if (divisible && !instances.isEmpty()) {
                layouts.add(layout(board, instances, Certainty.DERIVED_FROM_LABELS));
            } else {
                instances.forEach(instance -> untold.add(new LayoutInstance(instance, null)));
            }
        }
        if (!untold.isEmpty()) {
            layouts.add(untold(untold));
        }
        tiles.stream().filter(tile -> !configured && tile.form() == GpuGroup.GroupForm.MIG && tile.parts().isEmpty())
                .forEach(tile -> layouts.add(silent(tile)));
        layouts.sort(Comparator.comparingInt(GpuLayout::index));
        return layouts;
    }

    private boolean configured(List<GpuDevice> devices) {
        return node.boards().cuts().any()
                && devices.stream().allMatch(device -> device.instance() == null && device.index() >= 0);
    }

    private GpuLayout layout(GpuDevice board, List<GpuDevice> instances, Certainty certainty) {
        return Optional.of(told).filter(ReportedPlacements::any).flatMap(known -> known.of(board, instances))
                .flatMap(matched -> exact(board, instances, matched))
                .orElseGet(() -> usual(board, instances, certainty));
    }

    /** Empty where a GPU of this product cannot be cut so, and the teller must mean something else. */
    private Optional<GpuLayout> exact(GpuDevice board, List<GpuDevice> instances, MatchedPlacements matched) {
        var pieces = new ArrayList<LayoutInstance>();
        var placed = new ArrayList<PlacedInstance>();
        for (int at = 0; at < instances.size(); at++) {
            var placement = matched.placements().get(at);
            pieces.add(new LayoutInstance(instances.get(at), placement));
            MigProfile.parse(instances.get(at).profile())
                    .ifPresent(profile -> placed.add(new PlacedInstance(profile.gpuInstance(), placement)));
        }
        pieces.sort(Comparator.comparingInt(LayoutInstance::start));
        boolean alike = instances.stream().map(GpuDevice::profile).distinct().count() < instances.size();
        var sentence = "Told exactly by " + told.teller() + "."
                + (alike && !matched.byNumber() ? " Which is which of those of one size is not told." : "");
        return usual.product().map(product -> new MigLayout(product, placed)).filter(MigLayout::legal)
                .map(layout -> new GpuLayout(node, board.index(), 1, board.measured(), usual.product(), pieces,
                        layout.map(), new LayoutSource(Certainty.EXACT, sentence)));
    }

    private GpuLayout usual(GpuDevice board, List<GpuDevice> instances, Certainty certainty) {
        var names = instances.stream().map(GpuDevice::profile).toList();
        var places = usual.of(names);
        var pieces = new ArrayList<LayoutInstance>();
        for (int at = 0; at < instances.size(); at++) {
            pieces.add(new LayoutInstance(instances.get(at), places.isEmpty() ? null : places.get(at)));
        }
        if (!places.isEmpty()) {
            pieces.sort(Comparator.comparingInt(LayoutInstance::start));
        }
        return new GpuLayout(node, board.index(), 1, board.measured(), usual.product(), pieces, map(names),
                new LayoutSource(certainty, sentence(certainty, !places.isEmpty() || names.isEmpty())
                        + (told.any() ? " What %s told does not fit it.".formatted(told.teller()) : "")));
    }

    private Optional<SliceMap> map(List<String> names) {
        return usual.layout(names).flatMap(MigLayout::map);
    }

    private String sentence(Certainty certainty, boolean placed) {
        var from = from(certainty);
        if (placed) {
            return from + USUAL + (usual.product().filter(MigProduct::observed).isPresent() ? "."
                    : ", known from products of its family.");
        }
        if (usual.product().isEmpty()) {
            return from + "where instances lie is not known, because the product is not.";
        }
        return from + (usual.product().get().placementsKnown()
                ? "these instances fit together on no GPU of this product, so they are only listed."
                : "where instances lie on this product is not published.");
    }

    private String from(Certainty certainty) {
        if (certainty == Certainty.DERIVED_FROM_METRICS) {
            return "Derived from metrics; ";
        }
        long gpus = gpus();
        if (certainty == Certainty.DERIVED_FROM_CONFIGURATION) {
            return "Derived from %s; %s".formatted(node.boards().cuts().teller(), gpus == 1 ? ""
                    : "which pod is on which of %d GPUs is not known, and ".formatted(gpus));
        }
        return "Guessed from what the node advertises" + (gpus == 1 ? "; "
                : ", as if its %d MIG GPUs were cut alike; which pod is on which of them is not known, and "
                        .formatted(gpus));
    }

    /** All instances of the node's GPUs, when nothing tells which of them is where. */
    private GpuLayout untold(List<LayoutInstance> pieces) {
        int gpus = (int) Math.min(gpus(), Integer.MAX_VALUE);
        return new GpuLayout(node, -1, gpus, null, usual.product(), pieces, Optional.empty(),
                new LayoutSource(Certainty.UNKNOWN, "How each of the %d GPUs is cut is not known: the node counts its "
                        .formatted(gpus) + "instances together, and no exporter tells them apart."));
    }

    private GpuLayout silent(GpuTile tile) {
        return new GpuLayout(node, tile.index(), 1, tile.device(), usual.product(), List.of(), Optional.empty(),
                new LayoutSource(Certainty.UNKNOWN, "How this GPU is cut is not known: the exporter "
                        + (tile.device() == null ? "does not report it." : "reports no instance of it.")));
    }

    /** Whether GPUs that are cut alike come to what the node advertises. */
    private boolean divisible() {
        return node.groups().stream().filter(group -> group.form() == GpuGroup.GroupForm.MIG)
                .allMatch(group -> group.uses().stream().allMatch(
                        use -> Math.max(use.capacity(), use.allocatable()) % Math.max(1, group.count()) == 0));
    }

    private long gpus() {
        return node.groups().stream().filter(group -> group.form() == GpuGroup.GroupForm.MIG).mapToLong(GpuGroup::count)
                .sum();
    }
}
