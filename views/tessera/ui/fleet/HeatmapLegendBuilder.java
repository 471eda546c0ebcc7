package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.gpu.GpuNode.GpuNodeState;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.PodListCompleteness;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.FleetHeatmapState;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.heatmap.HeatmapLegendSample;

/** Builds the legend of what is in sight, and only that, from samples of the heatmap itself. */
final class HeatmapLegendBuilder {

    /** The appearances that the heatmap distinguishes, over all lenses. */
    private enum HeatmapAppearanceKind {
        WHOLE,
        MIG,
        SHARED,
        FREE,
        UNUSED,
        HEALTHY,
        CORDONED,
        UNHEALTHY,
        MAINTENANCE,
        NOT_OFFERED,
        LOST,
        NO_DATA
    }

    private final FleetHeatmapState heatmap;
    private final FleetHeatmapState scheme;
    private final Set<HeatmapAppearanceKind> presentKinds = EnumSet.noneOf(HeatmapAppearanceKind.class);
    private final LegendSampleGpus samples;
    private final List<HeatmapLegendEntryState> keys = new ArrayList<>();

    private HeatmapLegendBuilder(FleetHeatmapState heatmap) {
        this.heatmap = heatmap;
        // Who holds the most changes with every pod, and all samples would be drawn anew for it.
        var owners = heatmap.colorMode() == HeatmapColorMode.OWNER ? heatmap.owners() : List.<String>of();
        this.scheme = new FleetHeatmapState(heatmap.colorMode(), List.of(), owners, heatmap.namespace(),
                heatmap.podVisibility(),
                heatmap.scale());
        this.samples = new LegendSampleGpus(heatmap.namespace());
    }

    static List<HeatmapLegendEntryState> keysOf(FleetHeatmapState heatmap) {
        var legend = new HeatmapLegendBuilder(heatmap);
        legend.inspectHeatmap();
        legend.addKeys();
        return legend.keys;
    }

