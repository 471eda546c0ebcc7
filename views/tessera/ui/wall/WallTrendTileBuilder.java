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
import tessera.gpu.GpuFleet;
import tessera.metrics.history.FixedStepSeries;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.ui.alerts.WallAlertSummary;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;
import tessera.ui.wall.WallFleetTotals.FleetTotalsInput;
import tessera.ui.wall.WallPageState.TrendTileState;
import tessera.ui.wall.WallPageState.WallTrendLineState;

/** Text of the tiles for a fleet's six numbers. */
final class WallTrendTileBuilder {

    private static final double KILOWATT = 1000;
    private static final double THREE_DIGITS = 100;
    private static final double COOL = 20;
    private static final double HOT = 95;

    private final GpuFleet fleet;
    private final FleetTotalsInput input;
    private final WallFleetTotals totals;
    private final FleetTotalsHistory totalsHistory;
    private final Instant now;
    private final FixedStepSeries missing;

    WallTrendTileBuilder(GpuFleet fleet, FleetTotalsInput input, WallFleetTotals totals,
            FleetTotalsHistory totalsHistory,
            Instant now) {
        this.fleet = fleet;
        this.input = input;
        this.totals = totals;
        this.totalsHistory = totalsHistory;
        this.now = now;
        this.missing = totalsHistory.missingSeries(now);
    }

    /**
     * Returns the six tiles.
     *
     * @param idle  GPUs that are held and idle, the longest first
     * @param tells whether somebody can tell what is idle
     */
    List<TrendTileState> allTiles(List<WallAlertSummary.WallAlertSummaryLine> idle, boolean tells, AlertRules rules) {
        var tiles = new ArrayList<TrendTileState>();
        var counts = fleet.tally();
        var visibility = fleet.snapshot().podVisibility();
        var boundKind = GpuFleet.allocatedBound(fleet.nodes(), visibility);
        var left = GpuFleet.freeBound(fleet.nodes(), visibility);
        if (visibility == PodListCompleteness.NONE) {
            tiles.add(missingTile(FleetTotalKind.ALLOCATED, "Allocated", "pods may not be listed"));
        } else {
            tiles.add(createTile(FleetTotalKind.ALLOCATED, "Allocated",
                    new TrendTileText(GroupedNumberFormatter.bounded(counts.allocated(), boundKind),
                            GroupedNumberFormatter.percent(counts.allocated(), counts.total(), boundKind),
                            "of " + totalText(counts.total()), null)));
        }
        tiles.add(usedTile());
        if (visibility == PodListCompleteness.NONE) {
            tiles.add(missingTile(FleetTotalKind.FREE, "Free", "pods may not be listed"));
        } else {
            tiles.add(createTile(FleetTotalKind.FREE, "Free",
                    new TrendTileText(GroupedNumberFormatter.bounded(counts.free(), left),
                            GroupedNumberFormatter.percent(counts.free(), counts.total(), left),
                            fleet.isAllocationComplete() ? fleet.largestFreeBlock().text(counts.free())
                                    : "not all pods are known",
                            null)));
        }
        tiles.add(wastedTile(idle, tells));
        tiles.add(powerTile());
        tiles.add(hottestTile(rules));
        return tiles;
    }

    /** @param glyph what warns; null for nothing */
    private record TrendTileText(String number, String unit, String detail, @Nullable StatusGlyph glyph) {}

    private TrendTileState usedTile() {
        int boards = input.boardsWith(DeviceMetric.UTILISATION).size();
        if (boards == 0) {
            return missingTile(FleetTotalKind.USED, "Used", "no exporter tells");
        }
        return createTile(FleetTotalKind.USED, "Used",
                new TrendTileText(Long.toString(Math.round(totals.used() * 100)), "%",
                        "mean of " + boardCountText(boards), null));
    }

    private String boardCountText(int boards) {
        long total = input.gpuCount();
        if (boards >= total) {
            return GroupedNumberFormatter.withNoun(total, "GPU");
        }
        return "%s of %s".formatted(GroupedNumberFormatter.count(boards), totalText(total));
    }

    /** Returns the number of GPUs, marked where there may be more or fewer. */
    private String totalText(long total) {
        return GroupedNumberFormatter.boundSign(fleet.totalBound(fleet.nodes()))
                + GroupedNumberFormatter.withNoun(total, "GPU");
    }

