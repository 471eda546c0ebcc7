package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertValueUnit;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.text.MessageCatalog;
import tessera.ui.alerts.DeviceAlertGrouper;
import tessera.ui.alerts.PrometheusAlertSnapshot;

/** A report on the active and pending alerts at one moment. */
public final class AlertsReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertsReport.class);

    private static final List<String> NARROW = List.of("SEVERITY", "STATE", "SINCE", "WHAT");
    private static final List<String> SOURCED = List.of("SOURCE", "SEVERITY", "STATE", "SINCE", "WHAT");
    private static final List<String> WIDE = List.of("RULE", "NODE", "GPU", "VALUE", "THRESHOLD", "PODS", "ADVICE");

    private final AlertSnapshot state;
    private final AlertRules rules;
    private final boolean complete;

    private final @Nullable PrometheusAlertsInput input;

    /**
     * The alerts that a Prometheus server reported.
     *
     * @param name empty when none was found
     */
    public record PrometheusAlertsInput(String name, PrometheusAlertList alerts) {}

    /** @param complete whether all devices were measured */
    public AlertsReport(AlertSnapshot state, AlertRules rules, boolean complete) {
        this(state, rules, complete, null);
    }

    private AlertsReport(AlertSnapshot state, AlertRules rules, boolean complete,
            @Nullable PrometheusAlertsInput input) {
        super(input == null ? NARROW : SOURCED, WIDE);
        this.state = state;
        this.rules = rules;
        this.complete = complete;
        this.input = input;
    }

    /** Returns the report with a Prometheus server's alerts; every row then names its source. */
    public AlertsReport withServerAlerts(PrometheusAlertsInput other) {
        return new AlertsReport(state, rules, complete, other);
    }

    @Override
    String emptyText() {
        return MESSAGES.text("alerts.none", complete);
    }

    private List<Alert> listedAlerts() {
        return Stream.concat(state.active().stream(), state.pending().stream()).toList();
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var alike : wide ? listedAlerts().stream().map(List::of).toList()
                : DeviceAlertGrouper.bundleAlerts(listedAlerts())) {
            var alert = DeviceAlertGrouper.worstOf(alike);
            var row = new ArrayList<>(
                    List.of(severityText(alert.severity()), statusText(alert), sinceText(alert), bundleText(alike)));
            if (input != null) {
                row.addFirst("tessera");
            }
            if (wide) {
                var alertValue = Optional.ofNullable(alert.measure());
                var unit = unitOf(alert);
                row.addAll(List.of(alert.ruleId(), alert.subject().node(), partName(alert),
                        alertValue.map(measure -> unit.valueText(measure.value())).orElse(""),
                        alertValue.map(measure -> unit.valueText(measure.threshold())).orElse(""),
                        String.join(" ", alert.holders()), alert.remedy()));
            }
            table.add(row);
        }
        if (input != null) {
            input.alerts().alerts().forEach(alert -> table.add(alertRow(alert, wide)));
        }
    }

    private static String bundleText(List<Alert> alike) {
        var worst = DeviceAlertGrouper.worstOf(alike);
        long others = alike.stream().map(Alert::subject).map(AlertSubject::displayName).distinct().count() - 1;
        return MESSAGES.text("alerts.bundle", worst.sentence(), others);
    }

    private List<String> alertRow(PrometheusAlertWithRule alert, boolean wide) {
        var same = PrometheusAlertSnapshot.toAlert(alert, state.evaluatedAt());
        var row = new ArrayList<>(List.of("prometheus", severityText(same.severity()),
                MESSAGES.text("alerts.status", alert.state(), ""), sinceText(same), same.sentence()));
        if (wide) {
            row.addAll(List.of(alert.name(), same.subject().node(), same.subject().deviceTitle(),
                    Double.toString(alert.value()), "", String.join(" ", same.holders()), alert.remedyText()));
        }
        return row;
    }

    /** Returns the status, for example {@code pending, fires after 5m}: one reading cannot tell how long something lasts. */
    private String statusText(Alert alert) {
        return MESSAGES.text("alerts.status", alert.state(),
                alert.state() == Alert.AlertState.PENDING ? durationText(pendingDuration(alert)) : "");
    }

    private static String severityText(AlertOrFindingSeverity severity) {
        return MESSAGES.text("alerts.severity", severity);
    }

    private String sinceText(Alert alert) {
        var lasted = Duration.between(alert.times().since(), state.evaluatedAt());
        return (alert.times().predatesWatch() ? "before " : "") + agoText(lasted, alert);
    }

    private static String agoText(Duration lasted, Alert alert) {
        if (lasted.toSeconds() < 60) {
            return "now";
        }
        return durationText(lasted) + (alert.times().predatesWatch() ? " ago" : "");
    }

    private static String durationText(Duration duration) {
        if (duration.toHours() >= 48) {
            return duration.toDays() + "d";
        }
        if (duration.toMinutes() >= 120) {
            return duration.toHours() + "h";
        }
        return duration.toMinutes() + "m";
    }

    private static String partName(Alert alert) {
        var subject = alert.subject();
        return subject.instance() < 0 ? subject.deviceTitle() : subject.deviceTitle() + " #" + subject.instance();
    }

    private Duration pendingDuration(Alert alert) {
        return rules.findRule(alert.ruleId()).map(AlertRule::pendingFor).orElse(Duration.ZERO);
    }

    private AlertValueUnit unitOf(Alert alert) {
        return rules.findRule(alert.ruleId()).map(rule -> rule.signal().unit()).orElse(AlertValueUnit.COUNT);
    }

    private static String lowerCaseName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "AlertList").put("at", state.evaluatedAt().toString())
                .put("rules", rules.allRules().size()).put("measuredCompletely", complete);
        var list = json.putArray("alerts");
        listedAlerts().forEach(
                alert -> list.add(input == null ? alertJson(alert) : alertJson(alert).put("source", "tessera")));
        if (input != null) {
            input.alerts().alerts().forEach(alert -> list.add(alertJson(alert)));
            var prometheus = json.putObject("prometheus").put("name", nullIfEmpty(input.name())).put("rules",
                    input.alerts().rules() < 0 ? null : input.alerts().rules());
            var broken = prometheus.putArray("broken");
            input.alerts().broken()
                    .forEach(rule -> broken.addObject().put("rule", rule.name()).put("error", rule.error()));
        }
        return json;
    }

    private ObjectNode alertJson(Alert alert) {
        var subject = alert.subject();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("rule", alert.ruleId()).put("title", alert.title()).put("severity", lowerCaseName(alert.severity()))
                .put("state", lowerCaseName(alert.state())).put("sentence", alert.sentence())
                .put("since", alert.times().since().toString())
                .put("patienceSeconds", pendingDuration(alert).toSeconds());
        json.putObject("subject").put("node", subject.node()).put("device", nullIfEmpty(subject.device()))
                .put("title", nullIfEmpty(subject.deviceTitle()))
                .put("gpuInstance", subject.instance() < 0 ? null : subject.instance())
                .put("pod", nullIfEmpty(subject.pod()));
        var alertValue = alert.measure();
        if (alertValue == null) {
            json.putNull("measure");
        } else {
            json.putObject("measure").put("value", alertValue.value()).put("threshold", alertValue.threshold())
                    .put("unit", lowerCaseName(unitOf(alert)));
        }
        alert.evidence().forEach(json.putArray("evidence")::add);
        alert.holders().forEach(json.putArray("pods")::add);
        return ReasonJsonWriter.put(json.put("advice", alert.remedy()), alert.reason());
    }

    private ObjectNode alertJson(PrometheusAlertWithRule alert) {
        var same = PrometheusAlertSnapshot.toAlert(alert, state.evaluatedAt());
        var json = JsonNodeFactory.instance.objectNode();
        json.put("source", "prometheus").put("rule", alert.name()).put("title", alert.name())
                .put("severity", lowerCaseName(same.severity())).put("state", lowerCaseName(alert.state()))
                .put("sentence", alert.summaryText())
                .put("since", alert.since() == null ? null : alert.since().toString())
                .put("patienceSeconds", alert.holdDuration().toSeconds());
        json.putObject("subject").put("node", nullIfEmpty(same.subject().node()))
                .put("device", nullIfEmpty(same.subject().device()))
                .put("title", nullIfEmpty(same.subject().deviceTitle())).putNull("gpuInstance").putNull("pod");
        json.putObject("measure").put("value", finiteOrNull(alert.value())).putNull("threshold").put("unit", "none");
        json.putArray("evidence");
        same.holders().forEach(json.putArray("pods")::add);
        json.put("advice", alert.remedyText()).put("expression", nullIfEmpty(alert.expression()));
        var labels = json.putObject("labels");
        new TreeMap<>(alert.labels()).forEach(labels::put);
        var annotations = json.putObject("annotations");
        new TreeMap<>(alert.annotations()).forEach(annotations::put);
        return json;
    }

    /** Returns a number, or null for infinity and NaN, which JSON does not have. */
    private static @Nullable Double finiteOrNull(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }
}
