package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertsState;
import tessera.alerts.MeasureUnit;
import tessera.metrics.prometheus.rule.ServerAlert;
import tessera.metrics.prometheus.rule.ServerAlerts;
import tessera.model.Plurals;
import tessera.ui.alerts.AlertBundles;
import tessera.ui.alerts.PrometheusAlert;

/** What the alert rules find at one moment. */
public final class AlertsReport extends CommandReport {

    private static final List<String> NARROW = List.of("SEVERITY", "STATE", "SINCE", "WHAT");
    private static final List<String> SOURCED = List.of("SOURCE", "SEVERITY", "STATE", "SINCE", "WHAT");
    private static final List<String> WIDE = List.of("RULE", "NODE", "GPU", "VALUE", "THRESHOLD", "PODS", "ADVICE");

    private final AlertsState state;
    private final AlertRules rules;
    private final boolean complete;

    private final @Nullable ServerAlertsInput told;

    /**
     * What a Prometheus that was asked told.
     *
     * @param name empty when none was found
     */
    public record ServerAlertsInput(String name, ServerAlerts alerts) {}

    /** @param complete whether all devices were measured */
    public AlertsReport(AlertsState state, AlertRules rules, boolean complete) {
        this(state, rules, complete, null);
    }

    private AlertsReport(AlertsState state, AlertRules rules, boolean complete, @Nullable ServerAlertsInput told) {
        super(told == null ? NARROW : SOURCED, WIDE);
        this.state = state;
        this.rules = rules;
        this.complete = complete;
        this.told = told;
    }

    /** The same beside what a Prometheus told; everything then says who found it. */
    public AlertsReport with(ServerAlertsInput other) {
        return new AlertsReport(state, rules, complete, other);
    }

    @Override
    String nothing() {
        return complete ? "Nothing fires." : "Nothing is known to fire.";
    }

