package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode.State;
import tessera.insight.Tile;
import tessera.insight.Tile.Status;
import tessera.model.PodSight;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.mosaic.Lens;
import tessera.ui.mosaic.MosaicState;
import tessera.ui.mosaic.Sample;

/** Explains what is in sight, and only that, by samples of the mosaic itself. */
final class Legend {

    /** What can be told apart in the mosaic, whatever the lens. */
    private enum Look {
        WHOLE,
        MIG,
        SHARED,
        FREE,
        UNUSED,
        HEALTHY,
        CORDONED,
        UNHEALTHY,
        NOT_OFFERED,
        LOST,
        NO_DATA
    }

    private final MosaicState mosaic;
    private final MosaicState scheme;
    private final Set<Look> seen = EnumSet.noneOf(Look.class);
    private final Samples samples;
    private final List<LegendKey> keys = new ArrayList<>();

    private Legend(MosaicState mosaic) {
        this.mosaic = mosaic;
        // Who holds the most changes with every pod, and all samples would be drawn anew for it.
        var owners = mosaic.lens() == Lens.OWNER ? mosaic.owners() : List.<String>of();
        this.scheme = new MosaicState(mosaic.lens(), List.of(), owners, mosaic.namespace(), mosaic.sight(),
                mosaic.scale());
        this.samples = new Samples(mosaic.namespace());
    }

    static List<LegendKey> of(MosaicState mosaic) {
        var legend = new Legend(mosaic);
        legend.look();
        legend.explain();
        return legend.keys;
    }

    private void explain() {
        switch (mosaic.lens()) {
            case ALLOCATION -> {
                add(Look.WHOLE, samples.alike(samples.whole()), "Whole GPU");
                add(Look.MIG, samples.alike(samples.instances()), "MIG");
                add(Look.SHARED, samples.alike(samples.shares()), "Shared");
                add(Look.FREE, samples.alike(Samples.free()), "Free");
                add(Look.UNUSED, new Sample(Samples.unused(), List.of(), State.READY), "Unused memory");
            }
            case OWNER -> {
                owners();
                add(Look.FREE, samples.alike(Samples.free()), "Free");
            }
            case UTILISATION, MEMORY, TEMPERATURE, POWER -> {
                // The scale explains them.
            }
            case HEALTH -> add(Look.HEALTHY, samples.alike(samples.whole()), "Healthy");
        }
        if (!mosaic.namespace().isEmpty() && mosaic.lens() != Lens.HEALTH && !mosaic.lens().measured()) {
            key(samples.alike(Samples.heldBy("")), "Held by others than " + mosaic.namespace());
        }
        add(Look.CORDONED, new Sample(samples.whole(), Collections.nCopies(Samples.GPUS, samples.whole()),
                State.CORDONED), "Cordoned");
        add(Look.UNHEALTHY, samples.unhealthy(), "Unhealthy");
        add(Look.NOT_OFFERED, Samples.out(Status.NOT_OFFERED, State.NOT_OFFERED), "Not offered");
        add(Look.NO_DATA, Samples.out(Status.UNKNOWN, seen.contains(Look.LOST) ? State.UNREACHABLE : State.READY),
                "No data");
    }

    /** Where one namespace stands out, the others have no colours of their own. */
    private void owners() {
        for (var owner : mosaic.owners()) {
            if (mosaic.namespace().isEmpty() || mosaic.namespace().equals(owner)) {
                key(samples.alike(Samples.heldBy(owner)), owner);
            }
        }
        if (mosaic.namespace().isEmpty()) {
            key(samples.alike(Samples.heldBy("")), "others");
        } else if (!mosaic.owners().contains(mosaic.namespace())) {
            key(samples.alike(Samples.heldBy(mosaic.namespace())), mosaic.namespace());
        }
    }

    private void add(Look look, Sample sample, String text) {
        if (seen.contains(look)) {
            key(sample, text);
        }
    }

    private void key(Sample sample, String text) {
        keys.add(new LegendKey(sample, scheme, text));
    }

    private void look() {
        for (var group : mosaic.groups()) {
            for (var card : group.cards()) {
                if (card.node().closed()) {
                    seen.add(Look.CORDONED);
                }
                card.tiles().forEach(this::look);
            }
        }
    }

    private void look(Tile tile) {
        switch (tile.status()) {
            case UNHEALTHY -> seen.add(Look.UNHEALTHY);
            case NOT_OFFERED -> seen.add(Look.NOT_OFFERED);
            case UNKNOWN -> seen.addAll(List.of(Look.NO_DATA, Look.LOST));
            case USABLE -> usable(tile);
        }
    }

    private void usable(Tile tile) {
        seen.add(Look.HEALTHY);
        if (mosaic.lens().measured()) {
            if (tile.parts().stream().anyMatch(part -> mosaic.scale().level(tile, part).isEmpty())) {
                seen.add(Look.NO_DATA);
            }
        } else if (mosaic.sight() == PodSight.NONE) {
            seen.add(Look.NO_DATA);
        } else {
            var rest = mosaic.sight() == PodSight.ALL ? Look.FREE : Look.NO_DATA;
            tile.parts().forEach(part -> seen.add(part.held() ? held(tile.form()) : rest));
        }
        var last = tile.parts().isEmpty() ? null : tile.parts().getLast();
        if (tile.form() == GpuGroup.Form.MIG && last != null && last.start() + last.size() < 0.99) {
            seen.add(Look.UNUSED);
        }
    }

    private static Look held(GpuGroup.Form form) {
        return switch (form) {
            case MIG -> Look.MIG;
            case SHARED -> Look.SHARED;
            case WHOLE, NOT_OFFERED -> Look.WHOLE;
        };
    }
}
