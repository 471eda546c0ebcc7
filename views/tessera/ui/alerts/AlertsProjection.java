package tessera.ui.alerts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.Alert.State;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.alerts.Severity;
import tessera.insight.GpuFleet;
import tessera.ui.alerts.AlertsPage.Empty;
import tessera.ui.alerts.AlertsPage.FilterSummary;
import tessera.ui.alerts.AlertsPage.SectionCounts;
import tessera.ui.alerts.AlertsQuery.AlertSection;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes what the alerts screen shows. */
final class AlertsProjection {

    /** So old judgements are no longer the present. */
    private static final Duration OLD = Duration.ofSeconds(30);

    private final Supplier<AlertRules> rules;

    AlertsProjection(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    AlertsPage page(GpuFleet fleet, AlertsQuery asked) {
        var query = asked.located(fleet);
        var state = query.seen().state();
        var notice = new AlertSources(query).isEmpty() ? notice(fleet, state) : Optional.<ScreenNotice>empty();
        var all = new LineBuilder(query, alert -> true);
        if (notice.isPresent()) {
            return new AlertsPage(notice, List.of(), all.counts(), new Empty("", ""), "", new FilterSummary("", ""));
        }
        var reading = new TableFilter<>(fields(), flags(query)).read(query.filter());
        var list = query.filter().isBlank() ? all : new LineBuilder(query, reading.accepts());
        list.add();
        var coverage = RuleCoverage.of(fleet, query.now());
        var count = query.filter().isBlank() ? "" : "%d of %d".formatted(list.matched(), all.matched());
        return new AlertsPage(notice, list.lines, all.counts(), empty(query, coverage), words(coverage, query),
                new FilterSummary(count, reading.problem()));
    }

    private static Optional<ScreenNotice> notice(GpuFleet fleet, AlertsState state) {
        if (!state.active().isEmpty() || !state.pending().isEmpty() || !state.history().isEmpty()) {
            return Optional.empty();
        }
        var snapshot = fleet.snapshot();
        var without = ScreenNotice.of(snapshot)
                .or(() -> fleet.nodes().isEmpty() ? Optional.of(ScreenNotice.withoutGpus(snapshot)) : Optional.empty());
        return without.isEmpty() && state.equals(AlertsState.nothing())
                ? Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Nothing is judged yet",
                        "Waiting for the first readings.", ""))
                : without;
    }

    private Empty empty(AlertsQuery query, RuleCoverage coverage) {
        if (!query.filter().isBlank()) {
            return new Empty("No alert passes the filter", "");
        }
        var watched = words(coverage, query);
        return switch (query.section()) {
            case ALL, FIRING -> new Empty(coverage.complete() ? "Nothing fires" : "Nothing is known to fire", watched);
            case PENDING -> new Empty(
                    coverage.complete() ? "Nothing is about to fire" : "Nothing is known to be about to fire", watched);
            case RESOLVED -> new Empty("Nothing has ended since this cluster was opened", "");
        };
    }

    private String words(RuleCoverage coverage, AlertsQuery query) {
        var at = query.seen().state().at();
        var foreign = new AlertSources(query).coverage();
        var words = coverage.words(rules.get().all().size()) + (foreign.isEmpty() ? "" : "  ·  " + foreign);
        return Duration.between(at, query.now()).compareTo(OLD) < 0 ? words
                : words + "  ·  judged %s ago".formatted(AgeText.brief(Duration.between(at, query.now())));
    }

    private static Map<String, ConditionField<Alert>> fields() {
        return Map.of("source", ConditionField.text(alert -> PrometheusAlert.is(alert) ? "prometheus" : "tessera"),
                "severity",
                ConditionField.text(alert -> AlertLine.words(alert.severity())), "rule",
                ConditionField.texts(alert -> List.of(alert.rule(), alert.title())), "node",
                ConditionField.text(alert -> alert.subject().node()), "gpu",
                ConditionField.text(alert -> alert.subject().title()),
                "ns",
                ConditionField.texts(alert -> pods(alert).map(pod -> pod.substring(0, Math.max(0, pod.indexOf('/'))))
                        .toList()),
                "pod", ConditionField.texts(alert -> pods(alert).toList()), "text",
                ConditionField.text(Alert::sentence));
    }

    private static Stream<String> pods(Alert alert) {
        return Stream.concat(Stream.of(alert.subject().pod().split(", ", -1)), alert.holders().stream())
                .filter(pod -> !pod.isEmpty());
    }

    private static Map<String, Predicate<Alert>> flags(AlertsQuery query) {
        var silences = query.seen().silences();
        var at = query.seen().state().at();
        return Map.of("firing", Alert::active, "pending", alert -> alert.state() == State.PENDING, "resolved",
                alert -> alert.state() == State.RESOLVED, "unknown", alert -> alert.times().unknown() != null,
                "acknowledged", silences::acknowledged, "silenced", alert -> silences.silenced(alert, at));
    }

    /** The lines of one page, while they are put together. */
    private final class LineBuilder {

        private final AlertsQuery query;
        private final AlertWords words;
        private final ForeignWords theirs;
        private final AlertFolding folding;
        private final List<List<AlertItem>> firing;
        private final List<List<AlertItem>> pending;
        private final List<List<AlertItem>> resolved;
        private final List<AlertLine> lines = new ArrayList<>();

        /** @param accepts those that are wanted */
        LineBuilder(AlertsQuery query, Predicate<Alert> accepts) {
            this.query = query;
            words = new AlertWords(rules.get(), query.seen(), query.now());
            theirs = new ForeignWords(query.foreign(), query.now());
            var sources = new AlertSources(query);
            var present = Stream.concat(sources.firing().stream(), sources.pending().stream()).toList();
            folding = new AlertFolding(new AlertCorrelator(rules.get(), query.foreign(), present), words::quiet);
            var things = folding.things(present);
            firing = rows(things.stream().filter(AlertItem::fires).toList(), accepts);
            pending = rows(things.stream().filter(thing -> !thing.fires()).toList(), accepts);
            resolved = rows(folding.things(sources.resolved()), accepts);
        }

        /** Filtered last: what is told as one stays one row, however little of it is wanted. */
        private List<List<AlertItem>> rows(List<AlertItem> things, Predicate<Alert> accepts) {
            return folding.rows(things).stream()
                    .map(row -> row.stream().filter(thing -> thing.told().stream().anyMatch(accepts)).toList())
                    .filter(row -> !row.isEmpty()).toList();
        }

        SectionCounts counts() {
            return new SectionCounts(firing.size(), pending.size(), resolved.size());
        }

        int matched() {
            return (shows(AlertSection.FIRING) ? firing.size() : 0) + (shows(AlertSection.PENDING) ? pending.size() : 0)
                    + (shows(AlertSection.RESOLVED) ? resolved.size() : 0);
        }

        void add() {
            new AlertSources(query).troubles().forEach(lines::add);
            if (shows(AlertSection.FIRING)) {
                addFiring();
            }
            if (shows(AlertSection.PENDING)) {
                group(StatusGlyph.WAITING, "pending", "wrong, and not yet for long enough", pending);
            }
            if (shows(AlertSection.RESOLVED)) {
                group(StatusGlyph.READY, "resolved", "over since this cluster was opened, the newest first", resolved);
            }
        }

        private boolean shows(AlertSection section) {
            return query.section() == AlertSection.ALL || query.section() == section;
        }

        private void addFiring() {
            var loud = firing.stream().filter(row -> !quiet(row)).toList();
            for (var severity : List.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO)) {
                var rows = loud.stream().filter(row -> row.getFirst().loudest().severity() == severity).toList();
                group(AlertLine.sign(severity), heading(severity, rows.size()), meaning(severity), rows);
            }
            group(StatusGlyph.NONE, "acknowledged or silenced", "they go on firing; the badge does not count them",
                    firing.stream().filter(this::quiet).toList());
        }

        private boolean quiet(List<AlertItem> row) {
            return row.getFirst().quiet(words::quiet);
        }

        private void group(StatusGlyph sign, String title, String detail, List<List<AlertItem>> rows) {
            if (rows.isEmpty()) {
                return;
            }
            lines.add(new AlertLine.GroupHeading(sign, NumberText.count(rows.size()) + " " + title, detail));
            for (var row : rows) {
                var alerts = row.stream().flatMap(thing -> thing.told().stream()).toList();
                if (alerts.size() == 1) {
                    tell(alerts.getFirst());
                    continue;
                }
                var key = folding.key(row);
                boolean opened = query.opened().contains(key);
                lines.add(new FoldedWords(words, theirs).bundle(row, key, opened));
                if (opened) {
                    alerts.forEach(this::tell);
                }
            }
        }

        private void tell(Alert alert) {
            boolean opened = query.opened().contains(AlertLine.key(alert));
            boolean foreign = PrometheusAlert.is(alert);
            lines.add(foreign ? theirs.entry(alert, opened) : words.entry(alert, opened));
            if (opened) {
                lines.add(foreign ? theirs.detail(alert) : words.detail(alert));
            }
        }
    }

    private static String heading(Severity severity, int rows) {
        return AlertLine.words(severity) + (severity == Severity.WARNING && rows != 1 ? "s" : "");
    }

    private static String meaning(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "someone has to act now";
            case WARNING -> "someone has to look, not at once";
            case INFO -> "nothing has to be done";
        };
    }
}
