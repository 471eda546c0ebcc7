package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.PodAcceleratorRequests;
import tessera.model.SnapshotCollectionHealth;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.text.MessageCatalog;
import tessera.ui.alerts.WallAlertSummary;
import tessera.ui.fleet.FleetAlertsAndRules;
import tessera.ui.fleet.FleetScreenInput;
import tessera.ui.fleet.FleetScreenStateBuilder;
import tessera.ui.fleet.HeatmapNodeGrouping;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.PodResourceRequestFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallFleetTotals.FleetTotalsInput;
import tessera.ui.wall.WallPageState.WallListRowState;
import tessera.ui.wall.WallPageState.WallPageHalfState;

/**
 * Computes the state of a wall page. Remembers what the fleet's numbers were, whatever page is in sight; one thread at
 * a time.
 */
final class WallPageStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallPageStateBuilder.class);

    private final AcceleratorCatalog accelerators;
    private final AlertRules rules;
    private final FleetScreenStateBuilder heatmap;
    private final FleetTotalsHistory totalsHistory = new FleetTotalsHistory();
    private final MeasuredGpuDropDetector witnesses = new MeasuredGpuDropDetector();
    private final WallTrendBackfill trendBackfill;

    /** @param trendBackfill of what was measured before the wall was there */
    WallPageStateBuilder(AcceleratorCatalog accelerators, AlertRules rules, WallTrendBackfill trendBackfill) {
        this.trendBackfill = trendBackfill;
        this.accelerators = accelerators;
        this.rules = rules;
        this.heatmap = new FleetScreenStateBuilder(accelerators, FleetAlertsAndRules.forRules(rules));
    }

    WallPageState project(GpuFleet fleet, WallPageInput query) {
        var notice = EmptyScreenNotice.forFleet(fleet);
        if (notice.isPresent()) {
            return new WallPageState.EmptyWallState(notice.get(), true);
        }
        var idle = WallAlertSummary.idleGpus(rules, query.firingAlerts(), query.now());
        var input = FleetTotalsInput.of(fleet);
        boolean tells = !input.gpus().isEmpty() && !query.firingAlerts().state().equals(AlertSnapshot.notEvaluated());
        var watched = totalsHistory.measuredFor(query.now());
        // Before, nobody can have been seen idle for so long.
        boolean known = tells && watched.compareTo(WallAlertSummary.PAUSE) >= 0;
        var totals = WallFleetTotals.of(fleet, input,
                known ? idle.stream().mapToInt(WallAlertSummary.WallAlertSummaryLine::count).sum() : Double.NaN);
        boolean all = witnesses.isStable(query.now(), input.gpus().size());
        totalsHistory.record(query.now(), all ? totals : totals.withoutMeasurements());
        trendBackfill.backfillGaps(totalsHistory, input.nodeGpuCounts(), query.now());
        return switch (query.page()) {
            case FLEET -> new WallPageState.HeatmapWallState(
                    heatmap.project(fleet, new FleetScreenInput(HeatmapColorMode.ALLOCATION, HeatmapNodeGrouping.MODEL,
                            "", lastSeenAt(fleet.snapshot().nodeHealth(), query.now()))));
            case TRENDS -> new WallPageState.TrendsWallState(
                    new WallTrendTileBuilder(fleet, input, totals, totalsHistory, query.now()).allTiles(idle, tells,
                            rules),
                    trendBackfill.isPending());
            case ALERTS -> alertsState(fleet, query);
            case PENDING -> new WallPageState.PendingPodsWallState(
                    pendingColumn(fleet, lastSeenAt(fleet.snapshot().podHealth(), query.now())),
                    idleColumn(idle, tells, watched));
        };
    }

    /** Returns the time of the last observation: pods that waited then are not known to wait still. */
    private static Instant lastSeenAt(SnapshotCollectionHealth health, Instant now) {
        if (health instanceof SnapshotCollectionHealth.StaleCollection(var since, _) && since.isBefore(now)) {
            return since;
        }
        return now;
    }

    private WallPageState alertsState(GpuFleet fleet, WallPageInput query) {
        if (query.firingAlerts().state().equals(AlertSnapshot.notEvaluated())) {
            return new WallPageState.EmptyWallState(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                    MESSAGES.text("alerts.loading"), MESSAGES.text("alerts.loadingDetail"), ""), false);
        }
        var summary = WallAlertSummary.forFleet(fleet, query.alerts(), query.now());
        var title = summary.lines().isEmpty() ? MESSAGES.text("page.alerts")
                : CountedNoun.ALERT.countText(
                        summary.lines().stream().mapToInt(WallAlertSummary.WallAlertSummaryLine::count).sum());
        return new WallPageState.AlertsWallState(title, summary.lines(),
                summary.complete() ? MESSAGES.text("alerts.none") : MESSAGES.text("alerts.noneKnown"),
                summary.coverage());
    }

    private WallPageHalfState pendingColumn(GpuFleet fleet, Instant now) {
        var clusterSnapshot = fleet.snapshot();
        if (clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            return new WallPageHalfState(StatusGlyph.CORDONED, MESSAGES.text("pending.title"), "", List.of(),
                    problem.headline());
        }
        boolean complete = clusterSnapshot.isAllocationComplete();
        var waiting = fleet.pendingPods();
        var reasons = new PendingDiagnosisFinder(fleet, accelerators);
        var rows = new ArrayList<WallListRowState>();
        for (var pod : waiting) {
            rows.add(new WallListRowState(pod.namespace() + " / " + pod.name(),
                    PodResourceRequestFormatter.podText(pod, accelerators) + " · " + reasons.reasonText(pod),
                    AgeFormatter.ageOf(pod.created(), clusterSnapshot, now), 1));
        }
        return new WallPageHalfState(StatusGlyph.WAITING,
                MESSAGES.text("pending.count", GroupedNumberFormatter.atLeast(waiting.size(), complete)),
                waiting.isEmpty() ? ""
                        : PodResourceRequestFormatter.demandText(PodAcceleratorRequests.of(waiting, accelerators),
                                complete),
                rows, complete ? MESSAGES.text("pending.none") : MESSAGES.text("pending.unknown"));
    }

    private static WallPageHalfState idleColumn(List<WallAlertSummary.WallAlertSummaryLine> idle, boolean tells,
            Duration watched) {
        var rows = idle.stream().map(WallPageStateBuilder::wallRow).toList();
        int count = idle.stream().mapToInt(WallAlertSummary.WallAlertSummaryLine::count).sum();
        boolean early = watched.compareTo(WallAlertSummary.PAUSE) < 0;
        return new WallPageHalfState(StatusGlyph.INFO,
                MESSAGES.text("idle.count",
                        !tells || (early && count == 0) ? "–" : GroupedNumberFormatter.atLeast(count, !early)),
                idle.isEmpty() ? "" : MESSAGES.text("idle.since", AgeFormatter.brief(WallAlertSummary.PAUSE)), rows,
                emptyText(tells, early, watched));
    }

    private static WallListRowState wallRow(WallAlertSummary.WallAlertSummaryLine line) {
        return new WallListRowState(line.location(),
                Stream.of(line.value().isEmpty() ? "" : MESSAGES.text("idle.busy", line.value()), line.holder())
                        .filter(text -> !text.isEmpty()).collect(Collectors.joining(" · ")),
                line.age(), line.count());
    }

    private static String emptyText(boolean tells, boolean early, Duration watched) {
        if (!tells) {
            return MESSAGES.text("idle.noData");
        }
        if (early) {
            return MESSAGES.text("idle.watching", AgeFormatter.brief(watched));
        }
        return MESSAGES.text("idle.none", AgeFormatter.brief(WallAlertSummary.PAUSE));
    }

    /**
     * Number of boards measured in the last minute. While exporters fall silent one after the other, what the others tell is no total
     * of the fleet: drawn beside what all told, it would look as if the fleet did less. One thread at a time.
     */
    private static final class MeasuredGpuDropDetector {

        private static final Duration SPAN = Duration.ofMinutes(1);
        private static final double SHARE = 0.9;

        private final Deque<MeasuredGpuCount> recentCounts = new ArrayDeque<>();

        private record MeasuredGpuCount(Instant at, int gpuCount) {}

        /** Returns whether about as many boards are measured as just before. */
        boolean isStable(Instant now, int boards) {
            recentCounts.removeIf(count -> count.at().isBefore(now.minus(SPAN)) || count.at().isAfter(now));
            recentCounts.add(new MeasuredGpuCount(now, boards));
            return boards >= SHARE * recentCounts.stream().mapToInt(MeasuredGpuCount::gpuCount).max().orElse(0);
        }
    }
}
