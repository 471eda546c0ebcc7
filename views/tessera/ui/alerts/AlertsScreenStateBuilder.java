package tessera.ui.alerts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.GpuFleet;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertList.BrokenPrometheusRule;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.alerts.AlertsScreenInput.AlertOrigin;
import tessera.ui.alerts.AlertsScreenInput.AlertSection;
import tessera.ui.alerts.AlertsScreenState.AlertSectionCounts;
import tessera.ui.alerts.AlertsScreenState.EmptyAlertListText;
import tessera.ui.alerts.AlertsScreenState.FilterSummary;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;

/** Computes the content of the alerts screen. */
final class AlertsScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertsScreenStateBuilder.class);

    /** So old judgements are no longer the present. */
    private static final Duration OLD = Duration.ofSeconds(30);

    private final Supplier<AlertRules> rules;

    AlertsScreenStateBuilder(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    AlertsScreenState computePage(GpuFleet fleet, AlertsScreenInput alertsQuery) {
        var query = alertsQuery.withNodes(fleet);
        var state = query.firingAlerts().state();
        var notice = noticeFor(fleet, state).filter(_ -> new SelectedOriginAlerts(query).isEmpty());
        var all = new AlertLinesBuilder(query, alert -> true);
        if (notice.isPresent()) {
            return new AlertsScreenState(notice, List.of(), all.sectionCounts(), new EmptyAlertListText("", ""), "",
                    new FilterSummary("", ""));
        }
        var reading = new TableFilterParser<>(filterFields(), filterFlags(query)).read(query.filter());
        var list = query.filter().isBlank() ? all : new AlertLinesBuilder(query, reading.accepts());
        list.addLines();
        var coverage = AlertRuleFleetCoverage.ofFleet(fleet, query.now());
        var count = query.filter().isBlank() ? "" : MESSAGES.text("count", list.countMatched(), all.countMatched());
        return new AlertsScreenState(notice, list.lines, all.sectionCounts(), emptyPlaceholder(query, coverage),
                coverageText(coverage, query), new FilterSummary(count, reading.problem()));
    }

    private static Optional<EmptyScreenNotice> noticeFor(GpuFleet fleet, AlertSnapshot state) {
        if (!state.active().isEmpty() || !state.pending().isEmpty() || !state.history().isEmpty()) {
            return Optional.empty();
        }
        var without = EmptyScreenNotice.forFleet(fleet);
        if (without.isEmpty() && state.equals(AlertSnapshot.notEvaluated())) {
            return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                    MESSAGES.text("list.loading"), MESSAGES.text("list.loadingDetail"), ""));
        }
        return without;
    }

    private EmptyAlertListText emptyPlaceholder(AlertsScreenInput query, AlertRuleFleetCoverage coverage) {
        if (!query.filter().isBlank()) {
            return new EmptyAlertListText(MESSAGES.text("list.noMatch"), "");
        }
        var watched = coverageText(coverage, query);
        return switch (query.section()) {
            case ALL, FIRING -> new EmptyAlertListText(
                    coverage.isComplete() ? MESSAGES.text("list.noneFiring") : MESSAGES.text("list.noneKnownFiring"),
                    watched);
            case PENDING -> new EmptyAlertListText(
                    coverage.isComplete() ? MESSAGES.text("list.nonePending") : MESSAGES.text("list.noneKnownPending"),
                    watched);
            case RESOLVED -> new EmptyAlertListText(MESSAGES.text("list.noneResolved"), "");
        };
    }

    private String coverageText(AlertRuleFleetCoverage coverage, AlertsScreenInput query) {
        var at = query.firingAlerts().state().evaluatedAt();
        var foreign = new SelectedOriginAlerts(query).coverageText();
        var text = coverage.coverageText(rules.get().allRules().size()) + OptionalText.prefixed("  ·  ", foreign);
        if (Duration.between(at, query.now()).compareTo(OLD) < 0) {
            return text;
        }
        return MESSAGES.text("list.evaluated", text, AgeFormatter.brief(Duration.between(at, query.now())));
    }

    private static Map<String, FilterableRowProperty<Alert>> filterFields() {
        return Map.of("source",
                FilterableRowProperty
                        .text(alert -> PrometheusAlertSnapshot.isPrometheusAlert(alert) ? "prometheus" : "tessera"),
                "severity",
                FilterableRowProperty
                        .texts(alert -> List.of(AlertListLine.severityText(alert.severity()), alert.severity().name())),
                "rule", FilterableRowProperty.texts(alert -> List.of(alert.ruleId(), alert.title())), "node",
                FilterableRowProperty.text(alert -> alert.subject().node()), "gpu",
                FilterableRowProperty.text(alert -> alert.subject().deviceTitle()), "ns",
                FilterableRowProperty.texts(AlertsScreenStateBuilder::podNamespaces), "pod",
                FilterableRowProperty.texts(alert -> podKeysOf(alert).toList()), "text",
                FilterableRowProperty.text(Alert::sentence));
    }

    private static List<String> podNamespaces(Alert alert) {
        return podKeysOf(alert).map(pod -> pod.substring(0, Math.max(0, pod.indexOf('/')))).toList();
    }

    private static Stream<String> podKeysOf(Alert alert) {
        return Stream.concat(Stream.of(alert.subject().pod().split(", ", -1)), alert.holders().stream())
                .filter(pod -> !pod.isEmpty());
    }

    private static Map<String, Predicate<Alert>> filterFlags(AlertsScreenInput query) {
        var silences = query.firingAlerts().silences();
        var at = query.firingAlerts().state().evaluatedAt();
        return Map.of("firing", Alert::isActive, "pending", alert -> alert.state() == AlertState.PENDING, "resolved",
                alert -> alert.state() == AlertState.RESOLVED, "unknown", alert -> alert.times().unknownSince() != null,
                "acknowledged", silences::isAcknowledged, "silenced", alert -> silences.isSilenced(alert, at));
    }

    /** Builds the lines of one page. */
    private final class AlertLinesBuilder {

        private final AlertsScreenInput query;
        private final SingleAlertFormatter alertText;
        private final PrometheusAlertFormatter theirs;
        private final AlertRowGrouper grouper;
        private final List<List<ProblemAlertGroup>> firing;
        private final List<List<ProblemAlertGroup>> pending;
        private final List<List<ProblemAlertGroup>> resolved;
        private final List<AlertListLine> lines = new ArrayList<>();

        /** @param accepts those that are wanted */
        AlertLinesBuilder(AlertsScreenInput query, Predicate<Alert> accepts) {
            this.query = query;
            alertText = new SingleAlertFormatter(rules.get(), query.firingAlerts(), query.now());
            theirs = new PrometheusAlertFormatter(query.prometheusAlerts(), query.now());
            var sources = new SelectedOriginAlerts(query);
            var present = Stream.concat(sources.firingAlerts().stream(), sources.pendingAlerts().stream()).toList();
            grouper = new AlertRowGrouper(
                    new PrometheusAlertCounterpartFinder(rules.get(), query.prometheusAlerts(), present),
                    alertText::isQuiet);
            var things = grouper.toItems(present);
            firing = filterRows(things.stream().filter(ProblemAlertGroup::isFiring).toList(), accepts);
            pending = filterRows(things.stream().filter(item -> !item.isFiring()).toList(), accepts);
            resolved = filterRows(grouper.toItems(sources.resolvedAlerts()), accepts);
        }

        /** Returns the rows with accepted items; filtering follows folding, so that rows do not split. */
        private List<List<ProblemAlertGroup>> filterRows(List<ProblemAlertGroup> things, Predicate<Alert> accepts) {
            return grouper.toRows(things).stream().map(row -> acceptedItems(row, accepts)).filter(row -> !row.isEmpty())
                    .toList();
        }

        private static List<ProblemAlertGroup> acceptedItems(List<ProblemAlertGroup> row, Predicate<Alert> accepts) {
            return row.stream().filter(item -> item.alerts().stream().anyMatch(accepts)).toList();
        }

        AlertSectionCounts sectionCounts() {
            return new AlertSectionCounts(firing.size(), pending.size(), resolved.size());
        }

        int countMatched() {
            return countShown(AlertSection.FIRING, firing) + countShown(AlertSection.PENDING, pending)
                    + countShown(AlertSection.RESOLVED, resolved);
        }

        void addLines() {
            new SelectedOriginAlerts(query).problemLines().forEach(lines::add);
            if (showsSection(AlertSection.FIRING)) {
                addFiring();
            }
            if (showsSection(AlertSection.PENDING)) {
                addGroup(StatusGlyph.WAITING, MESSAGES.text("group.pending"), MESSAGES.text("group.pendingDetail"),
                        pending);
            }
            if (showsSection(AlertSection.RESOLVED)) {
                addGroup(StatusGlyph.READY, MESSAGES.text("group.resolved"), MESSAGES.text("group.resolvedDetail"),
                        resolved);
            }
        }

        private int countShown(AlertSection section, List<?> rows) {
            return showsSection(section) ? rows.size() : 0;
        }

        private boolean showsSection(AlertSection section) {
            return query.section() == AlertSection.ALL || query.section() == section;
        }

        private void addFiring() {
            var loud = firing.stream().filter(row -> !isQuiet(row)).toList();
            for (var alertOrFindingSeverity : List.of(AlertOrFindingSeverity.CRITICAL, AlertOrFindingSeverity.WARNING,
                    AlertOrFindingSeverity.INFO)) {
                var rows = loud.stream().filter(row -> row.getFirst().leadAlert().severity() == alertOrFindingSeverity)
                        .toList();
                addGroup(StatusGlyph.forSeverity(alertOrFindingSeverity),
                        headingText(alertOrFindingSeverity, rows.size()), meaningText(alertOrFindingSeverity), rows);
            }
            addGroup(StatusGlyph.NONE, MESSAGES.text("group.muted"), MESSAGES.text("group.mutedDetail"),
                    firing.stream().filter(this::isQuiet).toList());
        }

        private boolean isQuiet(List<ProblemAlertGroup> row) {
            return row.getFirst().isQuiet(alertText::isQuiet);
        }

        private void addGroup(StatusGlyph glyph, String title, String detail, List<List<ProblemAlertGroup>> rows) {
            if (rows.isEmpty()) {
                return;
            }
            lines.add(new AlertListLine.AlertListHeading(glyph, GroupedNumberFormatter.count(rows.size()) + " " + title,
                    detail));
            for (var row : rows) {
                var alerts = row.stream().flatMap(item -> item.alerts().stream()).toList();
                if (alerts.size() == 1) {
                    addAlert(alerts.getFirst());
                    continue;
                }
                var key = grouper.rowKey(row);
                boolean opened = query.expandedKeys().contains(key);
                lines.add(new GroupedAlertFormatter(alertText, theirs).toBundle(row, key, opened));
                if (opened) {
                    alerts.forEach(this::addAlert);
                }
            }
        }

        private void addAlert(Alert alert) {
            boolean opened = query.expandedKeys().contains(AlertListLine.alertKey(alert));
            boolean foreign = PrometheusAlertSnapshot.isPrometheusAlert(alert);
            lines.add(foreign ? theirs.alertEntry(alert, opened) : alertText.alertEntry(alert, opened));
            if (opened) {
                lines.add(foreign ? theirs.alertDetail(alert) : alertText.alertDetail(alert));
            }
        }
    }

    private static String headingText(AlertOrFindingSeverity alertOrFindingSeverity, int rows) {
        return alertOrFindingSeverity == AlertOrFindingSeverity.WARNING && rows != 1
                ? MESSAGES.text("severity.warnings")
                : AlertListLine.severityText(alertOrFindingSeverity);
    }

    private static String meaningText(AlertOrFindingSeverity alertOrFindingSeverity) {
        return switch (alertOrFindingSeverity) {
            case CRITICAL -> MESSAGES.text("meaning.critical");
            case WARNING -> MESSAGES.text("meaning.warning");
            case INFO -> MESSAGES.text("meaning.info");
        };
    }

    /** Formats several alerts in one row. */
    private record GroupedAlertFormatter(SingleAlertFormatter ownText, PrometheusAlertFormatter prometheusText) {

        private static final int NAMED = 4;

        /** @param key what names the row */
        AlertListLine.AlertGroupLine toBundle(List<ProblemAlertGroup> row, String key, boolean opened) {
            var worst = row.stream()
                    .max(Comparator.comparingDouble(item -> DeviceAlertGrouper.distanceFromThreshold(item.textAlert())))
                    .orElseThrow();
            return new AlertListLine.AlertGroupLine(worstEntry(row, worst), titleOf(worst) + ": " + placesText(row),
                    detailText(row, worst), row.stream().anyMatch(ProblemAlertGroup::hasPrometheusAlert), opened, key);
        }

        private AlertListLine.SingleAlertLine worstEntry(List<ProblemAlertGroup> row, ProblemAlertGroup worst) {
            var teller = singleEntry(worst.textAlert());
            var loudest = singleEntry(worst.leadAlert());
            // What fires by a rule of a Prometheus does not fire by our limit.
            return new AlertListLine.SingleAlertLine(worst.leadAlert(), teller.value(), loudest.limit(),
                    loudest.status(), worst.leadAlert().times().endedAt() == null ? ageText(row) : loudest.age(),
                    loudest.silenced(), false);
        }

        private String ageText(List<ProblemAlertGroup> row) {
            var oldest = row.stream().map(ProblemAlertGroup::oldestTimes)
                    .min(Comparator.comparing(Alert.AlertTimes::since)).orElseThrow();
            return ownText.ageText(oldest);
        }

        private AlertListLine.SingleAlertLine singleEntry(Alert alert) {
            if (PrometheusAlertSnapshot.isPrometheusAlert(alert)) {
                return prometheusText.alertEntry(alert, false);
            }
            return ownText.alertEntry(alert, false);
        }

        private static String titleOf(ProblemAlertGroup item) {
            var part = PrometheusAlertSnapshot.isPrometheusAlert(item.textAlert()) ? ""
                    : item.textAlert().subject().part();
            return OptionalText.orElse(part, item.textAlert().title());
        }

        /** Returns the affected devices and nodes, for example {@code 5 GPUs of h100-03}, {@code 12 GPUs of 11 nodes} or {@code 6 nodes}. */
        private static String placesText(List<ProblemAlertGroup> row) {
            var subjects = row.stream().map(item -> item.textAlert().subject()).toList();
            if (subjects.size() == 1 && !subjects.getFirst().node().isEmpty()) {
                return subjects.getFirst().displayName();
            }
            var nodes = nodeNames(row);
            if (nodes.isEmpty() || subjects.stream().anyMatch(subject -> subject.node().isEmpty())) {
                return CountedNoun.ALERT.countText(subjects.size());
            }
            if (subjects.stream().allMatch(subject -> subject.device().isEmpty())) {
                if (nodes.size() == 1) {
                    return nodes.getFirst();
                }
                return CountedNoun.NODE.countText(nodes.size());
            }
            boolean whole = subjects.stream().allMatch(subject -> subject.instance() < 0);
            // One rule can find several things on one device.
            long devices = subjects.stream()
                    .map(subject -> List.of(subject.node(), subject.device(), subject.instance())).distinct().count();
            return MESSAGES.text("places.of", (whole ? CountedNoun.GPU : CountedNoun.DEVICE).countText(devices),
                    nodes.size() == 1 ? nodes.getFirst() : CountedNoun.NODE.countText(nodes.size()));
        }

        private static String detailText(List<ProblemAlertGroup> row, ProblemAlertGroup worst) {
            if (row.size() == 1) {
                return worst.alerts().stream().map(Alert::title).distinct().collect(Collectors.joining(" · "));
            }
            if (worst.textAlert().measure() != null) {
                return MESSAGES.text("group.worst", worst.textAlert().sentence());
            }
            var nodes = nodeNames(row);
            if (nodes.size() > 1) {
                return nameListText(nodes);
            }
            return nameListText(row.stream().map(item -> item.textAlert().subject().deviceTitle())
                    .filter(title -> !title.isEmpty()).distinct().toList());
        }

        private static String nameListText(List<String> names) {
            return names.size() > NAMED ? MESSAGES.text("names.more", String.join(", ", names.subList(0, NAMED)),
                    GroupedNumberFormatter.count(names.size() - NAMED)) : String.join(", ", names);
        }

        private static List<String> nodeNames(List<ProblemAlertGroup> row) {
            return row.stream().map(item -> item.textAlert().subject().node()).filter(node -> !node.isEmpty())
                    .distinct().sorted(NaturalNameComparator.INSTANCE).toList();
        }
    }

    /** The alerts of the selected origins. */
    private record SelectedOriginAlerts(AlertsScreenInput query) {

        private boolean includesOwn() {
            return query.origin() != AlertOrigin.PROMETHEUS;
        }

        private boolean includesPrometheus() {
            return query.origin() != AlertOrigin.HERE;
        }

        private List<Alert> combine(List<Alert> ours, List<Alert> theirs) {
            return Stream.concat(includesOwn() ? ours.stream() : Stream.empty(),
                    includesPrometheus() ? theirs.stream() : Stream.empty()).toList();
        }

        List<Alert> firingAlerts() {
            return combine(query.firingAlerts().state().active(), query.prometheusAlerts().firingAlerts());
        }

        List<Alert> pendingAlerts() {
            return combine(query.firingAlerts().state().pending(), query.prometheusAlerts().pendingAlerts());
        }

        /** Returns the resolved alerts; a Prometheus reports none. */
        List<Alert> resolvedAlerts() {
            return combine(query.firingAlerts().state().history(), List.of());
        }

        /** Returns whether there are no alerts of a Prometheus and no problem in reading them. */
        boolean isEmpty() {
            return query.prometheusAlerts().alerts().isEmpty() && query.prometheusAlerts().problem().isEmpty();
        }

        /** Returns the problems in reading all alerts of a Prometheus, in its words. */
        List<AlertListLine> problemLines() {
            var troubles = new ArrayList<AlertListLine>();
            if (includesPrometheus()) {
                var name = query.prometheusAlerts().prometheusName().orElse(MESSAGES.text("prometheus.name"));
                query.prometheusAlerts().problem()
                        .ifPresent(problem -> troubles.add(new AlertListLine.AlertListHeading(StatusGlyph.WARNING,
                                MESSAGES.text("prometheus.unreadable", name), problem.problemText() + listAgeText())));
                var broken = query.prometheusAlerts().answer().broken();
                if (!broken.isEmpty()) {
                    troubles.add(new AlertListLine.AlertListHeading(StatusGlyph.WARNING,
                            MESSAGES.text("prometheus.brokenRules", broken.size(), name), broken.stream()
                                    .map(SelectedOriginAlerts::brokenRuleText).collect(SentenceJoiner.toClauses())));
                }
            }
            return troubles;
        }

        private String listAgeText() {
            var foreign = query.prometheusAlerts();
            if (foreign.alerts().isEmpty()) {
                return "";
            }
            return MESSAGES.text("prometheus.listAge",
                    AgeFormatter.brief(Duration.between(foreign.receivedAt(), query.now())));
        }

        private static String brokenRuleText(BrokenPrometheusRule rule) {
            return rule.name() + ": " + rule.error();
        }

        /** Returns the coverage, for example {@code 143 rules of Prometheus monitoring/prometheus-k8s}; empty where there is none. */
        String coverageText() {
            var alertList = query.prometheusAlerts().answer();
            return query.prometheusAlerts().prometheusName().filter(name -> includesPrometheus())
                    .map(name -> ruleCountText(alertList, name)).orElse("");
        }

        private static String ruleCountText(PrometheusAlertList alertList, String name) {
            if (alertList.rules() < 0) {
                return MESSAGES.text("prometheus.rulesUnreadable", name);
            }
            if (alertList.rules() == 0) {
                return MESSAGES.text("prometheus.noRules", name);
            }
            return MESSAGES.text("prometheus.rules", alertList.rules(), name);
        }
    }
}
