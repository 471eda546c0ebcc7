package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.KubeObject;
import tessera.lint.promql.AlertTemplate;
import tessera.lint.promql.DcgmFields;
import tessera.lint.promql.PromqlException;
import tessera.lint.promql.PromqlExpression;
import tessera.lint.promql.PromqlExpression.VectorSelector;
import tessera.lint.promql.PromqlParser;
import tessera.lint.promql.UnitMistake;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** Queries in rules and dashboards, parsed as Prometheus does: what it refuses, metrics that there are not, wrong units. */
final class QueryChecks implements LintCheck {

    private static final String INVALID = "query-invalid";
    private static final String UNIT = "metric-unit";
    private static final String UNKNOWN = "metric-unknown";
    private static final String TEMPLATE = "alert-template-invalid";
    /** A time that Grafana fills in. */
    private static final Pattern INTERVAL = Pattern
            .compile("(?<=[\\[:]|offset )\\s*(?:\\$\\{?\\w+(?::\\w+)?}?|\\[\\[\\w+]])");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?\\w+(?::\\w+)?}?|\\[\\[\\w+]]");
    /** Languages of other sources, whose queries are called so, too. */
    private static final Pattern FOREIGN = Pattern.compile("\\|[=~>]|\\|\\s*\\w+|\\bselect\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LABEL = Pattern.compile("\\$labels\\s+(\\w+)(?=\\s*(?:}}|\\|))");
    private static final Pattern FIELD_LIST = Pattern
            .compile("(?m)^[ \\t]*(DCGM_\\w+)[ \\t]*,[ \\t]*(?:gauge|counter|label)\\b");

    @Override
    public void manifest(CheckContext look) {
        look.manifest().strays().forEach(stray -> {
            MonitoringFiles.rules(stray).forEach(rule -> rule(rule, "Prometheus does not load the file", look));
            MonitoringFiles.panels(stray).forEach(panel -> panel(panel, look));
        });
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        boolean own = object.kind().equals("PrometheusRule");
        MonitoringFiles.rules(object).forEach(rule -> rule(rule, own
                ? "the operator’s webhook refuses the whole object"
                : "Prometheus does not load the file", look));
        MonitoringFiles.panels(object).forEach(panel -> panel(panel, look));
        if (object.is("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> fields(entry.value(), look));
        }
    }

    private static void rule(ManifestValue rule, String effect, CheckContext look) {
        var place = rule.at("expr");
        var name = rule.at("alert").present() ? rule.at("alert") : rule.at("record");
        if (place.isText() && !place.text().contains("{{") && !place.text().contains("${")) {
            try {
                var query = PromqlParser.parse(place.text());
                metrics(query, place, look);
                UnitMistake.of(query).forEach(mistake -> look.note(UNIT, place,
                        "“%s”: %s".formatted(name.text(), mistake.reason())));
            } catch (PromqlException e) {
                var words = "“%s”: %s".formatted(name.text(), e.reason());
                if (e.certain()) {
                    look.note(INVALID, place, words + "; " + effect);
                } else {
                    look.doubt(INVALID, place, LintSeverity.WARNING, words, List.of());
                }
            }
        }
        if (rule.at("alert").present()) {
            Stream.of("annotations", "labels").flatMap(field -> rule.at(field).entries().stream())
                    .forEach(entry -> AlertTemplate.fault(entry.value().text()).ifPresent(why -> look.note(TEMPLATE,
                            entry.value(), "“%s”: %s; %s".formatted(name.text(), why, effect),
                            dotted(entry.value()))));
        }
    }

    /** A label behind a blank where a dot belongs. */
    private static Optional<LintFix> dotted(ManifestValue text) {
        var label = LABEL.matcher(text.text());
        return label.find() ? ManifestEditor.fix("Write $labels." + label.group(1),
                ManifestEditor.replace(text, label.group(), "$labels." + label.group(1))) : Optional.empty();
    }

    /** Whether a query compares a metric with what it never is, or always: then nothing else is to be said of it. */
    static boolean mistaken(String query) {
        try {
            return !UnitMistake.of(PromqlParser.parse(query)).isEmpty();
        } catch (PromqlException _) {
            return true;
        }
    }

    private static void panel(ManifestValue panel, CheckContext look) {
        if (!prometheus(panel.at("datasource"))) {
            return;
        }
        for (var target : panel.at("targets").items()) {
            var place = target.at("expr");
            if (!place.isText() || place.text().isBlank() || !prometheus(target.at("datasource"))
                    || FOREIGN.matcher(place.text()).find()) {
                continue;
            }
            var query = VARIABLE.matcher(INTERVAL.matcher(place.text()).replaceAll("5m")).replaceAll("variable");
            try {
                metrics(PromqlParser.parse(query), place, look);
            } catch (PromqlException e) {
                if (query.equals(place.text()) && e.certain()) {
                    look.doubt(INVALID, place, LintSeverity.WARNING, "“%s”: %s; the panel shows an error".formatted(
                            panel.at("title").text(), e.reason()), List.of());
                }
            }
        }
    }

    private static boolean prometheus(ManifestValue source) {
        var type = source.isMap() ? source.at("type").text() : "";
        return type.isEmpty() || type.equals("prometheus") || source.at("type").unfilled();
    }

    private static void metrics(PromqlExpression query, ManifestValue place, CheckContext look) {
        query.parts().flatMap(each -> each instanceof VectorSelector(var metric) ? Stream.of(metric) : Stream.empty())
                .distinct().filter(metric -> look.facts().mistake("metrics", metric).isEmpty())
                .filter(DcgmFields::unknown).forEach(metric -> unknown(metric, place, look));
    }

    /** A name that is near none may be of a newer DCGM. */
    private static void unknown(String metric, ManifestValue place, CheckContext look) {
        var meant = DcgmFields.meant(metric);
        if (meant.isPresent()) {
            look.note(UNKNOWN, place, "%s: DCGM has no such field; there is %s".formatted(metric, meant.get()),
                    written(place, metric, meant.get()));
        } else {
            look.doubt(UNKNOWN, place, LintSeverity.HINT, "%s: DCGM 4.6 has no such field".formatted(metric),
                    List.of());
        }
    }

    private static Optional<LintFix> written(ManifestValue place, String metric, String right) {
        return ManifestEditor.fix("Write " + right, ManifestEditor.replace(place, metric, right));
    }

    /** The list of fields that the exporter is told to read; it does not start with one that there is not. */
    private static void fields(ManifestValue text, CheckContext look) {
        FIELD_LIST.matcher(text.text()).results().map(result -> result.group(1)).distinct()
                .filter(DcgmFields::unknown).forEach(name -> DcgmFields.meant(name).ifPresent(right -> look.note(
                        UNKNOWN, text, "%s: DCGM has no such field, and the exporter does not start; there is %s"
                                .formatted(name, right),
                        written(text, name, right))));
    }
}
