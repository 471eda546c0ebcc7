package tessera.lint.rule;

import java.util.List;
import java.util.regex.Pattern;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestValue;

/** Checks of the form of alerting and recording rules, one of which is enough for Prometheus to load none of a file. */
final class PrometheusRuleFormLintChecks implements LintCheck {

    private static final String INVALID = "rule-form-invalid";
    private static final Pattern DURATION = Pattern.compile(
            "0|(?=\\d)(?:\\d+y)?(?:\\d+w)?(?:\\d+d)?(?:\\d+h)?(?:\\d+m)?(?:\\d+s)?(?:\\d+ms)?");
    private static final List<String> GROUP_DURATIONS = List.of("interval", "query_offset");
    private static final List<String> RULE_DURATIONS = List.of("for", "keep_firing_for");
    private static final List<String> ALERT_FIELDS = List.of("for", "keep_firing_for", "annotations");

    @Override
    public void checkManifest(LintCheckContext context) {
        for (var misplaced : context.manifest().otherDocuments()) {
            PrometheusRuleDashboardExtractor.groupsOf(misplaced).forEach(group -> checkGroup(group, false, context));
        }
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        boolean operator = object.kind().equals("PrometheusRule");
        PrometheusRuleDashboardExtractor.groupsOf(object).forEach(group -> checkGroup(group, operator, context));
    }

    /** @param operator whether the Prometheus Operator checks the rules, before Prometheus does */
    private static void checkGroup(ManifestValue group, boolean operator, LintCheckContext context) {
        checkDurations(group, group.at("name").text(), GROUP_DURATIONS, operator, context);
        for (var rule : group.at("rules").items()) {
            checkRule(rule, operator, context);
        }
    }

    private static void checkRule(ManifestValue rule, boolean operator, LintCheckContext context) {
        var alert = rule.at("alert");
        var record = rule.at("record");
        if (alert.isPresent() && record.isPresent()) {
            context.addFinding(INVALID, record, new LintMonitoringReason.DoublyNamedRule(alert.text(), operator));
        } else if (alert.isPresent()) {
            checkDurations(rule, alert.text(), RULE_DURATIONS, operator, context);
        } else if (record.isPresent()) {
            ALERT_FIELDS.stream().map(rule::at).filter(ManifestValue::isPresent)
                    .forEach(field -> context.addFinding(INVALID, field, new LintMonitoringReason.RecordingRuleField(
                            record.text(), field.key().text(), operator)));
        } else if (rule.at("expr").isPresent()) {
            context.addFinding(INVALID, rule.at("expr"), new LintMonitoringReason.UnnamedRule(operator));
        }
    }

    private static void checkDurations(ManifestValue holder, String name, List<String> fields, boolean operator,
            LintCheckContext context) {
        for (var field : fields) {
            var value = holder.at(field);
            var text = value.text();
            if (value.isPresent() && !value.isTemplated() && !text.contains("${")
                    && !DURATION.matcher(text).matches()) {
                context.addFinding(INVALID, value,
                        new LintMonitoringReason.InvalidRuleDuration(name, field, text, operator));
            }
        }
    }
}
