package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import tessera.lint.finding.LintRule.FixKind;
import tessera.lint.finding.RuleBook;
import tessera.yaml.JsonText;

/** The rules that manifests are checked by. */
public final class LintRulesReport {

    private final RuleBook rules;

    public LintRulesReport(RuleBook rules) {
        this.rules = rules;
    }

    /** As {@code text} or as {@code json}. */
    public String print(String form) {
        if (form.equals("json")) {
            var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind",
                    "LintRuleList");
            var list = json.putArray("rules");
            rules.all().forEach(rule -> list.addObject().put("rule", rule.id()).put("severity", rule.severity().word())
                    .put("title", rule.title()).put("why", rule.why())
                    .put("fixable", rule.mending() == FixKind.FIX || rule.mending() == FixKind.BOTH)
                    .put("choices", rule.mending() == FixKind.CHOICE || rule.mending() == FixKind.BOTH)
                    .put("instead", rule.instead())
                    .put("cluster", rule.cluster()));
            return JsonText.of(json);
        }
        var table = new TextTable(List.of("RULE", "SEVERITY", "FIX", "WHAT", "WHY"));
        rules.all()
                .forEach(rule -> table.add(List.of(rule.id(), rule.severity().word(),
                        rule.mending() == FixKind.NONE ? "-" : rule.mending().words(),
                        rule.title() + (rule.cluster() ? " (with a cluster)" : ""), rule.why())));
        return table.columns();
    }
}
