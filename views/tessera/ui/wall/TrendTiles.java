package tessera.ui.wall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.Severity;
import tessera.insight.EstimateBound;
import tessera.insight.GpuFleet;
import tessera.metrics.history.StepSeries;
import tessera.model.PodVisibility;
import tessera.model.reading.Metric;
import tessera.ui.alerts.AlertBrief;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.FleetTotals.MeasuredTotals;
import tessera.ui.wall.FleetTotals.TotalQuantity;
import tessera.ui.wall.WallState.Tile;
import tessera.ui.wall.WallState.WallLine;

/** Words for a fleet's six numbers. */
final class TrendTiles {

    private static final double KILOWATT = 1000;
    private static final double THREE_DIGITS = 100;
    private static final double COOL = 20;
    private static final double HOT = 95;

    private final GpuFleet fleet;
    private final MeasuredTotals measured;
    private final FleetTotals totals;
    private final TotalsPast past;
    private final Instant now;
    private final StepSeries missing;

    TrendTiles(GpuFleet fleet, MeasuredTotals measured, FleetTotals totals, TotalsPast past, Instant now) {
        this.fleet = fleet;
        this.measured = measured;
        this.totals = totals;
        this.past = past;
        this.now = now;
        this.missing = past.missing(now);
    }

    /**
     * The six.
     *
     * @param idle  GPUs that are held and idle, the longest first
     * @param tells whether somebody can tell what is idle
     */
    List<Tile> of(List<AlertBrief.BriefLine> idle, boolean tells, AlertRules rules) {
        var tiles = new ArrayList<Tile>();
        var tally = fleet.tally();
        var sight = fleet.snapshot().podSight();
        var held = GpuFleet.allocatedBound(fleet.nodes(), sight);
        var left = GpuFleet.freeBound(fleet.nodes(), sight);
        if (sight == PodVisibility.NONE) {
            tiles.add(missing(TotalQuantity.ALLOCATED, "Allocated", "pods may not be listed"));
        } else {
            tiles.add(tile(TotalQuantity.ALLOCATED, "Allocated",
                    new TileText(NumberText.bounded(tally.allocated(), held),
                            NumberText.percent(tally.allocated(), tally.total(), held),
                            "of " + NumberText.of(tally.total(), "GPU"), null)));
        }
        tiles.add(used());
        if (sight == PodVisibility.NONE) {
            tiles.add(missing(TotalQuantity.FREE, "Free", "pods may not be listed"));
        } else {
            tiles.add(tile(TotalQuantity.FREE, "Free", new TileText(NumberText.bounded(tally.free(), left),
                    NumberText.percent(tally.free(), tally.total(), left),
                    left == EstimateBound.AT_MOST ? "not all pods are known"
                            : fleet.largestFreeBlock().text(tally.free()),
                    null)));
        }
        tiles.add(wasted(idle, tells));
        tiles.add(power());
        tiles.add(hottest(rules));
        return tiles;
    }

    /** @param sign what warns; null for nothing */
    private record TileText(String number, String unit, String detail, @Nullable StatusGlyph sign) {}

    private Tile used() {
        int boards = measured.with(Metric.UTILISATION).size();
        return boards == 0 ? missing(TotalQuantity.USED, "Used", "no exporter tells")
                : tile(TotalQuantity.USED, "Used", new TileText(Long.toString(Math.round(totals.used() * 100)), "%",
                        "mean of " + of(boards), null));
    }

    private String of(int boards) {
        long total = measured.gpus();
        return boards >= total ? NumberText.of(total, "GPU")
                : "%s of %s".formatted(NumberText.count(boards), NumberText.of(total, "GPU"));
    }

    private Tile wasted(List<AlertBrief.BriefLine> idle, boolean tells) {
        if (!tells) {
            return missing(TotalQuantity.WASTED, "Held and idle", "no exporter tells");
        }
        boolean early = Double.isNaN(totals.wasted());
        if (early && idle.isEmpty()) {
            return missing(TotalQuantity.WASTED, "Held and idle", "watching for " + AgeText.brief(past.heard(now)));
        }
        int count = idle.stream().mapToInt(AlertBrief.BriefLine::count).sum();
        return tile(TotalQuantity.WASTED, "Held and idle", new TileText(NumberText.atLeast(count, !early), "",
                idle.isEmpty() ? "none seen idle for " + AgeText.brief(AlertBrief.PAUSE)
                        : "longest " + idle.getFirst().age(),
                null));
    }

