package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AcceleratorRequests;
import tessera.insight.GpuFleet;
import tessera.insight.WaitingReason;
import tessera.model.SourceHealth;
import tessera.ui.alerts.AlertBrief;
import tessera.ui.fleet.AlertContext;
import tessera.ui.fleet.FleetGrouping;
import tessera.ui.fleet.FleetProjection;
import tessera.ui.fleet.FleetQuery;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.RequestText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.wall.FleetTotals.MeasuredTotals;
import tessera.ui.wall.WallState.WallColumn;
import tessera.ui.wall.WallState.WallRow;

/**
 * Computes the state of a wall page. Remembers what the fleet's numbers were, whatever page is in sight; one thread at
 * a time.
 */
final class WallProjection {

    private final AcceleratorCatalog accelerators;
    private final AlertRules rules;
    private final FleetProjection mosaic;
    private final TotalsPast past = new TotalsPast();
    private final MeasuredBoards witnesses = new MeasuredBoards();
    private final TrendBackfill remembrance;

    /** @param remembrance of what was measured before the wall was there */
    WallProjection(AcceleratorCatalog accelerators, AlertRules rules, TrendBackfill remembrance) {
        this.remembrance = remembrance;
        this.accelerators = accelerators;
        this.rules = rules;
        this.mosaic = new FleetProjection(accelerators, AlertContext.forRules(rules));
    }

    WallState project(GpuFleet fleet, WallQuery query) {
        var notice = ScreenNotice.forSnapshot(fleet.snapshot())
                .or(() -> fleet.nodes().isEmpty() ? Optional.of(ScreenNotice.withoutGpus(fleet.snapshot()))
                        : Optional.empty());
        if (notice.isPresent()) {
            return new WallState.SilentWall(notice.get(), true);
        }
        var idle = AlertBrief.idleGpus(rules, query.firingAlerts(), query.now());
        var measured = MeasuredTotals.of(fleet);
        boolean tells = !measured.boards().isEmpty()
                && !query.firingAlerts().state().equals(AlertsState.notEvaluated());
        var watched = past.measuredFor(query.now());
        // Before, nobody can have been seen idle for so long.
        boolean known = tells && watched.compareTo(AlertBrief.PAUSE) >= 0;
        var totals = FleetTotals.of(fleet, measured,
                known ? idle.stream().mapToInt(AlertBrief.BriefLine::count).sum() : Double.NaN);
        boolean all = witnesses.isStable(query.now(), measured.boards().size());
        past.record(query.now(), all ? totals : totals.withoutMeasurements());
        remembrance.backfillGaps(past, measured.roster(), query.now());
        return switch (query.page()) {
            case FLEET -> new WallState.MosaicWall(mosaic.project(fleet,
                    new FleetQuery(MosaicLens.ALLOCATION, FleetGrouping.MODEL, "",
                            lastSeenAt(fleet.snapshot().nodeHealth(), query.now()))));
            case TRENDS -> new WallState.TrendsWall(
                    new TrendTiles(fleet, measured, totals, past, query.now()).allTiles(idle, tells, rules),
                    remembrance.isPending());
            case ALERTS -> alertsState(fleet, query);
            case PENDING ->
                new WallState.WaitingWall(
                        pendingColumn(fleet, lastSeenAt(fleet.snapshot().podHealth(), query.now())),
                        idleColumn(idle, tells, watched));
        };
    }

    /** Returns the time of the last observation: pods that waited then are not known to wait still. */
    private static Instant lastSeenAt(SourceHealth health, Instant now) {
        return health instanceof SourceHealth.StaleSource(var since, _) && since.isBefore(now) ? since
                : now;
    }

    private WallState alertsState(GpuFleet fleet, WallQuery query) {
        if (query.firingAlerts().state().equals(AlertsState.notEvaluated())) {
            return new WallState.SilentWall(
                    new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Nothing is judged yet",
                            "Waiting for the first readings.", ""),
                    false);
        }
        var brief = AlertBrief.forFleet(fleet, query.alerts(), query.now());
        var title = brief.lines().isEmpty() ? "Alerts"
                : NumberText.withNoun(brief.lines().stream().mapToInt(AlertBrief.BriefLine::count).sum(), "alert");
        return new WallState.AlertsWall(title, brief.lines(),
                brief.complete() ? "Nothing fires" : "Nothing is known to fire", brief.coverage());
    }

    private WallColumn pendingColumn(GpuFleet fleet, Instant now) {
        var snapshot = fleet.snapshot();
        if (snapshot.podHealth() instanceof SourceHealth.UnavailableSource(var problem)) {
            return new WallColumn(StatusGlyph.CORDONED, "Pending pods", "", List.of(), problem.headline());
        }
        boolean complete = snapshot.isAllocationComplete();
        var waiting = fleet.waiting();
        var reasons = new WaitingReason(fleet, accelerators);
        var rows = new ArrayList<WallRow>();
        for (var pod : waiting) {
            rows.add(
                    new WallRow(pod.namespace() + " / " + pod.name(),
                            RequestText.podText(pod, accelerators) + " · " + reasons.reasonText(pod),
                            AgeText.ageOf(pod.created(), snapshot, now), 1));
        }
        return new WallColumn(StatusGlyph.WAITING, NumberText.atLeast(waiting.size(), complete) + " pending",
                waiting.isEmpty() ? ""
                        : RequestText.demandText(AcceleratorRequests.of(waiting, accelerators), complete),
                rows,
                complete ? "Nobody waits for a GPU" : "Not all pods are known");
    }

    private static WallColumn idleColumn(List<AlertBrief.BriefLine> idle, boolean tells, Duration watched) {
        var rows = idle.stream().map(line -> new WallRow(line.place(), Stream
                .of(line.value().isEmpty() ? "" : line.value() + " busy", line.holder())
                .filter(text -> !text.isEmpty()).collect(Collectors.joining(" · ")), line.age(), line.count()))
                .toList();
        int count = idle.stream().mapToInt(AlertBrief.BriefLine::count).sum();
        boolean early = watched.compareTo(AlertBrief.PAUSE) < 0;
        return new WallColumn(StatusGlyph.INFO,
                (!tells || (early && count == 0) ? "–" : NumberText.atLeast(count, !early)) + " held and idle",
                idle.isEmpty() ? "" : "for %s or more, longest first".formatted(AgeText.brief(AlertBrief.PAUSE)), rows,
                !tells ? "No exporter tells"
                        : early ? "Watching for " + AgeText.brief(watched)
                                : "None was seen idle for " + AgeText.brief(AlertBrief.PAUSE));
    }
}
