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
import tessera.ui.alerts.AlertLine.Status;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Measures;

/** What is said of single alerts of a Prometheus at one moment. */
record ForeignWords(Foreign foreign, Instant now) {

    private static final Pattern EQUAL = Pattern.compile("==\\s*(?:bool\\s*)?\\d+\\s*$");

    AlertLine.Entry entry(Alert alert, boolean opened) {
        var told = told(alert);
        var status = told.state() == ServerAlert.State.FIRING
                ? new Status(AlertLine.sign(alert.severity()), "firing", "")
                : new Status(Glyph.WAITING, "pending", told.patience().isZero() ? ""
                        : "fires after "
                                + Ages.brief(told.patience()));
        return new AlertLine.Entry(alert, value(told), "", status,
                told.since() == null ? Measures.MISSING : Ages.brief(Duration.between(told.since(), now)), false,
                opened);
    }

    /** Of what is compared with one number for being equal to it, that number says nothing. */
    private static String value(ServerAlert told) {
        return EQUAL.matcher(told.expression()).find() ? "" : "value " + Measures.number(told.value());
    }

    AlertLine.Detail detail(Alert alert) {
        var told = told(alert);
        var facts = new ArrayList<String>();
        if (!told.labels().isEmpty()) {
            facts.add("Labels  " + sorted(told.labels()).map(label -> "%s=\"%s\"".formatted(label.getKey(),
                    label.getValue())).collect(Collectors.joining(", ")));
        }
        sorted(told.annotations()).forEach(text -> facts.add(text.getKey() + ": " + text.getValue().strip()));
        var rule = told.expression().isEmpty() ? told.name()
                : told.name() + ": " + told.expression().replaceAll("\\s+", " ")
                        + (told.patience().isZero() ? "" : "  for " + Ages.brief(told.patience()));
        return new AlertLine.Detail(alert, facts, rule, false);
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
