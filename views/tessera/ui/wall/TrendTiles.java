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
import tessera.alerts.Severity;
import tessera.alerts.Signal;
import tessera.insight.Bound;
import tessera.insight.Fleet;
import tessera.metrics.history.Series;
import tessera.model.PodSight;
import tessera.model.reading.Metric;
import tessera.ui.alerts.AlertBrief;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Measures;
import tessera.ui.kit.Numbers;
import tessera.ui.wall.Totals.Measured;
import tessera.ui.wall.Totals.Quantity;
import tessera.ui.wall.WallState.Line;
import tessera.ui.wall.WallState.Tile;

/** Words for a fleet's six numbers. */
final class TrendTiles {

    private static final double KILOWATT = 1000;
    private static final double THREE_DIGITS = 100;
    private static final double COOL = 20;
    private static final double HOT = 95;

    private final Fleet fleet;
    private final Measured measured;
    private final Totals totals;
    private final TotalsPast past;
    private final Instant now;
    private final Series missing;

    TrendTiles(Fleet fleet, Measured measured, Totals totals, TotalsPast past, Instant now) {
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
    List<Tile> of(List<AlertBrief.Line> idle, boolean tells, AlertRules rules) {
        var tiles = new ArrayList<Tile>();
        var tally = fleet.tally();
        var sight = fleet.snapshot().podSight();
        var held = Fleet.allocatedBound(fleet.nodes(), sight);
        var left = Fleet.freeBound(fleet.nodes(), sight);
        if (sight == PodSight.NONE) {
            tiles.add(missing(Quantity.ALLOCATED, "Allocated", "pods may not be listed"));
        } else {
            tiles.add(tile(Quantity.ALLOCATED, "Allocated", new Said(Numbers.bounded(tally.allocated(), held),
                    Numbers.percent(tally.allocated(), tally.total(), held),
                    "of " + Numbers.of(tally.total(), "GPU"), null)));
        }
        tiles.add(used());
        if (sight == PodSight.NONE) {
            tiles.add(missing(Quantity.FREE, "Free", "pods may not be listed"));
        } else {
            tiles.add(tile(Quantity.FREE, "Free", new Said(Numbers.bounded(tally.free(), left),
                    Numbers.percent(tally.free(), tally.total(), left),
                    left == Bound.AT_MOST ? "not all pods are known" : fleet.largestFreeBlock().text(tally.free()),
                    null)));
        }
        tiles.add(wasted(idle, tells));
        tiles.add(power());
        tiles.add(hottest(rules));
        return tiles;
    }

    /** @param sign what warns; null for nothing */
    private record Said(String number, String unit, String detail, @Nullable Glyph sign) {}

    private Tile used() {
        int boards = measured.with(Metric.UTILISATION).size();
        return boards == 0 ? missing(Quantity.USED, "Used", "no exporter tells")
                : tile(Quantity.USED, "Used", new Said(Long.toString(Math.round(totals.used() * 100)), "%",
                        "mean of " + of(boards), null));
    }

    private String of(int boards) {
        long total = measured.gpus();
        return boards >= total ? Numbers.of(total, "GPU")
                : "%s of %s".formatted(Numbers.count(boards), Numbers.of(total, "GPU"));
    }

    private Tile wasted(List<AlertBrief.Line> idle, boolean tells) {
        if (!tells) {
            return missing(Quantity.WASTED, "Held and idle", "no exporter tells");
        }
        boolean early = Double.isNaN(totals.wasted());
        if (early && idle.isEmpty()) {
            return missing(Quantity.WASTED, "Held and idle", "watching for " + Ages.brief(past.heard(now)));
        }
        int count = idle.stream().mapToInt(AlertBrief.Line::count).sum();
        return tile(Quantity.WASTED, "Held and idle", new Said(Numbers.atLeast(count, !early), "",
                idle.isEmpty() ? "none seen idle for " + Ages.brief(AlertBrief.PAUSE)
                        : "longest " + idle.getFirst().age(),
                null));
    }

    private Tile power() {
        int boards = measured.with(Metric.POWER).size();
        if (boards == 0) {
            return missing(Quantity.POWER, "Power", "no exporter tells");
        }
        boolean all = boards >= measured.gpus();
        double kilowatts = totals.power() / KILOWATT;
        boolean mega = kilowatts >= KILOWATT;
        return tile(Quantity.POWER, "Power",
                new Said((all ? "" : "≥ ") + rounded(mega ? kilowatts / KILOWATT : kilowatts), mega ? "MW" : "kW",
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
            return missing(Quantity.HOTTEST, "Hottest", "no exporter tells");
        }
        return tile(Quantity.HOTTEST, "Hottest",
                new Said(Measures.whole(totals.hottest()), "°C",
                        "%s · %s".formatted(hottest.get().node(), hottest.get().device().title()),
                        sign(rules)));
    }

    /** Of the most severe rule on temperatures whose line is passed; null where none is. */
    private @Nullable Glyph sign(AlertRules rules) {
        return rules.of(Signal.TEMPERATURE).stream()
                .filter(rule -> rule.limit() != null && totals.hottest() > rule.limit().threshold())
                .map(AlertRule::severity).max(Comparator.naturalOrder())
                .map(severity -> severity == Severity.CRITICAL ? Glyph.BROKEN : Glyph.WARNING).orElse(null);
    }

    private Tile missing(Quantity quantity, String title, String why) {
        return tile(quantity, title, new Said(Measures.MISSING, "", why, null));
    }

    /** How far back the line reaches, and who tells of what the wall did not see itself. */
    private String reach(Quantity quantity) {
        var whole = "last " + Ages.brief(past.span(now));
        var origins = past.origins(quantity);
        if (origins.isEmpty()) {
            var seen = past.seen(now);
            return seen.compareTo(past.span(now)) >= 0 ? whole
                    : seen.compareTo(TotalsPast.VISIBLE) < 0 ? "trend begins now" : "seen for " + Ages.brief(seen);
        }
        return whole + origins.stream().map(origin -> switch (origin) {
            case PROMETHEUS -> "Prometheus";
            case HISTORY -> "kept here";
        }).collect(Collectors.joining(", ", " · ", ""));
    }

    private Tile tile(Quantity quantity, String title, Said said) {
        var series = past.series(quantity, now);
        double most = Double.isNaN(series.max()) ? 1 : Math.max(1, series.max());
        double total = Math.max(1, fleet.tally().total());
        var line = switch (quantity) {
            case ALLOCATED, FREE -> new Line(series, 0, total);
            case WASTED -> new Line(series, 0, Math.min(total, most * 1.25));
            case USED -> new Line(series, 0, 1, missing);
            case POWER -> new Line(series, 0, most * 1.1, missing);
            case HOTTEST -> new Line(series, COOL, HOT, missing);
        };
        return new Tile(quantity, title, said.number(), said.unit(), said.detail(), line,
                reach(quantity), said.sign());
    }
}
