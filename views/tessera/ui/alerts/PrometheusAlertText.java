package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.metrics.prometheus.rule.ServerAlert;
import tessera.ui.alerts.AlertLine.AlertStatus;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.StatusGlyph;

/** Formats single alerts of a Prometheus at one moment. */
record PrometheusAlertText(PrometheusAlertSet prometheusAlerts, Instant now) {

    private static final Pattern EQUAL = Pattern.compile("==\\s*(?:bool\\s*)?\\d+\\s*$");

    AlertLine.AlertEntry alertEntry(Alert alert, boolean opened) {
        var told = serverAlert(alert);
        var status = told.state() == ServerAlert.ServerAlertState.FIRING
                ? new AlertStatus(AlertLine.glyphOf(alert.severity()), "firing", "")
                : new AlertStatus(StatusGlyph.WAITING, "pending", told.holdDuration().isZero() ? ""
                        : "fires after "
                                + AgeText.brief(told.holdDuration()));
        return new AlertLine.AlertEntry(alert, valueText(told), "", status,
                told.since() == null ? MeasureText.MISSING : AgeText.brief(Duration.between(told.since(), now)), false,
                opened);
    }

    /** Returns the value as text; empty for a comparison by equality, where it says nothing. */
    private static String valueText(ServerAlert told) {
        return EQUAL.matcher(told.expression()).find() ? "" : "value " + MeasureText.number(told.value());
    }

    AlertLine.AlertDetail alertDetail(Alert alert) {
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
        return new AlertLine.AlertDetail(alert, facts, rule, false);
    }

    private ServerAlert serverAlert(Alert alert) {
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