    private Tile power() {
        int boards = measured.with(Metric.POWER).size();
        if (boards == 0) {
            return missing(TotalQuantity.POWER, "Power", "no exporter tells");
        }
        boolean all = boards >= measured.gpus();
        double kilowatts = totals.power() / KILOWATT;
        boolean mega = kilowatts >= KILOWATT;
        return tile(TotalQuantity.POWER, "Power",
                new TileText((all ? "" : "≥ ") + rounded(mega ? kilowatts / KILOWATT : kilowatts), mega ? "MW" : "kW",
                        "by " + of(boards), null));
    }

    /** Down, so that “at least” stays true; three digits or so are read from afar. */
    private static String rounded(double number) {
        return number >= THREE_DIGITS ? Long.toString((long) Math.floor(number))
                : String.format(Locale.ROOT, "%.1f", Math.floor(number * 10) / 10);
    }

    private Tile hottest(AlertRules rules) {
        var hottest = measured.with(Metric.TEMPERATURE).stream().max(
                Comparator.comparingDouble(board -> board.device().values().get(Metric.TEMPERATURE)));
        if (hottest.isEmpty()) {
            return missing(TotalQuantity.HOTTEST, "Hottest", "no exporter tells");
        }
        return tile(TotalQuantity.HOTTEST, "Hottest",
                new TileText(MeasureText.whole(totals.hottest()), "°C",
                        "%s · %s".formatted(hottest.get().node(), hottest.get().device().title()),
                        sign(rules)));
    }

    /** Of the most severe rule on temperatures whose line is passed; null where none is. */
    private @Nullable StatusGlyph sign(AlertRules rules) {
        return rules.of(AlertSignal.TEMPERATURE).stream()
                .filter(rule -> rule.limit() != null && totals.hottest() > rule.limit().threshold())
                .map(AlertRule::severity).max(Comparator.naturalOrder())
                .map(severity -> severity == Severity.CRITICAL ? StatusGlyph.BROKEN : StatusGlyph.WARNING).orElse(null);
    }

    private Tile missing(TotalQuantity quantity, String title, String why) {
        return tile(quantity, title, new TileText(MeasureText.MISSING, "", why, null));
    }

    /** How far back the line reaches, and who tells of what the wall did not see itself. */
    private String reach(TotalQuantity quantity) {
        var whole = "last " + AgeText.brief(past.span(now));
        var origins = past.origins(quantity);
        if (origins.isEmpty()) {
            var seen = past.seen(now);
            return seen.compareTo(past.span(now)) >= 0 ? whole
                    : seen.compareTo(TotalsPast.VISIBLE) < 0 ? "trend begins now" : "seen for " + AgeText.brief(seen);
        }
        return whole + origins.stream().map(origin -> switch (origin) {
            case PROMETHEUS -> "Prometheus";
            case HISTORY -> "kept here";
        }).collect(Collectors.joining(", ", " · ", ""));
    }

    private Tile tile(TotalQuantity quantity, String title, TileText said) {
        var series = past.series(quantity, now);
        double most = Double.isNaN(series.max()) ? 1 : Math.max(1, series.max());
        double total = Math.max(1, fleet.tally().total());
        var line = switch (quantity) {
            case ALLOCATED, FREE -> new WallLine(series, 0, total);
            case WASTED -> new WallLine(series, 0, Math.min(total, most * 1.25));
            case USED -> new WallLine(series, 0, 1, missing);
            case POWER -> new WallLine(series, 0, most * 1.1, missing);
            case HOTTEST -> new WallLine(series, COOL, HOT, missing);
        };
        return new Tile(quantity, title, said.number(), said.unit(), said.detail(), line,
                reach(quantity), said.sign());
    }
}
