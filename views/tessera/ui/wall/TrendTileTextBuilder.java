package tessera.ui.wall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.insight.EstimateBoundKind;
import tessera.insight.GpuFleet;
import tessera.metrics.history.FixedStepSeries;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.ui.alerts.WallAlertSummary;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.MeasuredNumberText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;
import tessera.ui.wall.WallFleetTotals.FleetTotalsInput;
import tessera.ui.wall.WallPageState.TrendTileState;
import tessera.ui.wall.WallPageState.WallTrendLineState;

/** Text of the tiles for a fleet's six numbers. */
final class TrendTileTextBuilder {

    private static final double KILOWATT = 1000;
    private static final double THREE_DIGITS = 100;
    private static final double COOL = 20;
    private static final double HOT = 95;

    private final GpuFleet fleet;
    private final FleetTotalsInput measured;
    private final WallFleetTotals totals;
    private final FleetTotalsHistory past;
    private final Instant now;
    private final FixedStepSeries missing;

    TrendTileTextBuilder(GpuFleet fleet, FleetTotalsInput measured, WallFleetTotals totals, FleetTotalsHistory past,
            Instant now) {
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
    List<TrendTileState> allTiles(List<WallAlertSummary.WallAlertSummaryLine> idle, boolean tells, AlertRules rules) {
        var tiles = new ArrayList<TrendTileState>();
        var tally = fleet.tally();
        var visibility = fleet.snapshot().podVisibility();
        var held = GpuFleet.allocatedBound(fleet.nodes(), visibility);
        var left = GpuFleet.freeBound(fleet.nodes(), visibility);
        if (visibility == PodListCompleteness.NONE) {
            tiles.add(missingTile(FleetTotalKind.ALLOCATED, "Allocated", "pods may not be listed"));
        } else {
            tiles.add(createTile(FleetTotalKind.ALLOCATED, "Allocated",
                    new TrendTileText(NumberText.bounded(tally.allocated(), held),
                            NumberText.percent(tally.allocated(), tally.total(), held),
                            "of " + totalText(tally.total()), null)));
        }
        tiles.add(usedTile());
        if (visibility == PodListCompleteness.NONE) {
            tiles.add(missingTile(FleetTotalKind.FREE, "Free", "pods may not be listed"));
        } else {
            tiles.add(createTile(FleetTotalKind.FREE, "Free", new TrendTileText(NumberText.bounded(tally.free(), left),
                    NumberText.percent(tally.free(), tally.total(), left),
                    left == EstimateBoundKind.AT_MOST ? "not all pods are known"
                            : fleet.largestFreeBlock().text(tally.free()),
                    null)));
        }
        tiles.add(wastedTile(idle, tells));
        tiles.add(powerTile());
        tiles.add(hottestTile(rules));
        return tiles;
    }

    /** @param sign what warns; null for nothing */
    private record TrendTileText(String number, String unit, String detail, @Nullable StatusGlyph sign) {}

    private TrendTileState usedTile() {
        int boards = measured.boardsWith(DeviceMetric.UTILISATION).size();
        return boards == 0 ? missingTile(FleetTotalKind.USED, "Used", "no exporter tells")
                : createTile(FleetTotalKind.USED, "Used",
                        new TrendTileText(Long.toString(Math.round(totals.used() * 100)), "%",
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

    private TrendTileState wastedTile(List<WallAlertSummary.WallAlertSummaryLine> idle, boolean tells) {
        if (!tells) {
            return missingTile(FleetTotalKind.WASTED, "Held and idle", "no exporter tells");
        }
        boolean early = Double.isNaN(totals.wasted());
        if (early && idle.isEmpty()) {
            return missingTile(FleetTotalKind.WASTED, "Held and idle",
                    "watching for " + AgeText.brief(past.measuredFor(now)));
        }
        int count = idle.stream().mapToInt(WallAlertSummary.WallAlertSummaryLine::count).sum();
        return createTile(FleetTotalKind.WASTED, "Held and idle",
                new TrendTileText(NumberText.atLeast(count, !early), "",
                        idle.isEmpty() ? "none seen idle for " + AgeText.brief(WallAlertSummary.PAUSE)
                                : "longest " + idle.getFirst().age(),
                        null));
    }

    private TrendTileState powerTile() {
        int boards = measured.boardsWith(DeviceMetric.POWER).size();
        if (boards == 0) {
            return missingTile(FleetTotalKind.POWER, "Power", "no exporter tells");
        }
        boolean all = boards >= measured.gpuCount();
        double kilowatts = totals.power() / KILOWATT;
        boolean mega = kilowatts >= KILOWATT;
        return createTile(FleetTotalKind.POWER, "Power",
                new TrendTileText((all ? "" : "≥ ") + roundedText(mega ? kilowatts / KILOWATT : kilowatts),
                        mega ? "MW" : "kW",
                        "by " + boardCountText(boards), null));
    }

    /** Rounds down, so that "at least" stays true; three digits or so are read from afar. */
    private static String roundedText(double number) {
        return number >= THREE_DIGITS ? Long.toString((long) Math.floor(number))
                : String.format(Locale.ROOT, "%.1f", Math.floor(number * 10) / 10);
    }

    private TrendTileState hottestTile(AlertRules rules) {
        var hottest = measured.boardsWith(DeviceMetric.TEMPERATURE).stream().max(
                Comparator.comparingDouble(board -> board.device().values().get(DeviceMetric.TEMPERATURE)));
        if (hottest.isEmpty()) {
            return missingTile(FleetTotalKind.HOTTEST, "Hottest", "no exporter tells");
        }
        return createTile(FleetTotalKind.HOTTEST, "Hottest",
                new TrendTileText(MeasuredNumberText.whole(totals.hottest()), "°C",
                        "%s · %s".formatted(hottest.get().node(), hottest.get().device().deviceTitle()),
                        temperatureGlyph(rules)));
    }

    /** Returns the glyph of the most severe temperature rule whose threshold is passed; null where none is. */
    private @Nullable StatusGlyph temperatureGlyph(AlertRules rules) {
        return rules.rulesFor(AlertSignal.TEMPERATURE).stream()
                .filter(rule -> rule.limit() != null && totals.hottest() > rule.limit().threshold())
                .map(AlertRule::severity).max(Comparator.naturalOrder())
                .map(alertOrFindingSeverity -> alertOrFindingSeverity == AlertOrFindingSeverity.CRITICAL
                        ? StatusGlyph.BROKEN
                        : StatusGlyph.WARNING)
                .orElse(null);
    }

    private TrendTileState missingTile(FleetTotalKind quantity, String title, String reason) {
        return createTile(quantity, title, new TrendTileText(MeasuredNumberText.MISSING, "", reason, null));
    }

    /** Returns the time that the line covers, and the source of what the wall did not measure itself. */
    private String historyText(FleetTotalKind quantity) {
        var whole = "last " + AgeText.brief(past.historySpan(now));
        var origins = past.originsOf(quantity);
        if (origins.isEmpty()) {
            var seen = past.observedFor(now);
            return seen.compareTo(past.historySpan(now)) >= 0 ? whole
                    : seen.compareTo(FleetTotalsHistory.VISIBLE) < 0 ? "trend begins now"
                            : "seen for " + AgeText.brief(seen);
        }
        return whole + origins.stream().map(origin -> switch (origin) {
            case PROMETHEUS -> "Prometheus";
            case HISTORY -> "kept here";
        }).collect(Collectors.joining(", ", " · ", ""));
    }

    private TrendTileState createTile(FleetTotalKind quantity, String title, TrendTileText said) {
        var series = past.seriesOf(quantity, now);
        double maximum = Double.isNaN(series.max()) ? 1 : Math.max(1, series.max());
        double total = Math.max(1, fleet.tally().total());
        var line = switch (quantity) {
            case ALLOCATED, FREE -> new WallTrendLineState(series, 0, total);
            case WASTED -> new WallTrendLineState(series, 0, Math.min(total, maximum * 1.25));
            case USED -> new WallTrendLineState(series, 0, 1, missing);
            case POWER -> new WallTrendLineState(series, 0, maximum * 1.1, missing);
            case HOTTEST -> new WallTrendLineState(series, COOL, HOT, missing);
        };
        return new TrendTileState(quantity, title, said.number(), said.unit(), said.detail(), line,
                historyText(quantity), said.sign());
    }
}