    private List<Alert> alerts() {
        return Stream.concat(state.active().stream(), state.pending().stream()).toList();
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var alike : wide ? alerts().stream().map(List::of).toList() : AlertBundles.of(alerts())) {
            var alert = AlertBundles.worst(alike);
            var row = new ArrayList<>(List.of(lower(alert.severity()), status(alert), since(alert), words(alike)));
            if (told != null) {
                row.addFirst("tessera");
            }
            if (wide) {
                var measure = alert.measure();
                var unit = unit(alert);
                row.addAll(List.of(alert.rule(), alert.subject().node(), part(alert),
                        measure == null ? "" : unit.words(measure.value()),
                        measure == null ? "" : unit.words(measure.threshold()), String.join(" ", alert.holders()),
                        alert.advice()));
            }
            table.add(row);
        }
        if (told != null) {
            told.alerts().alerts().forEach(alert -> table.add(row(alert, wide)));
        }
    }

    private static String words(List<Alert> alike) {
        var worst = AlertBundles.worst(alike);
        long others = alike.stream().map(Alert::subject).map(AlertSubject::name).distinct().count() - 1;
        return others == 0 ? worst.sentence()
                : "%s; likewise %s there".formatted(worst.sentence(), Plurals.of(others, "more device"));
    }

    private List<String> row(ServerAlert alert, boolean wide) {
        var same = PrometheusAlert.alert(alert, state.at());
        var row = new ArrayList<>(List.of("prometheus", lower(same.severity()), lower(alert.state()), since(same),
                same.sentence()));
        if (wide) {
            row.addAll(List.of(alert.name(), same.subject().node(), same.subject().title(),
                    Double.toString(alert.value()), "", String.join(" ", same.holders()), alert.advice()));
        }
        return row;
    }

    /** For example {@code pending, fires after 5m}: one reading cannot tell how long something lasts. */
    private String status(Alert alert) {
        return alert.state() != Alert.State.PENDING ? lower(alert.state())
                : "pending, fires after " + brief(patience(alert));
    }

    private String since(Alert alert) {
        var lasted = Duration.between(alert.times().since(), state.at());
        return (alert.times().earlier() ? "before " : "")
                + (lasted.toSeconds() < 60 ? "now" : brief(lasted) + (alert.times().earlier() ? " ago" : ""));
    }

    private static String brief(Duration duration) {
        return duration.toHours() >= 48 ? duration.toDays() + "d"
                : duration.toMinutes() >= 120 ? duration.toHours() + "h" : duration.toMinutes() + "m";
    }

    private static String part(Alert alert) {
        var subject = alert.subject();
        return subject.instance() < 0 ? subject.title() : subject.title() + " #" + subject.instance();
    }

    private Duration patience(Alert alert) {
        return rules.rule(alert.rule()).map(AlertRule::patience).orElse(Duration.ZERO);
    }

    private MeasureUnit unit(Alert alert) {
        return rules.rule(alert.rule()).map(rule -> rule.signal().unit()).orElse(MeasureUnit.COUNT);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "AlertList").put("at", state.at().toString())
                .put("rules", rules.all().size()).put("measuredCompletely", complete);
        var list = json.putArray("alerts");
        alerts().forEach(alert -> list.add(told == null ? json(alert) : json(alert).put("source", "tessera")));
        if (told != null) {
            told.alerts().alerts().forEach(alert -> list.add(json(alert)));
            var prometheus = json.putObject("prometheus").put("name", orNull(told.name())).put("rules",
                    told.alerts().rules() < 0 ? null : told.alerts().rules());
            var broken = prometheus.putArray("broken");
            told.alerts().broken()
                    .forEach(rule -> broken.addObject().put("rule", rule.name()).put("error", rule.error()));
        }
        return json;
    }

    private ObjectNode json(Alert alert) {
        var subject = alert.subject();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("rule", alert.rule()).put("title", alert.title()).put("severity", lower(alert.severity()))
                .put("state", lower(alert.state())).put("sentence", alert.sentence())
                .put("since", alert.times().since().toString()).put("patienceSeconds", patience(alert).toSeconds());
        json.putObject("subject").put("node", subject.node()).put("device", orNull(subject.device()))
                .put("title", orNull(subject.title()))
                .put("gpuInstance", subject.instance() < 0 ? null : subject.instance())
                .put("pod", orNull(subject.pod()));
        var measure = alert.measure();
        if (measure == null) {
            json.putNull("measure");
        } else {
            json.putObject("measure").put("value", measure.value()).put("threshold", measure.threshold()).put("unit",
                    lower(unit(alert)));
        }
        alert.evidence().forEach(json.putArray("evidence")::add);
        alert.holders().forEach(json.putArray("pods")::add);
        return json.put("advice", alert.advice());
    }

    private ObjectNode json(ServerAlert alert) {
        var same = PrometheusAlert.alert(alert, state.at());
        var json = JsonNodeFactory.instance.objectNode();
        json.put("source", "prometheus").put("rule", alert.name()).put("title", alert.name())
                .put("severity", lower(same.severity())).put("state", lower(alert.state()))
                .put("sentence", alert.sentence()).put("since", alert.since() == null ? null : alert.since().toString())
                .put("patienceSeconds", alert.patience().toSeconds());
        json.putObject("subject").put("node", orNull(same.subject().node()))
                .put("device", orNull(same.subject().device())).put("title", orNull(same.subject().title()))
                .putNull("gpuInstance").putNull("pod");
        json.putObject("measure").put("value", finite(alert.value())).putNull("threshold").put("unit", "none");
        json.putArray("evidence");
        same.holders().forEach(json.putArray("pods")::add);
        json.put("advice", alert.advice()).put("expression", orNull(alert.expression()));
        var labels = json.putObject("labels");
        new TreeMap<>(alert.labels()).forEach(labels::put);
        var annotations = json.putObject("annotations");
        new TreeMap<>(alert.annotations()).forEach(annotations::put);
        return json;
    }

    /** JSON has no infinity. */
    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
