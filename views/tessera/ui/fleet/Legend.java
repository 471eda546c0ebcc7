package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.insight.GpuGroup;
import tessera.insight.Tile;
import tessera.model.PodSight;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.fleet.FleetState.Sample;
import tessera.ui.mosaic.Lens;
import tessera.ui.mosaic.MosaicState;

/** Explains the colours that are in sight, and only those. */
final class Legend {

    private static final List<Sample> OWNERS = List.of(Sample.OWNER_1, Sample.OWNER_2, Sample.OWNER_3, Sample.OWNER_4,
            Sample.OWNER_5, Sample.OWNER_6, Sample.OWNER_7);

    private Legend() {}

    static List<LegendKey> of(MosaicState mosaic) {
        var seen = seen(mosaic);
        var keys = new ArrayList<LegendKey>();
        switch (mosaic.lens()) {
            case ALLOCATION -> {
                add(keys, seen, Sample.WHOLE, "Whole GPU");
                add(keys, seen, Sample.MIG, "MIG instance");
                add(keys, seen, Sample.SHARED, "Share of a GPU");
                add(keys, seen, Sample.FREE, "Free");
                add(keys, seen, Sample.UNUSED, "Memory in no instance");
            }
            case OWNER -> {
                for (int rank = 0; rank < mosaic.owners().size(); rank++) {
                    keys.add(new LegendKey(OWNERS.get(rank), mosaic.owners().get(rank)));
                }
                keys.add(new LegendKey(Sample.OWNER_8, "others"));
                add(keys, seen, Sample.FREE, "Free");
            }
            case HEALTH -> add(keys, seen, Sample.HEALTHY, "Healthy");
        }
        if (!mosaic.namespace().isEmpty() && mosaic.lens() != Lens.HEALTH) {
            keys.add(new LegendKey(Sample.OTHER, "Held by others than " + mosaic.namespace()));
        }
        add(keys, seen, Sample.CORDONED, "Cordoned");
        add(keys, seen, Sample.UNHEALTHY, "Unhealthy");
        add(keys, seen, Sample.NOT_OFFERED, "Not offered");
        add(keys, seen, Sample.NO_DATA, "No data");
        return keys;
    }

    private static void add(List<LegendKey> keys, Set<Sample> seen, Sample sample, String text) {
        if (seen.contains(sample)) {
            keys.add(new LegendKey(sample, text));
        }
    }

    private static Set<Sample> seen(MosaicState mosaic) {
        var seen = EnumSet.noneOf(Sample.class);
        for (var group : mosaic.groups()) {
            for (var card : group.cards()) {
                if (card.node().cordoned()) {
                    seen.add(Sample.CORDONED);
                }
                card.tiles().forEach(tile -> see(tile, mosaic.sight(), seen));
            }
        }
        return seen;
    }

    private static void see(Tile tile, PodSight sight, Set<Sample> seen) {
        switch (tile.status()) {
            case UNHEALTHY -> seen.add(Sample.UNHEALTHY);
            case NOT_OFFERED -> seen.add(Sample.NOT_OFFERED);
            case UNKNOWN -> seen.add(Sample.NO_DATA);
            case USABLE -> {
                seen.add(Sample.HEALTHY);
                if (sight == PodSight.NONE) {
                    seen.add(Sample.NO_DATA);
                } else {
                    var rest = sight == PodSight.ALL ? Sample.FREE : Sample.NO_DATA;
                    tile.parts().forEach(part -> seen.add(part.held() ? held(tile.form()) : rest));
                }
                var last = tile.parts().isEmpty() ? null : tile.parts().getLast();
                if (tile.form() == GpuGroup.Form.MIG && last != null && last.start() + last.size() < 0.99) {
                    seen.add(Sample.UNUSED);
                }
            }
        }
    }

    private static Sample held(GpuGroup.Form form) {
        return switch (form) {
            case MIG -> Sample.MIG;
            case SHARED -> Sample.SHARED;
            case WHOLE, NOT_OFFERED -> Sample.WHOLE;
        };
    }
}