    private void addKeys() {
        switch (heatmap.colorMode()) {
            case ALLOCATION -> {
                addIfSeen(HeatmapAppearanceKind.WHOLE, samples.nodeSample(samples.wholeGpu()), "Whole GPU");
                addIfSeen(HeatmapAppearanceKind.MIG, samples.nodeSample(samples.migGpu()), "MIG");
                addSharedKey();
                addIfSeen(HeatmapAppearanceKind.FREE, samples.nodeSample(LegendSampleGpus.freeGpu()), "Free");
                addIfSeen(HeatmapAppearanceKind.UNUSED,
                        new HeatmapLegendSample(LegendSampleGpus.partlyCutGpu(), List.of(), GpuNodeState.READY),
                        "Unused memory");
            }
            case OWNER -> {
                addOwnerKeys();
                addIfSeen(HeatmapAppearanceKind.FREE, samples.nodeSample(LegendSampleGpus.freeGpu()), "Free");
            }
            case UTILISATION, MEMORY, TEMPERATURE, POWER -> {
                // The scale explains them.
            }
            case HEALTH -> addIfSeen(HeatmapAppearanceKind.HEALTHY, samples.nodeSample(samples.wholeGpu()), "Healthy");
        }
        if (!heatmap.namespace().isEmpty() && heatmap.colorMode() != HeatmapColorMode.HEALTH
                && !heatmap.colorMode().isMeasured()) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy("")), "Held by others than " + heatmap.namespace());
        }
        addIfSeen(HeatmapAppearanceKind.CORDONED, cordonedSample(), "Cordoned");
        addIfSeen(HeatmapAppearanceKind.UNHEALTHY, samples.unhealthySample(), "Unhealthy");
        addIfSeen(HeatmapAppearanceKind.MAINTENANCE,
                LegendSampleGpus.outOfServiceSample(GpuTileStatus.MAINTENANCE, GpuNodeState.MAINTENANCE),
                "Maintenance");
        addIfSeen(HeatmapAppearanceKind.NOT_OFFERED,
                LegendSampleGpus.outOfServiceSample(GpuTileStatus.NOT_OFFERED, GpuNodeState.NOT_OFFERED),
                "Not offered");
        addIfSeen(HeatmapAppearanceKind.NO_DATA,
                LegendSampleGpus.outOfServiceSample(GpuTileStatus.UNKNOWN,
                        presentKinds.contains(HeatmapAppearanceKind.LOST) ? GpuNodeState.UNREACHABLE
                                : GpuNodeState.READY),
                "No data");
    }

    private HeatmapLegendSample cordonedSample() {
        return new HeatmapLegendSample(samples.wholeGpu(),
                Collections.nCopies(LegendSampleGpus.GPUS, samples.wholeGpu()), GpuNodeState.CORDONED);
    }

    /** Adds the owners; where one namespace is highlighted, the others have no colours. */
    private void addOwnerKeys() {
        for (var owner : heatmap.owners()) {
            if (heatmap.namespace().isEmpty() || heatmap.namespace().equals(owner)) {
                addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy(owner)), owner);
            }
        }
        if (heatmap.namespace().isEmpty()) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy("")), "others");
        } else if (!heatmap.owners().contains(heatmap.namespace())) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy(heatmap.namespace())), heatmap.namespace());
        }
    }

    /** Adds parts that are no MIG instances; partitions have compute of their own. */
    private void addSharedKey() {
        var partitioned = heatmap.groups().stream().flatMap(group -> group.cards().stream()).filter(card -> card.tiles()
                .stream().anyMatch(tile -> tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED))
                .map(card -> card.node().isPartitioned()).distinct().toList();
        boolean all = partitioned.equals(List.of(true));
        var sample = samples.nodeSample(samples.sharedGpu());
        addIfSeen(HeatmapAppearanceKind.SHARED,
                new HeatmapLegendSample(sample.tile(), sample.strip(), sample.state(), all),
                partitioned.size() > 1 ? "Shared or partition" : all ? "Partition" : "Shared");
    }

    private void addIfSeen(HeatmapAppearanceKind appearanceKind, HeatmapLegendSample sample, String text) {
        if (presentKinds.contains(appearanceKind)) {
            addKey(sample, text);
        }
    }

    private void addKey(HeatmapLegendSample sample, String text) {
        keys.add(new HeatmapLegendEntryState(sample, scheme, text));
    }

    private void inspectHeatmap() {
        for (var group : heatmap.groups()) {
            for (var card : group.cards()) {
                if (card.node().isClosed()) {
                    presentKinds.add(HeatmapAppearanceKind.CORDONED);
                }
                card.tiles().forEach(this::inspectTile);
            }
        }
    }

    private void inspectTile(GpuHeatmapTile tile) {
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> presentKinds.add(HeatmapAppearanceKind.UNHEALTHY);
            case MAINTENANCE -> presentKinds.add(HeatmapAppearanceKind.MAINTENANCE);
            case NOT_OFFERED -> presentKinds.add(HeatmapAppearanceKind.NOT_OFFERED);
            case UNKNOWN -> presentKinds.addAll(List.of(HeatmapAppearanceKind.NO_DATA, HeatmapAppearanceKind.LOST));
            case USABLE -> inspectUsableTile(tile);
        }
    }

    private void inspectUsableTile(GpuHeatmapTile tile) {
        presentKinds.add(HeatmapAppearanceKind.HEALTHY);
        if (heatmap.colorMode().isMeasured()) {
            if (tile.parts().stream().anyMatch(part -> heatmap.scale().levelOf(tile, part).isEmpty())) {
                presentKinds.add(HeatmapAppearanceKind.NO_DATA);
            }
        } else if (heatmap.podVisibility() == PodListCompleteness.NONE) {
            presentKinds.add(HeatmapAppearanceKind.NO_DATA);
        } else {
            var rest = heatmap.podVisibility() == PodListCompleteness.ALL ? HeatmapAppearanceKind.FREE
                    : HeatmapAppearanceKind.NO_DATA;
            tile.parts().forEach(part -> presentKinds.add(part.isHeld() ? heldLook(tile.form()) : rest));
        }
        var last = tile.parts().isEmpty() ? null : tile.parts().getLast();
        if (tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG && last != null
                && last.start() + last.size() < 0.99) {
            presentKinds.add(HeatmapAppearanceKind.UNUSED);
        }
    }

    private static HeatmapAppearanceKind heldLook(NodeGpuAllocationGroup.GpuAllocationKind form) {
        return switch (form) {
            case MIG -> HeatmapAppearanceKind.MIG;
            case SHARED -> HeatmapAppearanceKind.SHARED;
            case WHOLE, NOT_OFFERED -> HeatmapAppearanceKind.WHOLE;
        };
    }
}
