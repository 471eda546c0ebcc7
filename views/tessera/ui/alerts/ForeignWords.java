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

/** What is said of single alerts of a Prometheus at one moment. */
record ForeignWords(PrometheusAlert foreign, Instant now) {

    private static final Pattern EQUAL = Pattern.compile("==\\s*(?:bool\\s*)?\\d+\\s*$");

    AlertLine.AlertEntry entry(Alert alert, boolean opened) {
        var told = told(alert);
        var status = told.state() == ServerAlert.ServerAlertState.FIRING
                ? new AlertStatus(AlertLine.sign(alert.severity()), "firing", "")
                : new AlertStatus(StatusGlyph.WAITING, "pending", told.patience().isZero() ? ""
                        : "fires after "
                                + AgeText.brief(told.patience()));
        return new AlertLine.AlertEntry(alert, value(told), "", status,
                told.since() == null ? MeasureText.MISSING : AgeText.brief(Duration.between(told.since(), now)), false,
                opened);
    }

    /** Of what is compared with one number for being equal to it, that number says nothing. */
    private static String value(ServerAlert told) {
        return EQUAL.matcher(told.expression()).find() ? "" : "value " + MeasureText.number(told.value());
    }

    AlertLine.AlertDetail detail(Alert alert) {
        var told = told(alert);
        var facts = new ArrayList<String>();
        if (!told.labels().isEmpty()) {
            facts.add("Labels  " + sorted(told.labels()).map(label -> "%s=\"%s\"".formatted(label.getKey(),
                    label.getValue())).collect(Collectors.joining(", ")));
        }
        sorted(told.annotations()).forEach(text -> facts.add(text.getKey() + ": " + text.getValue().strip()));
        var rule = told.expression().isEmpty() ? told.name()
                : told.name() + ": " + told.expression().replaceAll("\\s+", " ")
                        + (told.patience().isZero() ? "" : "  for " + AgeText.brief(told.patience()));
        return new AlertLine.AlertDetail(alert, facts, rule, false);
    }

    private ServerAlert told(Alert alert) {
        var told = foreign.alerts().get(alert);
        if (told == null) {
            throw new IllegalArgumentException("no alert of this Prometheus: " + alert);
        }
        return told;
    }

    private static Stream<Map.Entry<String, String>> sorted(Map<String, String> texts) {
        return texts.entrySet().stream().sorted(Map.Entry.comparingByKey());
    }
}
