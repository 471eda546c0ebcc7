package tessera.lint.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.promql.DcgmFieldNames;
import tessera.lint.promql.MetricUnitMistake;
import tessera.lint.promql.PrometheusAlertTemplateValidator;
import tessera.lint.promql.PromqlException;
import tessera.lint.promql.PromqlExpression;
import tessera.lint.promql.PromqlExpression.VectorSelector;
import tessera.lint.promql.PromqlParser;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of queries in rules and dashboards, parsed like Prometheus: errors, unknown metrics, wrong units. */
final class PromqlQueryLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PromqlQueryLintChecks.class);
    private static final String INVALID = "query-invalid";
    private static final String UNIT = "metric-unit";
    private static final String UNKNOWN = "metric-unknown";
    private static final String TEMPLATE = "alert-template-invalid";
    /** A time that Grafana fills in. */
    private static final Pattern INTERVAL = Pattern
            .compile("(?<=[\\[:]|offset )\\s*(?:\\$\\{?\\w+(?::\\w+)?}?|\\[\\[\\w+]])");
    /** What Grafana fills in for each series of a query. */
    private static final Pattern GENERATED = Pattern.compile("\\{\\{|\\$|\\[\\[");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?\\w+(?::\\w+)?}?|\\[\\[\\w+]]");
    /** Languages of other sources, whose queries are called so, too. */
    private static final Pattern FOREIGN = Pattern.compile("\\|[=~>]|\\|\\s*\\w+|\\bselect\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LABEL = Pattern.compile("\\$labels\\s+(\\w+)(?=\\s*(?:}}|\\|))");
    private static final Pattern FIELD_LIST = Pattern
            .compile("(?m)^[ \\t]*(DCGM_\\w+)[ \\t]*,[ \\t]*(?:gauge|counter|label)\\b");

    @Override
    public void checkManifest(LintCheckContext context) {
        for (var misplaced : context.manifest().otherDocuments()) {
            for (var rule : PrometheusRuleDashboardExtractor.rulesOf(misplaced)) {
                checkRule(rule, false, context);
            }
            for (var panel : PrometheusRuleDashboardExtractor.panelsOf(misplaced)) {
                checkPanel(panel, context);
            }
        }
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        boolean own = object.kind().equals("PrometheusRule");
        PrometheusRuleDashboardExtractor.rulesOf(object).forEach(rule -> checkRule(rule, own, context));
        PrometheusRuleDashboardExtractor.panelsOf(object).forEach(panel -> checkPanel(panel, context));
        if (object.isKind("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> checkFieldList(entry.value(), context));
        }
    }

    private static void checkRule(ManifestValue rule, boolean operator, LintCheckContext context) {
        var value = rule.at("expr");
        var name = rule.at("alert").isPresent() ? rule.at("alert") : rule.at("record");
        if (value.isText() && !value.text().contains("{{") && !value.text().contains("${")) {
            try {
                var query = PromqlParser.parse(value.text());
                checkMetrics(query, value, context);
                MetricUnitMistake.findMistakes(query).forEach(mistake -> context.addFinding(UNIT, value,
                        new LintMonitoringReason.MetricUnitMisread(name.text(), mistake.reason())));
            } catch (PromqlException e) {
                if (e.isCertain()) {
                    context.addFinding(INVALID, value,
                            new LintMonitoringReason.InvalidAlertQuery(name.text(), e.reason(), operator));
                } else {
                    context.addDoubt(INVALID, value, LintSeverity.WARNING,
                            new LintMonitoringReason.UncheckedAlertQuery(name.text(), e.reason()), List.of());
                }
            }
        }
        if (rule.at("alert").isPresent()) {
            for (var entry : Stream.of("annotations", "labels").flatMap(field -> rule.at(field).entries().stream())
                    .toList()) {
                PrometheusAlertTemplateValidator.findError(entry.value().text())
                        .ifPresent(reason -> context.addFinding(TEMPLATE, entry.value(),
                                new LintMonitoringReason.InvalidAlertTemplate(name.text(), reason, operator),
                                addDot(entry.value())));
            }
        }
    }

    /** Returns a fix for a label behind a blank where a dot belongs. */
    private static Optional<LintFix> addDot(ManifestValue text) {
        var label = LABEL.matcher(text.text());
        if (label.find()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.label", label.group(1)),
                    ManifestSourceEditor.replacePart(text, label.group(), "$labels." + label.group(1)));
        }
        return Optional.empty();
    }

    /** Returns whether a query compares a metric with an impossible value, so that other findings about it are left out. */
    static boolean hasUnitMistake(String query) {
        try {
            return !MetricUnitMistake.findMistakes(PromqlParser.parse(query)).isEmpty();
        } catch (PromqlException _) {
            return true;
        }
    }

    private static void checkPanel(ManifestValue panel, LintCheckContext context) {
        if (!isPrometheus(panel.at("datasource"))) {
            return;
        }
        var unit = panel.at("fieldConfig", "defaults", "unit");
        var mistakes = new ArrayList<MetricUnitMistake>();
        for (var target : panel.at("targets").items()) {
            var value = target.at("expr");
            if (!value.isText() || value.text().isBlank() || !isPrometheus(target.at("datasource"))
                    || FOREIGN.matcher(value.text()).find()) {
                continue;
            }
            var query = VARIABLE.matcher(INTERVAL.matcher(value.text()).replaceAll("5m")).replaceAll("variable");
            try {
                var parsed = PromqlParser.parse(query);
                checkMetrics(parsed, value, context);
                if (!mayHaveOwnUnit(panel, target)) {
                    MetricUnitMistake.findPanelMistake(parsed, unit.text()).ifPresent(mistakes::add);
                }
            } catch (PromqlException e) {
                if (query.equals(value.text()) && e.isCertain()) {
                    context.addDoubt(INVALID, value, LintSeverity.WARNING,
                            new LintMonitoringReason.PanelQueryError(panel.at("title").text(), e.reason()), List.of());
                }
            }
        }
        mistakes.stream().findFirst().ifPresent(mistake -> context.addFinding("panel-unit", unit,
                new LintMonitoringReason.MetricUnitMisread(panel.at("title").text(), mistake.reason())));
    }

    /** Returns whether an override may give the values of a query another unit than their panel's. */
    private static boolean mayHaveOwnUnit(ManifestValue panel, ManifestValue target) {
        var legend = target.at("legendFormat").text();
        boolean named = !legend.isBlank() && !legend.equals("__auto") && !GENERATED.matcher(legend).find()
                && !target.at("format").text().equals("table") && panel.at("transformations").items().isEmpty();
        return panel.at("fieldConfig", "overrides").items().stream().filter(PromqlQueryLintChecks::hasUnit)
                .map(override -> override.at("matcher")).anyMatch(matcher -> switch (matcher.at("id").text()) {
                    case "byFrameRefID" -> matcher.at("options").text().equals(target.at("refId").text());
                    case "byName" -> !named || matcher.at("options").text().equals(legend);
                    default -> true;
                });
    }

    private static boolean hasUnit(ManifestValue override) {
        return override.at("properties").items().stream().anyMatch(property -> property.at("id").text().equals("unit"));
    }

    private static boolean isPrometheus(ManifestValue source) {
        var type = source.isMap() ? source.at("type").text() : "";
        return type.isEmpty() || type.equals("prometheus") || source.at("type").isTemplated();
    }

    private static void checkMetrics(PromqlExpression query, ManifestValue value, LintCheckContext context) {
        query.parts()
                .flatMap(expression -> expression instanceof VectorSelector(var metric) ? Stream.of(metric)
                        : Stream.empty())
                .distinct().filter(metric -> context.facts().findMistake("metrics", metric).isEmpty())
                .filter(DcgmFieldNames::isUnknownField).forEach(metric -> checkUnknownMetric(metric, value, context));
    }

    /** Checks an unknown metric; one without a similar name may be of a newer DCGM. */
    private static void checkUnknownMetric(String metric, ManifestValue value, LintCheckContext context) {
        var meant = DcgmFieldNames.meantField(metric);
        if (meant.isPresent()) {
            context.addFinding(UNKNOWN, value, new LintMonitoringReason.UnknownDcgmField(metric, meant.get()),
                    replaceMetric(value, metric, meant.get()));
        } else {
            context.addDoubt(UNKNOWN, value, LintSeverity.HINT, new LintMonitoringReason.UnlistedDcgmField(metric),
                    List.of());
        }
    }

    private static Optional<LintFix> replaceMetric(ManifestValue value, String metric, String right) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                ManifestSourceEditor.replacePart(value, metric, right));
    }

    /** Checks the exporter's list of fields, with which it does not start if one of them is unknown. */
    private static void checkFieldList(ManifestValue text, LintCheckContext context) {
        FIELD_LIST.matcher(text.text()).results().map(result -> result.group(1)).distinct()
                .filter(DcgmFieldNames::isUnknownField).forEach(name -> checkFieldName(name, context, text));
    }

    private static void checkFieldName(String name, LintCheckContext context, ManifestValue text) {
        DcgmFieldNames.meantField(name).ifPresent(right -> context.addFinding(UNKNOWN, text,
                new LintMonitoringReason.UnknownExporterField(name, right), replaceMetric(text, name, right)));
    }
}
