package tessera.ui.alerts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.metrics.prometheus.rule.ServerAlerts.BrokenRule;
import tessera.ui.alerts.AlertsQuery.AlertOrigin;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/** The alerts that a question is about, whoever found them. */
record AlertSources(AlertsQuery query) {

    private boolean here() {
        return query.source() != AlertOrigin.PROMETHEUS;
    }

    private boolean there() {
        return query.source() != AlertOrigin.HERE;
    }

    private List<Alert> both(List<Alert> ours, List<Alert> theirs) {
        return Stream.concat(here() ? ours.stream() : Stream.empty(), there() ? theirs.stream() : Stream.empty())
                .toList();
    }

    List<Alert> firing() {
        return both(query.seen().state().active(), query.foreign().firing());
    }

    List<Alert> pending() {
        return both(query.seen().state().pending(), query.foreign().pending());
    }

    /** A Prometheus does not tell what is over. */
    List<Alert> resolved() {
        return both(query.seen().state().history(), List.of());
    }

    /** Whether nobody found anything, nor says why. */
    boolean isEmpty() {
        return query.foreign().alerts().isEmpty() && query.foreign().failed().isEmpty();
    }

    /** What keeps a Prometheus from telling all, in its words. */
    List<AlertLine> troubles() {
        var troubles = new ArrayList<AlertLine>();
        if (there()) {
            var name = query.foreign().name().orElse("Prometheus");
            query.foreign().failed().ifPresent(why -> troubles.add(
                    new AlertLine.GroupHeading(StatusGlyph.WARNING, name + " does not tell its alerts",
                            why.sentence() + told())));
            var broken = query.foreign().told().broken();
            if (!broken.isEmpty()) {
                troubles.add(new AlertLine.GroupHeading(StatusGlyph.WARNING,
                        NumberText.of(broken.size(), "rule") + " of " + name + " cannot be evaluated",
                        broken.stream().map(AlertSources::words).collect(Collectors.joining("; "))));
            }
        }
        return troubles;
    }

    private String told() {
        var foreign = query.foreign();
        return foreign.alerts().isEmpty() ? ""
                : ". What is listed was told %s ago"
                        .formatted(AgeText.brief(Duration.between(foreign.at(), query.now())));
    }

    private static String words(BrokenRule rule) {
        return rule.name() + ": " + rule.error();
    }

    /** For example {@code 143 rules of Prometheus monitoring/prometheus-k8s}; empty where there is none. */
    String coverage() {
        var told = query.foreign().told();
        return query.foreign().name().filter(name -> there())
                .map(name -> told.rules() < 0 ? name + " does not tell its rules"
                        : told.rules() == 0 ? name + " has no alerting rules"
                                : NumberText.of(told.rules(), "rule") + " of " + name)
                .orElse("");
    }
}
