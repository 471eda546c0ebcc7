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
import tessera.insight.Accelerators;
import tessera.insight.Demand;
import tessera.insight.Fleet;
import tessera.insight.WaitingReason;
import tessera.model.SourceHealth;
import tessera.ui.alerts.AlertBrief;
import tessera.ui.fleet.FleetProjection;
import tessera.ui.fleet.FleetQuery;
import tessera.ui.fleet.Grouping;
import tessera.ui.fleet.Vigil;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Wants;
import tessera.ui.mosaic.Lens;
import tessera.ui.wall.Totals.Measured;
import tessera.ui.wall.WallState.Column;
import tessera.ui.wall.WallState.Row;

/**
 * Computes what a page of a wall shows. Remembers what the fleet's numbers were, whatever page is in sight; one thread at
 * a time.
 */
final class WallProjection {

    private final Accelerators accelerators;
    private final AlertRules rules;
    private final FleetProjection mosaic;
    private final TotalsPast past = new TotalsPast();
    private final Witnesses witnesses = new Witnesses();
    private final Remembrance remembrance;

    /** @param remembrance of what was measured before the wall was there */
    WallProjection(Accelerators accelerators, AlertRules rules, Remembrance remembrance) {
        this.remembrance = remembrance;
        this.accelerators = accelerators;
        this.rules = rules;
        this.mosaic = new FleetProjection(accelerators, Vigil.by(rules));
    }

    WallState state(Fleet fleet, WallQuery query) {
        var notice = Notice.of(fleet.snapshot())
                .or(() -> fleet.nodes().isEmpty() ? Optional.of(Notice.withoutGpus(fleet.snapshot()))
                        : Optional.empty());
        if (notice.isPresent()) {
            return new WallState.Silent(notice.get(), true);
        }
        var idle = AlertBrief.idle(rules, query.seen(), query.now());
        var measured = Measured.of(fleet);
        boolean tells = !measured.boards().isEmpty() && !query.seen().state().equals(AlertsState.nothing());
        var watched = past.heard(query.now());
        // Before, nobody can have been seen idle for so long.
        boolean known = tells && watched.compareTo(AlertBrief.PAUSE) >= 0;
        var totals = Totals.of(fleet, measured,
                known ? idle.stream().mapToInt(AlertBrief.Line::count).sum() : Double.NaN);
        boolean all = witnesses.remain(query.now(), measured.boards().size());
        past.record(query.now(), all ? totals : totals.unmeasured());
        remembrance.remind(past, measured.roster(), query.now());
        return switch (query.page()) {
            case FLEET -> new WallState.Mosaic(mosaic.state(fleet,
                    new FleetQuery(Lens.ALLOCATION, Grouping.MODEL, "",
                            looked(fleet.snapshot().nodeHealth(), query.now()))));
            case TRENDS -> new WallState.Trends(
                    new TrendTiles(fleet, measured, totals, past, query.now()).of(idle, tells, rules),
                    remembrance.awaits());
            case ALERTS -> alerts(fleet, query);
            case PENDING ->
                new WallState.Waiting(
                        pending(fleet, looked(fleet.snapshot().podHealth(), query.now())), idle(idle, tells, watched));
        };
    }

    /** When something was last seen: whoever waited then is not known to wait still. */
    private static Instant looked(SourceHealth health, Instant now) {
        return health instanceof SourceHealth.Stale(var since, _) && since.isBefore(now) ? since
                : now;
    }

    private WallState alerts(Fleet fleet, WallQuery query) {
        if (query.seen().state().equals(AlertsState.nothing())) {
            return new WallState.Silent(
                    new Notice(Notice.Kind.LOADING, "Nothing is judged yet", "Waiting for the first readings.", ""),
                    false);
        }
        var brief = AlertBrief.of(fleet, rules, query.seen(), query.now());
        var title = brief.lines().isEmpty() ? "Alerts"
                : Numbers.of(brief.lines().stream().mapToInt(AlertBrief.Line::count).sum(), "alert");
        return new WallState.Alerts(title, brief.lines(),
                brief.complete() ? "Nothing fires" : "Nothing is known to fire", brief.coverage());
    }

    private Column pending(Fleet fleet, Instant now) {
        var snapshot = fleet.snapshot();
        if (snapshot.podHealth() instanceof SourceHealth.Absent(var why)) {
            return new Column(Glyph.CORDONED, "Pending pods", "", List.of(), why.headline());
        }
        boolean complete = snapshot.allocationComplete();
        var waiting = fleet.waiting();
        var reasons = new WaitingReason(fleet, accelerators);
        var rows = new ArrayList<Row>();
        for (var pod : waiting) {
            rows.add(
                    new Row(pod.namespace() + " / " + pod.name(), Wants.of(pod, accelerators) + " · " + reasons.of(pod),
                            Ages.since(pod.created(), snapshot, now), 1));
        }
        return new Column(Glyph.WAITING, Numbers.atLeast(waiting.size(), complete) + " pending",
                waiting.isEmpty() ? "" : Wants.words(Demand.of(waiting, accelerators), complete), rows,
                complete ? "Nobody waits for a GPU" : "Not all pods are known");
    }

    private static Column idle(List<AlertBrief.Line> idle, boolean tells, Duration watched) {
        var rows = idle.stream().map(line -> new Row(line.where(), Stream
                .of(line.value().isEmpty() ? "" : line.value() + " busy", line.holder())
                .filter(words -> !words.isEmpty()).collect(Collectors.joining(" · ")), line.age(), line.count()))
                .toList();
        int count = idle.stream().mapToInt(AlertBrief.Line::count).sum();
        boolean early = watched.compareTo(AlertBrief.PAUSE) < 0;
        return new Column(Glyph.INFO,
                (!tells || (early && count == 0) ? "–" : Numbers.atLeast(count, !early)) + " held and idle",
                idle.isEmpty() ? "" : "for %s or more, longest first".formatted(Ages.brief(AlertBrief.PAUSE)), rows,
                !tells ? "No exporter tells"
                        : early ? "Watching for " + Ages.brief(watched)
                                : "None was seen idle for " + Ages.brief(AlertBrief.PAUSE));
    }
}
