package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import tessera.lint.finding.LintRule.RuleFixAvailability;
import tessera.lint.finding.LintRuleCatalog;
import tessera.text.MessageCatalog;
import tessera.yaml.TerminalSafeJsonFormatter;

/** A report on the rules that manifests are checked by. */
public final class LintRulesReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LintRulesReport.class);

    private final LintRuleCatalog rules;

    public LintRulesReport(LintRuleCatalog rules) {
        this.rules = rules;
    }

    /** Returns the report as {@code text} or as {@code json}. */
    public String print(String form) {
        if (form.equals("json")) {
            var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind",
                    "LintRuleList");
            var list = json.putArray("rules");
            rules.rules().forEach(rule -> list.addObject().put("rule", rule.id())
                    .put("severity", rule.severity().severityName()).put("title", rule.title())
                    .put("why", rule.explanation())
                    .put("fixable",
                            rule.fixKind() == RuleFixAvailability.FIX || rule.fixKind() == RuleFixAvailability.BOTH)
                    .put("choices",
                            rule.fixKind() == RuleFixAvailability.CHOICE || rule.fixKind() == RuleFixAvailability.BOTH)
                    .put("instead", rule.instead()).put("cluster", rule.needsCluster()));
            return TerminalSafeJsonFormatter.format(json);
        }
        var table = new TextTable(List.of("RULE", "SEVERITY", "FIX", "WHAT", "WHY"));
        rules.rules()
                .forEach(rule -> table.add(List.of(rule.id(), rule.severity().severityName(),
                        rule.fixKind() == RuleFixAvailability.NONE ? "-" : rule.fixKind().kindLabel(),
                        rule.needsCluster() ? MESSAGES.text("lint.withCluster", rule.title()) : rule.title(),
                        rule.explanation())));
        return table.toColumns();
    }
}
