package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.insight.GpuGroup;
import tessera.insight.GpuMosaicTile;
import tessera.insight.GpuMosaicTile.TileStatus;
import tessera.insight.GpuNode.State;
import tessera.model.PodListCompleteness;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.mosaic.FleetHeatmapState;
import tessera.ui.mosaic.HeatmapColorMode;
import tessera.ui.mosaic.HeatmapLegendSample;

/** Builds the legend of what is in sight, and only that, from samples of the mosaic itself. */
final class HeatmapLegendBuilder {

    /** The appearances that the mosaic distinguishes, over all lenses. */
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

    private final FleetHeatmapState mosaic;
    private final FleetHeatmapState scheme;
    private final Set<HeatmapAppearanceKind> seen = EnumSet.noneOf(HeatmapAppearanceKind.class);
    private final LegendSampleGpus samples;
    private final List<HeatmapLegendEntryState> keys = new ArrayList<>();

    private HeatmapLegendBuilder(FleetHeatmapState mosaic) {
        this.mosaic = mosaic;
        // Who holds the most changes with every pod, and all samples would be drawn anew for it.
        var owners = mosaic.lens() == HeatmapColorMode.OWNER ? mosaic.owners() : List.<String>of();
        this.scheme = new FleetHeatmapState(mosaic.lens(), List.of(), owners, mosaic.namespace(),
                mosaic.podVisibility(),
                mosaic.scale());
        this.samples = new LegendSampleGpus(mosaic.namespace());
    }

    static List<HeatmapLegendEntryState> keysOf(FleetHeatmapState mosaic) {
        var legend = new HeatmapLegendBuilder(mosaic);
        legend.inspectMosaic();
        legend.addKeys();
        return legend.keys;
    }

    private void addKeys() {
        switch (mosaic.lens()) {
            case ALLOCATION -> {
                addIfSeen(HeatmapAppearanceKind.WHOLE, samples.nodeSample(samples.wholeGpu()), "Whole GPU");
                addIfSeen(HeatmapAppearanceKind.MIG, samples.nodeSample(samples.migGpu()), "MIG");
                addIfSeen(HeatmapAppearanceKind.SHARED, samples.nodeSample(samples.sharedGpu()), sharedName());
                addIfSeen(HeatmapAppearanceKind.FREE, samples.nodeSample(LegendSampleGpus.freeGpu()), "Free");
                addIfSeen(HeatmapAppearanceKind.UNUSED,
                        new HeatmapLegendSample(LegendSampleGpus.partlyCutGpu(), List.of(), State.READY),
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
        if (!mosaic.namespace().isEmpty() && mosaic.lens() != HeatmapColorMode.HEALTH && !mosaic.lens().isMeasured()) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy("")), "Held by others than " + mosaic.namespace());
        }
        addIfSeen(HeatmapAppearanceKind.CORDONED,
                new HeatmapLegendSample(samples.wholeGpu(),
                        Collections.nCopies(LegendSampleGpus.GPUS, samples.wholeGpu()),
                        State.CORDONED),
                "Cordoned");
        addIfSeen(HeatmapAppearanceKind.UNHEALTHY, samples.unhealthySample(), "Unhealthy");
        addIfSeen(HeatmapAppearanceKind.MAINTENANCE,
                LegendSampleGpus.outOfServiceSample(TileStatus.MAINTENANCE, State.MAINTENANCE),
                "Maintenance");
        addIfSeen(HeatmapAppearanceKind.NOT_OFFERED,
                LegendSampleGpus.outOfServiceSample(TileStatus.NOT_OFFERED, State.NOT_OFFERED),
                "Not offered");
        addIfSeen(HeatmapAppearanceKind.NO_DATA,
                LegendSampleGpus.outOfServiceSample(TileStatus.UNKNOWN,
                        seen.contains(HeatmapAppearanceKind.LOST) ? State.UNREACHABLE : State.READY),
                "No data");
    }

    /** Adds the owners; where one namespace is highlighted, the others have no colours. */
    private void addOwnerKeys() {
        for (var owner : mosaic.owners()) {
            if (mosaic.namespace().isEmpty() || mosaic.namespace().equals(owner)) {
                addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy(owner)), owner);
            }
        }
        if (mosaic.namespace().isEmpty()) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy("")), "others");
        } else if (!mosaic.owners().contains(mosaic.namespace())) {
            addKey(samples.nodeSample(LegendSampleGpus.gpuHeldBy(mosaic.namespace())), mosaic.namespace());
        }
    }

    /** Returns the name of parts that are no MIG instances; partitions have compute of their own. */
    private String sharedName() {
        var partitioned = mosaic.groups().stream().flatMap(group -> group.cards().stream()).filter(card -> card.tiles()
                .stream().anyMatch(tile -> tile.form() == GpuGroup.GpuAllocationForm.SHARED))
                .map(card -> card.node().isPartitioned()).distinct().toList();
        return partitioned.size() > 1 ? "Shared or partition" : partitioned.contains(true) ? "Partition" : "Shared";
    }

    private void addIfSeen(HeatmapAppearanceKind look, HeatmapLegendSample sample, String text) {
        if (seen.contains(look)) {
            addKey(sample, text);
        }
    }

    private void addKey(HeatmapLegendSample sample, String text) {
        keys.add(new HeatmapLegendEntryState(sample, scheme, text));
    }

    private void inspectMosaic() {
        for (var group : mosaic.groups()) {
            for (var card : group.cards()) {
                if (card.node().isClosed()) {
                    seen.add(HeatmapAppearanceKind.CORDONED);
                }
                card.tiles().forEach(this::inspectTile);
            }
        }
    }

    private void inspectTile(GpuMosaicTile tile) {
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> seen.add(HeatmapAppearanceKind.UNHEALTHY);
            case MAINTENANCE -> seen.add(HeatmapAppearanceKind.MAINTENANCE);
            case NOT_OFFERED -> seen.add(HeatmapAppearanceKind.NOT_OFFERED);
            case UNKNOWN -> seen.addAll(List.of(HeatmapAppearanceKind.NO_DATA, HeatmapAppearanceKind.LOST));
            case USABLE -> inspectUsableTile(tile);
        }
    }

    private void inspectUsableTile(GpuMosaicTile tile) {
        seen.add(HeatmapAppearanceKind.HEALTHY);
        if (mosaic.lens().isMeasured()) {
            if (tile.parts().stream().anyMatch(part -> mosaic.scale().levelOf(tile, part).isEmpty())) {
                seen.add(HeatmapAppearanceKind.NO_DATA);
            }
        } else if (mosaic.podVisibility() == PodListCompleteness.NONE) {
            seen.add(HeatmapAppearanceKind.NO_DATA);
        } else {
            var rest = mosaic.podVisibility() == PodListCompleteness.ALL ? HeatmapAppearanceKind.FREE
                    : HeatmapAppearanceKind.NO_DATA;
            tile.parts().forEach(part -> seen.add(part.isHeld() ? heldLook(tile.form()) : rest));
        }
        var last = tile.parts().isEmpty() ? null : tile.parts().getLast();
        if (tile.form() == GpuGroup.GpuAllocationForm.MIG && last != null && last.start() + last.size() < 0.99) {
            seen.add(HeatmapAppearanceKind.UNUSED);
        }
    }

    private static HeatmapAppearanceKind heldLook(GpuGroup.GpuAllocationForm form) {
        return switch (form) {
            case MIG -> HeatmapAppearanceKind.MIG;
            case SHARED -> HeatmapAppearanceKind.SHARED;
            case WHOLE, NOT_OFFERED -> HeatmapAppearanceKind.WHOLE;
        };
    }
}