    private TrendTileState wastedTile(List<WallAlertSummary.WallAlertSummaryLine> idle, boolean tells) {
        if (!tells) {
            return missingTile(FleetTotalKind.WASTED, "Held and idle", "no exporter tells");
        }
        boolean early = Double.isNaN(totals.wasted());
        if (early && idle.isEmpty()) {
            return missingTile(FleetTotalKind.WASTED, "Held and idle",
                    "watching for " + AgeFormatter.brief(totalsHistory.measuredFor(now)));
        }
        int count = idle.stream().mapToInt(WallAlertSummary.WallAlertSummaryLine::count).sum();
        return createTile(FleetTotalKind.WASTED, "Held and idle",
                new TrendTileText(GroupedNumberFormatter.atLeast(count, !early), "",
                        idle.isEmpty() ? "none seen idle for " + AgeFormatter.brief(WallAlertSummary.PAUSE)
                                : "longest " + idle.getFirst().age(),
                        null));
    }

    private TrendTileState powerTile() {
        int boards = input.boardsWith(DeviceMetric.POWER).size();
        if (boards == 0) {
            return missingTile(FleetTotalKind.POWER, "Power", "no exporter tells");
        }
        boolean all = boards >= input.gpuCount();
        double kilowatts = totals.power() / KILOWATT;
        boolean mega = kilowatts >= KILOWATT;
        return createTile(FleetTotalKind.POWER, "Power",
                new TrendTileText((all ? "" : "≥ ") + roundedText(mega ? kilowatts / KILOWATT : kilowatts),
                        mega ? "MW" : "kW",
                        "by " + boardCountText(boards), null));
    }

    /** Rounds down, so that "at least" stays true; three digits or so are read from afar. */
    private static String roundedText(double number) {
        if (number >= THREE_DIGITS) {
            return Long.toString((long) Math.floor(number));
        }
        return String.format(Locale.ROOT, "%.1f", Math.floor(number * 10) / 10);
    }

    private TrendTileState hottestTile(AlertRules rules) {
        var hottest = input.boardsWith(DeviceMetric.TEMPERATURE).stream().max(
                Comparator.comparingDouble(gpu -> gpu.device().values().get(DeviceMetric.TEMPERATURE)));
        if (hottest.isEmpty()) {
            return missingTile(FleetTotalKind.HOTTEST, "Hottest", "no exporter tells");
        }
        return createTile(FleetTotalKind.HOTTEST, "Hottest",
                new TrendTileText(MeasuredNumberFormatter.whole(totals.hottest()), "°C",
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

    private TrendTileState missingTile(FleetTotalKind kind, String title, String reason) {
        return createTile(kind, title, new TrendTileText(MeasuredNumberFormatter.MISSING, "", reason, null));
    }

    /** Returns the time that the line covers, and the source of what the wall did not measure itself. */
    private String historyText(FleetTotalKind kind) {
        var whole = "last " + AgeFormatter.brief(totalsHistory.historySpan(now));
        var origins = totalsHistory.originsOf(kind);
        if (origins.isEmpty()) {
            var seen = totalsHistory.observedFor(now);
            if (seen.compareTo(totalsHistory.historySpan(now)) >= 0) {
                return whole;
            }
            if (seen.compareTo(FleetTotalsHistory.VISIBLE) < 0) {
                return "trend begins now";
            }
            return "seen for " + AgeFormatter.brief(seen);
        }
        return whole + origins.stream().map(origin -> switch (origin) {
            case PROMETHEUS -> "Prometheus";
            case HISTORY -> "kept here";
        }).collect(Collectors.joining(", ", " · ", ""));
    }

    private TrendTileState createTile(FleetTotalKind kind, String title, TrendTileText tileText) {
        var series = totalsHistory.seriesOf(kind, now);
        double maximum = Double.isNaN(series.max()) ? 1 : Math.max(1, series.max());
        double total = Math.max(1, fleet.tally().total());
        var line = switch (kind) {
            case ALLOCATED, FREE -> new WallTrendLineState(series, 0, total);
            case WASTED -> new WallTrendLineState(series, 0, Math.min(total, maximum * 1.25));
            case USED -> new WallTrendLineState(series, 0, 1, missing);
            case POWER -> new WallTrendLineState(series, 0, maximum * 1.1, missing);
            case HOTTEST -> new WallTrendLineState(series, COOL, HOT, missing);
        };
        return new TrendTileState(kind, title, tileText.number(), tileText.unit(), tileText.detail(), line,
                historyText(kind), tileText.glyph());
    }
}
