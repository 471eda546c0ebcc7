package tessera.lint.finding;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tessera.lint.finding.LintRule.RuleFixAvailability;
import tessera.lint.finding.LintRule.ServerAdmissionResult;

/** All lint rules. Data: {@code rules.json}. */
public final class LintRuleCatalog {

    private final Map<String, LintRule> rules;

    private LintRuleCatalog(Map<String, LintRule> rules) {
        this.rules = rules;
    }

    /** Returns the rules that ship with the product. */
    public static LintRuleCatalog bundled() {
        try (var file = Objects.requireNonNull(LintRuleCatalog.class.getResourceAsStream("rules.json"))) {
            var rules = new LinkedHashMap<String, LintRule>();
            for (var rule : new JsonMapper().readTree(file).path("rules")) {
                var id = rule.path("id").asText();
                rules.put(id, new LintRule(id,
                        LintSeverity.valueOf(rule.path("severity").asText().toUpperCase(Locale.ROOT)),
                        RuleFixAvailability.of(rule.path("fix").asBoolean(), rule.path("ways").asBoolean()),
                        rule.path("remedy").asBoolean(), rule.path("cluster").asBoolean(),
                        ServerAdmissionResult.valueOf(rule.path("server").asText("taken").toUpperCase(Locale.ROOT))));
            }
            return new LintRuleCatalog(rules);
        } catch (IOException e) {
            throw new UncheckedIOException("damaged rules.json", e);
        }
    }

    /** Returns the rules in the order in which they are documented. */
    public List<LintRule> rules() {
        return List.copyOf(new ArrayList<>(rules.values()));
    }

    /**
     * Returns a rule by its id.
     *
     * @throws IllegalArgumentException when there is none
     */
    public LintRule rule(String id) {
        var rule = rules.get(id);
        if (rule == null) {
            throw new IllegalArgumentException("no rule " + id);
        }
        return rule;
    }
}
