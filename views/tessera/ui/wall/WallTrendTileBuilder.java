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
import tessera.text.MessageCatalog;
import tessera.ui.alerts.WallAlertSummary;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;
import tessera.ui.wall.WallFleetTotals.FleetTotalsInput;
import tessera.ui.wall.WallPageState.TrendTileState;
import tessera.ui.wall.WallPageState.WallTrendLineState;

/** Text of the tiles for a fleet's six numbers. */
final class WallTrendTileBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallTrendTileBuilder.class);
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
            FleetTotalsHistory totalsHistory, Instant now) {
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
            tiles.add(missingTile(FleetTotalKind.ALLOCATED, MESSAGES.text("tile.allocated"),
                    MESSAGES.text("tile.noPods")));
        } else {
            tiles.add(createTile(FleetTotalKind.ALLOCATED, MESSAGES.text("tile.allocated"),
                    new TrendTileText(GroupedNumberFormatter.bounded(counts.allocated(), boundKind),
                            GroupedNumberFormatter.percent(counts.allocated(), counts.total(), boundKind),
                            MESSAGES.text("tile.ofTotal", totalText(counts.total())), null)));
        }
        tiles.add(usedTile());
        if (visibility == PodListCompleteness.NONE) {
            tiles.add(missingTile(FleetTotalKind.FREE, MESSAGES.text("tile.free"), MESSAGES.text("tile.noPods")));
        } else {
            tiles.add(createTile(FleetTotalKind.FREE, MESSAGES.text("tile.free"),
                    new TrendTileText(GroupedNumberFormatter.bounded(counts.free(), left),
                            GroupedNumberFormatter.percent(counts.free(), counts.total(), left),
                            fleet.isAllocationComplete() ? fleet.largestFreeBlock().text(counts.free())
                                    : MESSAGES.text("tile.incomplete"),
                            null)));
        }
        tiles.add(wastedTile(idle, tells));
        tiles.add(powerTile());
        tiles.add(hottestTile(rules));
        return tiles;
    }

    /**
     * The texts of a trend tile, with its warning glyph.
     *
     * @param glyph the warning glyph; null for none
     */
    private record TrendTileText(String number, String unit, String detail, @Nullable StatusGlyph glyph) {}

    private TrendTileState usedTile() {
        int boards = input.boardsWith(DeviceMetric.UTILISATION).size();
        if (boards == 0) {
            return missingTile(FleetTotalKind.USED, MESSAGES.text("tile.used"), MESSAGES.text("tile.noData"));
        }
        return createTile(FleetTotalKind.USED, MESSAGES.text("tile.used"),
                new TrendTileText(Long.toString(Math.round(totals.used() * 100)), "%",
                        MESSAGES.text("tile.mean", boardCountText(boards)), null));
    }

    private String boardCountText(int boards) {
        long total = input.gpuCount();
        if (boards >= total) {
            return CountedNoun.GPU.countText(total);
        }
        return MESSAGES.text("tile.of", GroupedNumberFormatter.count(boards), totalText(total));
    }

    /** Returns the number of GPUs, marked where there may be more or fewer. */
    private String totalText(long total) {
        return GroupedNumberFormatter.boundSign(fleet.totalBound(fleet.nodes())) + CountedNoun.GPU.countText(total);
    }

    private TrendTileState wastedTile(List<WallAlertSummary.WallAlertSummaryLine> idle, boolean tells) {
        if (!tells) {
            return missingTile(FleetTotalKind.WASTED, MESSAGES.text("tile.idle"), MESSAGES.text("tile.noData"));
        }
        boolean early = Double.isNaN(totals.wasted());
        if (early && idle.isEmpty()) {
            return missingTile(FleetTotalKind.WASTED, MESSAGES.text("tile.idle"),
                    MESSAGES.text("tile.watching", AgeFormatter.brief(totalsHistory.measuredFor(now))));
        }
        int count = idle.stream().mapToInt(WallAlertSummary.WallAlertSummaryLine::count).sum();
        return createTile(FleetTotalKind.WASTED, MESSAGES.text("tile.idle"),
                new TrendTileText(GroupedNumberFormatter.atLeast(count, !early), "",
                        idle.isEmpty() ? MESSAGES.text("tile.noneIdle", AgeFormatter.brief(WallAlertSummary.PAUSE))
                                : MESSAGES.text("tile.longest", idle.getFirst().age()),
                        null));
    }

    private TrendTileState powerTile() {
        int boards = input.boardsWith(DeviceMetric.POWER).size();
        if (boards == 0) {
            return missingTile(FleetTotalKind.POWER, MESSAGES.text("tile.power"), MESSAGES.text("tile.noData"));
        }
        double kilowatts = totals.power() / KILOWATT;
        boolean mega = kilowatts >= KILOWATT;
        return createTile(FleetTotalKind.POWER, MESSAGES.text("tile.power"),
                new TrendTileText(
                        (boards < input.gpuCount() ? "≥ " : "")
                                + roundedText(mega ? kilowatts / KILOWATT : kilowatts),
                        mega ? "MW" : "kW", MESSAGES.text("tile.by", boardCountText(boards)), null));
    }

    /** Rounds down, so that "at least" stays true; three digits or so are read from afar. */
    private static String roundedText(double number) {
        if (number >= THREE_DIGITS) {
            return Long.toString((long) Math.floor(number));
        }
        return String.format(Locale.ROOT, "%.1f", Math.floor(number * 10) / 10);
    }

    private TrendTileState hottestTile(AlertRules rules) {
        var hottest = input.boardsWith(DeviceMetric.TEMPERATURE).stream()
                .max(Comparator.comparingDouble(gpu -> gpu.device().values().get(DeviceMetric.TEMPERATURE)));
        if (hottest.isEmpty()) {
            return missingTile(FleetTotalKind.HOTTEST, MESSAGES.text("tile.hottest"), MESSAGES.text("tile.noData"));
        }
        return createTile(FleetTotalKind.HOTTEST, MESSAGES.text("tile.hottest"),
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
        var whole = MESSAGES.text("tile.last", AgeFormatter.brief(totalsHistory.historySpan(now)));
        var origins = totalsHistory.originsOf(kind);
        if (origins.isEmpty()) {
            var seen = totalsHistory.observedFor(now);
            if (seen.compareTo(totalsHistory.historySpan(now)) >= 0) {
                return whole;
            }
            if (seen.compareTo(FleetTotalsHistory.VISIBLE) < 0) {
                return MESSAGES.text("tile.begins");
            }
            return MESSAGES.text("tile.seen", AgeFormatter.brief(seen));
        }
        return whole + origins.stream().map(origin -> switch (origin) {
            case PROMETHEUS -> MESSAGES.text("tile.prometheus");
            case HISTORY -> MESSAGES.text("tile.kept");
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
