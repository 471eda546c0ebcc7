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
import tessera.ui.wall.WallState.TrendTile;
import tessera.ui.wall.WallState.WallLine;

/** Text of the tiles for a fleet's six numbers. */
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
        this.missing = past.missingSeries(now);
    }

    /**
     * Returns the six tiles.
     *
     * @param idle  GPUs that are held and idle, the longest first
     * @param tells whether somebody can tell what is idle
     */
    List<TrendTile> allTiles(List<AlertBrief.BriefLine> idle, boolean tells, AlertRules rules) {
        var tiles = new ArrayList<TrendTile>();
        var tally = fleet.tally();
        var visibility = fleet.snapshot().podVisibility();
        var held = GpuFleet.allocatedBound(fleet.nodes(), visibility);
        var left = GpuFleet.freeBound(fleet.nodes(), visibility);
        if (visibility == PodVisibility.NONE) {
            tiles.add(missingTile(TotalQuantity.ALLOCATED, "Allocated", "pods may not be listed"));
        } else {
            tiles.add(createTile(TotalQuantity.ALLOCATED, "Allocated",
                    new TileText(NumberText.bounded(tally.allocated(), held),
                            NumberText.percent(tally.allocated(), tally.total(), held),
                            "of " + totalText(tally.total()), null)));
        }
        tiles.add(usedTile());
        if (visibility == PodVisibility.NONE) {
            tiles.add(missingTile(TotalQuantity.FREE, "Free", "pods may not be listed"));
        } else {
            tiles.add(createTile(TotalQuantity.FREE, "Free", new TileText(NumberText.bounded(tally.free(), left),
                    NumberText.percent(tally.free(), tally.total(), left),
                    left == EstimateBound.AT_MOST ? "not all pods are known"
                            : fleet.largestFreeBlock().text(tally.free()),
                    null)));
        }
        tiles.add(wastedTile(idle, tells));
        tiles.add(powerTile());
        tiles.add(hottestTile(rules));
        return tiles;
    }

    /** @param sign what warns; null for nothing */
    private record TileText(String number, String unit, String detail, @Nullable StatusGlyph sign) {}

    private TrendTile usedTile() {
        int boards = measured.boardsWith(Metric.UTILISATION).size();
        return boards == 0 ? missingTile(TotalQuantity.USED, "Used", "no exporter tells")
                : createTile(TotalQuantity.USED, "Used",
                        new TileText(Long.toString(Math.round(totals.used() * 100)), "%",
                                "mean of " + boardCountText(boards), null));
    }

    private String boardCountText(int boards) {
        long total = measured.gpuCount();
        return boards >= total ? NumberText.withNoun(total, "GPU")
                : "%s of %s".formatted(NumberText.count(boards), totalText(total));
    }

    /** Returns the number of GPUs, marked where there may be more or fewer. */
    private String totalText(long total) {
        return NumberText.boundSign(fleet.totalBound(fleet.nodes())) + NumberText.withNoun(total, "GPU");
    }

    private TrendTile wastedTile(List<AlertBrief.BriefLine> idle, boolean tells) {
        if (!tells) {
            return missingTile(TotalQuantity.WASTED, "Held and idle", "no exporter tells");
        }
        boolean early = Double.isNaN(totals.wasted());
        if (early && idle.isEmpty()) {
            return missingTile(TotalQuantity.WASTED, "Held and idle",
                    "watching for " + AgeText.brief(past.measuredFor(now)));
        }
        int count = idle.stream().mapToInt(AlertBrief.BriefLine::count).sum();
        return createTile(TotalQuantity.WASTED, "Held and idle", new TileText(NumberText.atLeast(count, !early), "",
                idle.isEmpty() ? "none seen idle for " + AgeText.brief(AlertBrief.PAUSE)
                        : "longest " + idle.getFirst().age(),
                null));
    }

    private TrendTile powerTile() {
        int boards = measured.boardsWith(Metric.POWER).size();
        if (boards == 0) {
            return missingTile(TotalQuantity.POWER, "Power", "no exporter tells");
        }
        boolean all = boards >= measured.gpuCount();
        double kilowatts = totals.power() / KILOWATT;
        boolean mega = kilowatts >= KILOWATT;
        return createTile(TotalQuantity.POWER, "Power",
                new TileText((all ? "" : "≥ ") + roundedText(mega ? kilowatts / KILOWATT : kilowatts),
                        mega ? "MW" : "kW",
                        "by " + boardCountText(boards), null));
    }

    /** Rounds down, so that "at least" stays true; three digits or so are read from afar. */
    private static String roundedText(double number) {
        return number >= THREE_DIGITS ? Long.toString((long) Math.floor(number))
                : String.format(Locale.ROOT, "%.1f", Math.floor(number * 10) / 10);
    }

    private TrendTile hottestTile(AlertRules rules) {
        var hottest = measured.boardsWith(Metric.TEMPERATURE).stream().max(
                Comparator.comparingDouble(board -> board.device().values().get(Metric.TEMPERATURE)));
        if (hottest.isEmpty()) {
            return missingTile(TotalQuantity.HOTTEST, "Hottest", "no exporter tells");
        }
        return createTile(TotalQuantity.HOTTEST, "Hottest",
                new TileText(MeasureText.whole(totals.hottest()), "°C",
                        "%s · %s".formatted(hottest.get().node(), hottest.get().device().deviceTitle()),
                        temperatureGlyph(rules)));
    }

    /** Returns the glyph of the most severe temperature rule whose threshold is passed; null where none is. */
    private @Nullable StatusGlyph temperatureGlyph(AlertRules rules) {
        return rules.rulesFor(AlertSignal.TEMPERATURE).stream()
                .filter(rule -> rule.limit() != null && totals.hottest() > rule.limit().threshold())
                .map(AlertRule::severity).max(Comparator.naturalOrder())
                .map(severity -> severity == Severity.CRITICAL ? StatusGlyph.BROKEN : StatusGlyph.WARNING).orElse(null);
    }

    private TrendTile missingTile(TotalQuantity quantity, String title, String reason) {
        return createTile(quantity, title, new TileText(MeasureText.MISSING, "", reason, null));
    }

    /** Returns the time that the line covers, and the source of what the wall did not measure itself. */
    private String historyText(TotalQuantity quantity) {
        var whole = "last " + AgeText.brief(past.historySpan(now));
        var origins = past.originsOf(quantity);
        if (origins.isEmpty()) {
            var seen = past.observedFor(now);
            return seen.compareTo(past.historySpan(now)) >= 0 ? whole
                    : seen.compareTo(TotalsPast.VISIBLE) < 0 ? "trend begins now" : "seen for " + AgeText.brief(seen);
        }
        return whole + origins.stream().map(origin -> switch (origin) {
            case PROMETHEUS -> "Prometheus";
            case HISTORY -> "kept here";
        }).collect(Collectors.joining(", ", " · ", ""));
    }

    private TrendTile createTile(TotalQuantity quantity, String title, TileText said) {
        var series = past.seriesOf(quantity, now);
        double maximum = Double.isNaN(series.max()) ? 1 : Math.max(1, series.max());
        double total = Math.max(1, fleet.tally().total());
        var line = switch (quantity) {
            case ALLOCATED, FREE -> new WallLine(series, 0, total);
            case WASTED -> new WallLine(series, 0, Math.min(total, maximum * 1.25));
            case USED -> new WallLine(series, 0, 1, missing);
            case POWER -> new WallLine(series, 0, maximum * 1.1, missing);
            case HOTTEST -> new WallLine(series, COOL, HOT, missing);
        };
        return new TrendTile(quantity, title, said.number(), said.unit(), said.detail(), line,
                historyText(quantity), said.sign());
    }
}
