package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.ui.alerts.AlertListLine.AlertStatusText;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.MeasuredNumberText;
import tessera.ui.kit.StatusGlyph;

/** Formats single alerts of a Prometheus at one moment. */
record PrometheusAlertText(PrometheusAlertSet prometheusAlerts, Instant now) {

    private static final Pattern EQUAL = Pattern.compile("==\\s*(?:bool\\s*)?\\d+\\s*$");

    AlertListLine.SingleAlertLine alertEntry(Alert alert, boolean opened) {
        var told = serverAlert(alert);
        var status = told.state() == PrometheusAlertWithRule.ServerAlertState.FIRING
                ? new AlertStatusText(AlertListLine.glyphOf(alert.severity()), "firing", "")
                : new AlertStatusText(StatusGlyph.WAITING, "pending", told.holdDuration().isZero() ? ""
                        : "fires after "
                                + AgeText.brief(told.holdDuration()));
        return new AlertListLine.SingleAlertLine(alert, valueText(told), "", status,
                told.since() == null ? MeasuredNumberText.MISSING : AgeText.brief(Duration.between(told.since(), now)),
                false,
                opened);
    }

    /** Returns the value as text; empty for a comparison by equality, where it says nothing. */
    private static String valueText(PrometheusAlertWithRule told) {
        return EQUAL.matcher(told.expression()).find() ? "" : "value " + MeasuredNumberText.number(told.value());
    }

    AlertListLine.AlertDetailLine alertDetail(Alert alert) {
        var told = serverAlert(alert);
        var facts = new ArrayList<String>();
        if (!told.labels().isEmpty()) {
            facts.add("Labels  " + sortedEntries(told.labels()).map(label -> "%s=\"%s\"".formatted(label.getKey(),
                    label.getValue())).collect(Collectors.joining(", ")));
        }
        sortedEntries(told.annotations()).forEach(text -> facts.add(text.getKey() + ": " + text.getValue().strip()));
        var rule = told.expression().isEmpty() ? told.name()
                : told.name() + ": " + told.expression().replaceAll("\\s+", " ")
                        + (told.holdDuration().isZero() ? "" : "  for " + AgeText.brief(told.holdDuration()));
        return new AlertListLine.AlertDetailLine(alert, facts, rule, false);
    }

    private PrometheusAlertWithRule serverAlert(Alert alert) {
        var told = prometheusAlerts.alerts().get(alert);
        if (told == null) {
            throw new IllegalArgumentException("no alert of this Prometheus: " + alert);
        }
        return told;
    }

    private static Stream<Map.Entry<String, String>> sortedEntries(Map<String, String> texts) {
        return texts.entrySet().stream().sorted(Map.Entry.comparingByKey());
    }
}
