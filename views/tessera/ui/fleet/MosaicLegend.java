package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode.State;
import tessera.insight.GpuTile;
import tessera.insight.GpuTile.TileStatus;
import tessera.model.PodVisibility;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.mosaic.MosaicSample;
import tessera.ui.mosaic.MosaicState;

/** Builds the legend of what is in sight, and only that, from samples of the mosaic itself. */
final class MosaicLegend {

    /** The appearances that the mosaic distinguishes, over all lenses. */
    private enum LegendLook {
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

    private final MosaicState mosaic;
    private final MosaicState scheme;
    private final Set<LegendLook> seen = EnumSet.noneOf(LegendLook.class);
    private final LegendGpus samples;
    private final List<LegendKey> keys = new ArrayList<>();

    private MosaicLegend(MosaicState mosaic) {
        this.mosaic = mosaic;
        // Who holds the most changes with every pod, and all samples would be drawn anew for it.
        var owners = mosaic.lens() == MosaicLens.OWNER ? mosaic.owners() : List.<String>of();
        this.scheme = new MosaicState(mosaic.lens(), List.of(), owners, mosaic.namespace(), mosaic.podVisibility(),
                mosaic.scale());
        this.samples = new LegendGpus(mosaic.namespace());
    }

    static List<LegendKey> keysOf(MosaicState mosaic) {
        var legend = new MosaicLegend(mosaic);
        legend.inspectMosaic();
        legend.addKeys();
        return legend.keys;
    }

    private void addKeys() {
        switch (mosaic.lens()) {
            case ALLOCATION -> {
                addIfSeen(LegendLook.WHOLE, samples.nodeSample(samples.wholeGpu()), "Whole GPU");
                addIfSeen(LegendLook.MIG, samples.nodeSample(samples.migGpu()), "MIG");
                addIfSeen(LegendLook.SHARED, samples.nodeSample(samples.sharedGpu()), "Shared");
                addIfSeen(LegendLook.FREE, samples.nodeSample(LegendGpus.freeGpu()), "Free");
                addIfSeen(LegendLook.UNUSED, new MosaicSample(LegendGpus.partlyCutGpu(), List.of(), State.READY),
                        "Unused memory");
            }
            case OWNER -> {
                addOwnerKeys();
                addIfSeen(LegendLook.FREE, samples.nodeSample(LegendGpus.freeGpu()), "Free");
            }
            case UTILISATION, MEMORY, TEMPERATURE, POWER -> {
                // The scale explains them.
            }
            case HEALTH -> addIfSeen(LegendLook.HEALTHY, samples.nodeSample(samples.wholeGpu()), "Healthy");
        }
        if (!mosaic.namespace().isEmpty() && mosaic.lens() != MosaicLens.HEALTH && !mosaic.lens().isMeasured()) {
            addKey(samples.nodeSample(LegendGpus.gpuHeldBy("")), "Held by others than " + mosaic.namespace());
        }
        addIfSeen(LegendLook.CORDONED,
                new MosaicSample(samples.wholeGpu(), Collections.nCopies(LegendGpus.GPUS, samples.wholeGpu()),
                        State.CORDONED),
                "Cordoned");
        addIfSeen(LegendLook.UNHEALTHY, samples.unhealthySample(), "Unhealthy");
        addIfSeen(LegendLook.MAINTENANCE, LegendGpus.outOfServiceSample(TileStatus.MAINTENANCE, State.MAINTENANCE),
                "Maintenance");
        addIfSeen(LegendLook.NOT_OFFERED, LegendGpus.outOfServiceSample(TileStatus.NOT_OFFERED, State.NOT_OFFERED),
                "Not offered");
        addIfSeen(LegendLook.NO_DATA,
                LegendGpus.outOfServiceSample(TileStatus.UNKNOWN,
                        seen.contains(LegendLook.LOST) ? State.UNREACHABLE : State.READY),
                "No data");
    }

    /** Adds the owners; where one namespace is highlighted, the others have no colours. */
    private void addOwnerKeys() {
        for (var owner : mosaic.owners()) {
            if (mosaic.namespace().isEmpty() || mosaic.namespace().equals(owner)) {
                addKey(samples.nodeSample(LegendGpus.gpuHeldBy(owner)), owner);
            }
        }
        if (mosaic.namespace().isEmpty()) {
            addKey(samples.nodeSample(LegendGpus.gpuHeldBy("")), "others");
        } else if (!mosaic.owners().contains(mosaic.namespace())) {
            addKey(samples.nodeSample(LegendGpus.gpuHeldBy(mosaic.namespace())), mosaic.namespace());
        }
    }

    private void addIfSeen(LegendLook look, MosaicSample sample, String text) {
        if (seen.contains(look)) {
            addKey(sample, text);
        }
    }

    private void addKey(MosaicSample sample, String text) {
        keys.add(new LegendKey(sample, scheme, text));
    }

    private void inspectMosaic() {
        for (var group : mosaic.groups()) {
            for (var card : group.cards()) {
                if (card.node().isClosed()) {
                    seen.add(LegendLook.CORDONED);
                }
                card.tiles().forEach(this::inspectTile);
            }
        }
    }

    private void inspectTile(GpuTile tile) {
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> seen.add(LegendLook.UNHEALTHY);
            case MAINTENANCE -> seen.add(LegendLook.MAINTENANCE);
            case NOT_OFFERED -> seen.add(LegendLook.NOT_OFFERED);
            case UNKNOWN -> seen.addAll(List.of(LegendLook.NO_DATA, LegendLook.LOST));
            case USABLE -> inspectUsableTile(tile);
        }
    }

    private void inspectUsableTile(GpuTile tile) {
        seen.add(LegendLook.HEALTHY);
        if (mosaic.lens().isMeasured()) {
            if (tile.parts().stream().anyMatch(part -> mosaic.scale().levelOf(tile, part).isEmpty())) {
                seen.add(LegendLook.NO_DATA);
            }
        } else if (mosaic.podVisibility() == PodVisibility.NONE) {
            seen.add(LegendLook.NO_DATA);
        } else {
            var rest = mosaic.podVisibility() == PodVisibility.ALL ? LegendLook.FREE : LegendLook.NO_DATA;
            tile.parts().forEach(part -> seen.add(part.isHeld() ? heldLook(tile.form()) : rest));
        }
        var last = tile.parts().isEmpty() ? null : tile.parts().getLast();
        if (tile.form() == GpuGroup.GroupForm.MIG && last != null && last.start() + last.size() < 0.99) {
            seen.add(LegendLook.UNUSED);
        }
    }

    private static LegendLook heldLook(GpuGroup.GroupForm form) {
        return switch (form) {
            case MIG -> LegendLook.MIG;
            case SHARED -> LegendLook.SHARED;
            case WHOLE, NOT_OFFERED -> LegendLook.WHOLE;
        };
    }
}
