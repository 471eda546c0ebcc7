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
import tessera.ui.alerts.AlertsPage.EmptyPlaceholder;
import tessera.ui.alerts.AlertsPage.FilterSummary;
import tessera.ui.alerts.AlertsPage.SectionCounts;
import tessera.ui.alerts.AlertsQuery.AlertSection;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes the content of the alerts screen. */
final class AlertsProjection {

    /** So old judgements are no longer the present. */
    private static final Duration OLD = Duration.ofSeconds(30);

    private final Supplier<AlertRules> rules;

    AlertsProjection(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    AlertsPage computePage(GpuFleet fleet, AlertsQuery asked) {
        var query = asked.withNodes(fleet);
        var state = query.firingAlerts().state();
        var notice = new AlertSources(query).isEmpty() ? noticeFor(fleet, state) : Optional.<ScreenNotice>empty();
        var all = new LineBuilder(query, alert -> true);
        if (notice.isPresent()) {
            return new AlertsPage(notice, List.of(), all.sectionCounts(), new EmptyPlaceholder("", ""), "",
                    new FilterSummary("", ""));
        }
        var reading = new TableFilter<>(filterFields(), filterFlags(query)).read(query.filter());
        var list = query.filter().isBlank() ? all : new LineBuilder(query, reading.accepts());
        list.addLines();
        var coverage = RuleCoverage.ofFleet(fleet, query.now());
        var count = query.filter().isBlank() ? "" : "%d of %d".formatted(list.countMatched(), all.countMatched());
        return new AlertsPage(notice, list.lines, all.sectionCounts(), emptyPlaceholder(query, coverage),
                coverageText(coverage, query),
                new FilterSummary(count, reading.problem()));
    }

    private static Optional<ScreenNotice> noticeFor(GpuFleet fleet, AlertsState state) {
        if (!state.active().isEmpty() || !state.pending().isEmpty() || !state.history().isEmpty()) {
            return Optional.empty();
        }
        var snapshot = fleet.snapshot();
        var without = ScreenNotice.forSnapshot(snapshot)
                .or(() -> fleet.nodes().isEmpty() ? Optional.of(ScreenNotice.withoutGpus(snapshot)) : Optional.empty());
        return without.isEmpty() && state.equals(AlertsState.notEvaluated())
                ? Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Nothing is judged yet",
                        "Waiting for the first readings.", ""))
                : without;
    }

    private EmptyPlaceholder emptyPlaceholder(AlertsQuery query, RuleCoverage coverage) {
        if (!query.filter().isBlank()) {
            return new EmptyPlaceholder("No alert passes the filter", "");
        }
        var watched = coverageText(coverage, query);
        return switch (query.section()) {
            case ALL, FIRING ->
                new EmptyPlaceholder(coverage.isComplete() ? "Nothing fires" : "Nothing is known to fire", watched);
            case PENDING -> new EmptyPlaceholder(
                    coverage.isComplete() ? "Nothing is about to fire" : "Nothing is known to be about to fire",
                    watched);
            case RESOLVED -> new EmptyPlaceholder("Nothing has ended since this cluster was opened", "");
        };
    }

    private String coverageText(RuleCoverage coverage, AlertsQuery query) {
        var at = query.firingAlerts().state().evaluatedAt();
        var foreign = new AlertSources(query).coverageText();
        var text = coverage.coverageText(rules.get().allRules().size()) + (foreign.isEmpty() ? "" : "  ·  " + foreign);
        return Duration.between(at, query.now()).compareTo(OLD) < 0 ? text
                : text + "  ·  judged %s ago".formatted(AgeText.brief(Duration.between(at, query.now())));
    }

    private static Map<String, ConditionField<Alert>> filterFields() {
        return Map.of("source",
                ConditionField.text(alert -> PrometheusAlertSet.isPrometheusAlert(alert) ? "prometheus" : "tessera"),
                "severity",
                ConditionField.text(alert -> AlertLine.severityText(alert.severity())), "rule",
                ConditionField.texts(alert -> List.of(alert.ruleId(), alert.title())), "node",
                ConditionField.text(alert -> alert.subject().node()), "gpu",
                ConditionField.text(alert -> alert.subject().deviceTitle()),
                "ns",
                ConditionField
                        .texts(alert -> podKeysOf(alert).map(pod -> pod.substring(0, Math.max(0, pod.indexOf('/'))))
                                .toList()),
                "pod", ConditionField.texts(alert -> podKeysOf(alert).toList()), "text",
                ConditionField.text(Alert::sentence));
    }

    private static Stream<String> podKeysOf(Alert alert) {
        return Stream.concat(Stream.of(alert.subject().pod().split(", ", -1)), alert.holders().stream())
                .filter(pod -> !pod.isEmpty());
    }

    private static Map<String, Predicate<Alert>> filterFlags(AlertsQuery query) {
        var silences = query.firingAlerts().silences();
        var at = query.firingAlerts().state().evaluatedAt();
        return Map.of("firing", Alert::isActive, "pending", alert -> alert.state() == State.PENDING, "resolved",
                alert -> alert.state() == State.RESOLVED, "unknown", alert -> alert.times().unknownSince() != null,
                "acknowledged", silences::isAcknowledged, "silenced", alert -> silences.isSilenced(alert, at));
    }

    /** Builds the lines of one page. */
    private final class LineBuilder {

        private final AlertsQuery query;
        private final OwnAlertText words;
        private final PrometheusAlertText theirs;
        private final AlertFolding folding;
        private final List<List<AlertItem>> firing;
        private final List<List<AlertItem>> pending;
        private final List<List<AlertItem>> resolved;
        private final List<AlertLine> lines = new ArrayList<>();

        /** @param accepts those that are wanted */
        LineBuilder(AlertsQuery query, Predicate<Alert> accepts) {
            this.query = query;
            words = new OwnAlertText(rules.get(), query.firingAlerts(), query.now());
            theirs = new PrometheusAlertText(query.prometheusAlerts(), query.now());
            var sources = new AlertSources(query);
            var present = Stream.concat(sources.firingAlerts().stream(), sources.pendingAlerts().stream()).toList();
            folding = new AlertFolding(new AlertCorrelator(rules.get(), query.prometheusAlerts(), present),
                    words::isQuiet);
            var things = folding.toItems(present);
            firing = filterRows(things.stream().filter(AlertItem::isFiring).toList(), accepts);
            pending = filterRows(things.stream().filter(item -> !item.isFiring()).toList(), accepts);
            resolved = filterRows(folding.toItems(sources.resolvedAlerts()), accepts);
        }

        /** Returns the rows with accepted items; filtering follows folding, so that rows do not split. */
        private List<List<AlertItem>> filterRows(List<AlertItem> things, Predicate<Alert> accepts) {
            return folding.toRows(things).stream()
                    .map(row -> row.stream().filter(item -> item.alerts().stream().anyMatch(accepts)).toList())
                    .filter(row -> !row.isEmpty()).toList();
        }

        SectionCounts sectionCounts() {
            return new SectionCounts(firing.size(), pending.size(), resolved.size());
        }

        int countMatched() {
            return (showsSection(AlertSection.FIRING) ? firing.size() : 0)
                    + (showsSection(AlertSection.PENDING) ? pending.size() : 0)
                    + (showsSection(AlertSection.RESOLVED) ? resolved.size() : 0);
        }

        void addLines() {
            new AlertSources(query).problemLines().forEach(lines::add);
            if (showsSection(AlertSection.FIRING)) {
                addFiring();
            }
            if (showsSection(AlertSection.PENDING)) {
                addGroup(StatusGlyph.WAITING, "pending", "wrong, and not yet for long enough", pending);
            }
            if (showsSection(AlertSection.RESOLVED)) {
                addGroup(StatusGlyph.READY, "resolved", "over since this cluster was opened, the newest first",
                        resolved);
            }
        }

        private boolean showsSection(AlertSection section) {
            return query.section() == AlertSection.ALL || query.section() == section;
        }

        private void addFiring() {
            var loud = firing.stream().filter(row -> !isQuiet(row)).toList();
            for (var severity : List.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO)) {
                var rows = loud.stream().filter(row -> row.getFirst().leadAlert().severity() == severity).toList();
                addGroup(AlertLine.glyphOf(severity), headingText(severity, rows.size()), meaningText(severity), rows);
            }
            addGroup(StatusGlyph.NONE, "acknowledged or silenced", "they go on firing; the badge does not count them",
                    firing.stream().filter(this::isQuiet).toList());
        }

        private boolean isQuiet(List<AlertItem> row) {
            return row.getFirst().isQuiet(words::isQuiet);
        }

        private void addGroup(StatusGlyph glyph, String title, String detail, List<List<AlertItem>> rows) {
            if (rows.isEmpty()) {
                return;
            }
            lines.add(new AlertLine.GroupHeading(glyph, NumberText.count(rows.size()) + " " + title, detail));
            for (var row : rows) {
                var alerts = row.stream().flatMap(item -> item.alerts().stream()).toList();
                if (alerts.size() == 1) {
                    addAlert(alerts.getFirst());
                    continue;
                }
                var key = folding.rowKey(row);
                boolean opened = query.expandedKeys().contains(key);
                lines.add(new FoldedAlertText(words, theirs).toBundle(row, key, opened));
                if (opened) {
                    alerts.forEach(this::addAlert);
                }
            }
        }

        private void addAlert(Alert alert) {
            boolean opened = query.expandedKeys().contains(AlertLine.alertKey(alert));
            boolean foreign = PrometheusAlertSet.isPrometheusAlert(alert);
            lines.add(foreign ? theirs.alertEntry(alert, opened) : words.alertEntry(alert, opened));
            if (opened) {
                lines.add(foreign ? theirs.alertDetail(alert) : words.alertDetail(alert));
            }
        }
    }

    private static String headingText(Severity severity, int rows) {
        return AlertLine.severityText(severity) + (severity == Severity.WARNING && rows != 1 ? "s" : "");
    }

    private static String meaningText(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "someone has to act now";
            case WARNING -> "someone has to look, not at once";
            case INFO -> "nothing has to be done";
        };
    }
}
