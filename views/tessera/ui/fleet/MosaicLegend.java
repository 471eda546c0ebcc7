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

/** Explains what is in sight, and only that, by samples of the mosaic itself. */
final class MosaicLegend {

    /** What can be told apart in the mosaic, whatever the lens. */
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
    private final LegendSamples samples;
    private final List<LegendKey> keys = new ArrayList<>();

    private MosaicLegend(MosaicState mosaic) {
        this.mosaic = mosaic;
        // Who holds the most changes with every pod, and all samples would be drawn anew for it.
        var owners = mosaic.lens() == MosaicLens.OWNER ? mosaic.owners() : List.<String>of();
        this.scheme = new MosaicState(mosaic.lens(), List.of(), owners, mosaic.namespace(), mosaic.sight(),
                mosaic.scale());
        this.samples = new LegendSamples(mosaic.namespace());
    }

    static List<LegendKey> of(MosaicState mosaic) {
        var legend = new MosaicLegend(mosaic);
        legend.look();
        legend.explain();
        return legend.keys;
    }

    private void explain() {
        switch (mosaic.lens()) {
            case ALLOCATION -> {
                add(LegendLook.WHOLE, samples.alike(samples.whole()), "Whole GPU");
                add(LegendLook.MIG, samples.alike(samples.instances()), "MIG");
                add(LegendLook.SHARED, samples.alike(samples.shares()), "Shared");
                add(LegendLook.FREE, samples.alike(LegendSamples.free()), "Free");
                add(LegendLook.UNUSED, new MosaicSample(LegendSamples.unused(), List.of(), State.READY),
                        "Unused memory");
            }
            case OWNER -> {
                owners();
                add(LegendLook.FREE, samples.alike(LegendSamples.free()), "Free");
            }
            case UTILISATION, MEMORY, TEMPERATURE, POWER -> {
                // The scale explains them.
            }
            case HEALTH -> add(LegendLook.HEALTHY, samples.alike(samples.whole()), "Healthy");
        }
        if (!mosaic.namespace().isEmpty() && mosaic.lens() != MosaicLens.HEALTH && !mosaic.lens().measured()) {
            key(samples.alike(LegendSamples.heldBy("")), "Held by others than " + mosaic.namespace());
        }
        add(LegendLook.CORDONED,
                new MosaicSample(samples.whole(), Collections.nCopies(LegendSamples.GPUS, samples.whole()),
                        State.CORDONED),
                "Cordoned");
        add(LegendLook.UNHEALTHY, samples.unhealthy(), "Unhealthy");
        add(LegendLook.MAINTENANCE, LegendSamples.out(TileStatus.MAINTENANCE, State.MAINTENANCE), "Maintenance");
        add(LegendLook.NOT_OFFERED, LegendSamples.out(TileStatus.NOT_OFFERED, State.NOT_OFFERED), "Not offered");
        add(LegendLook.NO_DATA,
                LegendSamples.out(TileStatus.UNKNOWN, seen.contains(LegendLook.LOST) ? State.UNREACHABLE : State.READY),
                "No data");
    }

    /** Where one namespace stands out, the others have no colours of their own. */
    private void owners() {
        for (var owner : mosaic.owners()) {
            if (mosaic.namespace().isEmpty() || mosaic.namespace().equals(owner)) {
                key(samples.alike(LegendSamples.heldBy(owner)), owner);
            }
        }
        if (mosaic.namespace().isEmpty()) {
            key(samples.alike(LegendSamples.heldBy("")), "others");
        } else if (!mosaic.owners().contains(mosaic.namespace())) {
            key(samples.alike(LegendSamples.heldBy(mosaic.namespace())), mosaic.namespace());
        }
    }

    private void add(LegendLook look, MosaicSample sample, String text) {
        if (seen.contains(look)) {
            key(sample, text);
        }
    }

    private void key(MosaicSample sample, String text) {
        keys.add(new LegendKey(sample, scheme, text));
    }

    private void look() {
        for (var group : mosaic.groups()) {
            for (var card : group.cards()) {
                if (card.node().closed()) {
                    seen.add(LegendLook.CORDONED);
                }
                card.tiles().forEach(this::look);
            }
        }
    }

    private void look(GpuTile tile) {
        switch (tile.status()) {
            case UNHEALTHY -> seen.add(LegendLook.UNHEALTHY);
            case MAINTENANCE -> seen.add(LegendLook.MAINTENANCE);
            case NOT_OFFERED -> seen.add(LegendLook.NOT_OFFERED);
            case UNKNOWN -> seen.addAll(List.of(LegendLook.NO_DATA, LegendLook.LOST));
            case USABLE -> usable(tile);
        }
    }

    private void usable(GpuTile tile) {
        seen.add(LegendLook.HEALTHY);
        if (mosaic.lens().measured()) {
            if (tile.parts().stream().anyMatch(part -> mosaic.scale().level(tile, part).isEmpty())) {
                seen.add(LegendLook.NO_DATA);
            }
        } else if (mosaic.sight() == PodVisibility.NONE) {
            seen.add(LegendLook.NO_DATA);
        } else {
            var rest = mosaic.sight() == PodVisibility.ALL ? LegendLook.FREE : LegendLook.NO_DATA;
            tile.parts().forEach(part -> seen.add(part.held() ? held(tile.form()) : rest));
        }
        var last = tile.parts().isEmpty() ? null : tile.parts().getLast();
        if (tile.form() == GpuGroup.GroupForm.MIG && last != null && last.start() + last.size() < 0.99) {
            seen.add(LegendLook.UNUSED);
        }
    }

    private static LegendLook held(GpuGroup.GroupForm form) {
        return switch (form) {
            case MIG -> LegendLook.MIG;
            case SHARED -> LegendLook.SHARED;
            case WHOLE, NOT_OFFERED -> LegendLook.WHOLE;
        };
    }
}
