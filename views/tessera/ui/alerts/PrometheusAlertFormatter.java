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
import tessera.text.MessageCatalog;
import tessera.ui.alerts.AlertListLine.AlertStatusText;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;

/** Formats single alerts of a Prometheus at one moment. */
record PrometheusAlertFormatter(PrometheusAlertSnapshot prometheusAlerts, Instant now) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusAlertFormatter.class);
    private static final Pattern EQUAL = Pattern.compile("==\\s*(?:bool\\s*)?\\d+\\s*$");

    AlertListLine.SingleAlertLine alertEntry(Alert alert, boolean opened) {
        var prometheusAlert = serverAlert(alert);
        AlertStatusText status;
        if (prometheusAlert.state() == PrometheusAlertWithRule.PrometheusAlertState.FIRING) {
            status = new AlertStatusText(StatusGlyph.forSeverity(alert.severity()), MESSAGES.text("status.firing"), "");
        } else {
            status = new AlertStatusText(StatusGlyph.WAITING, MESSAGES.text("group.pending"),
                    prometheusAlert.holdDuration().isZero() ? ""
                            : MESSAGES.text("status.firesAfter", AgeFormatter.brief(prometheusAlert.holdDuration())));
        }
        return new AlertListLine.SingleAlertLine(alert, valueText(prometheusAlert), "", status,
                prometheusAlert.since() == null ? MeasuredNumberFormatter.MISSING
                        : AgeFormatter.brief(Duration.between(prometheusAlert.since(), now)),
                false, opened);
    }

    /** Returns the value as text; empty for a comparison by equality, where it says nothing. */
    private static String valueText(PrometheusAlertWithRule prometheusAlert) {
        if (EQUAL.matcher(prometheusAlert.expression()).find()) {
            return "";
        }
        return MESSAGES.text("value.plain", MeasuredNumberFormatter.number(prometheusAlert.value()));
    }

    AlertListLine.AlertDetailLine alertDetail(Alert alert) {
        var prometheusAlert = serverAlert(alert);
        var facts = new ArrayList<String>();
        if (!prometheusAlert.labels().isEmpty()) {
            facts.add(MESSAGES.text("detail.labels",
                    sortedEntries(prometheusAlert.labels())
                            .map(label -> "%s=\"%s\"".formatted(label.getKey(), label.getValue()))
                            .collect(Collectors.joining(", "))));
        }
        sortedEntries(prometheusAlert.annotations())
                .forEach(text -> facts.add(text.getKey() + ": " + text.getValue().strip()));
        String rule;
        if (prometheusAlert.expression().isEmpty()) {
            rule = prometheusAlert.name();
        } else {
            rule = prometheusAlert.name() + ": " + prometheusAlert.expression().replaceAll("\\s+", " ")
                    + (prometheusAlert.holdDuration().isZero() ? ""
                            : MESSAGES.text("detail.holdFor", AgeFormatter.brief(prometheusAlert.holdDuration())));
        }
        return new AlertListLine.AlertDetailLine(alert, facts, rule, false);
    }

    private PrometheusAlertWithRule serverAlert(Alert alert) {
        var prometheusAlert = prometheusAlerts.alerts().get(alert);
        if (prometheusAlert == null) {
            throw new IllegalArgumentException("unknown alert: " + alert);
        }
        return prometheusAlert;
    }

    private static Stream<Map.Entry<String, String>> sortedEntries(Map<String, String> texts) {
        return texts.entrySet().stream().sorted(Map.Entry.comparingByKey());
    }
}
