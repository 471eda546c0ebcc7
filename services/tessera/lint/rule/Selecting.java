package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.lint.source.Value;
import tessera.lint.subject.PodTemplate;

/** Which nodes a template selects by their labels. */
final class Selecting implements Predicate<Map<String, String>> {

    private final Value spec;

    private Selecting(Value spec) {
        this.spec = spec;
    }

    static Selecting of(PodTemplate template) {
        return new Selecting(template.spec());
    }

    @Override
    public boolean test(Map<String, String> labels) {
        boolean selected = spec.at("nodeSelector").entries().stream()
                .allMatch(entry -> entry.value().text().equals(labels.get(entry.name())));
        var terms = spec.at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms").items();
        return selected
                && (terms.isEmpty() || terms.stream().anyMatch(term -> term.at("matchExpressions").items().stream()
                        .allMatch(expression -> matches(expression, labels))));
    }

    private static boolean matches(Value expression, Map<String, String> labels) {
        var value = labels.get(expression.at("key").text());
        List<String> values = expression.at("values").texts();
        return switch (expression.at("operator").text()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && number(value) > number(values.isEmpty() ? "" : values.getFirst());
            case "Lt" -> value != null && number(value) < number(values.isEmpty() ? "" : values.getFirst());
            default -> true;
        };
    }

    private static double number(String text) {
        return text.matches("-?\\d{1,15}") ? Long.parseLong(text) : Double.NaN;
    }
}
