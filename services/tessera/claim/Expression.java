package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import tessera.model.Quantity;

/**
 * A CEL expression that selects devices, as far as people write them: comparisons of driver, attributes and capacities that
 * must all hold. What is more than that selects nothing.
 */
final class Expression {

    private static final String NAMED = "device\\.(attributes|capacity)\\[['\"]([^'\"]+)['\"]\\]\\.(\\w+)";
    private static final Pattern DRIVER = Pattern.compile("device\\.driver\\s*==\\s*['\"]([^'\"]*)['\"]");
    private static final Pattern EQUAL = Pattern
            .compile(NAMED + "\\s*(==|!=)\\s*(?:['\"]([^'\"]*)['\"]|(true|false|-?\\d+))");
    private static final Pattern COMPARED = Pattern.compile(NAMED
            + "\\.compareTo\\(\\s*(quantity|semver)\\(['\"]([^'\"]*)['\"]\\)\\s*\\)\\s*(>=|<=|==|>|<)\\s*0");

    private Expression() {}

    static boolean matches(String expression, Device device) {
        return terms(expression).stream().allMatch(term -> holds(term, device));
    }

    /** Parts between {@code &&} that are not within quotes. */
    private static List<String> terms(String expression) {
        var terms = new ArrayList<String>();
        char quote = 0;
        int from = 0;
        for (int at = 0; at < expression.length(); at++) {
            char sign = expression.charAt(at);
            if (quote != 0) {
                quote = sign == quote ? 0 : quote;
            } else if (sign == '\'' || sign == '"') {
                quote = sign;
            } else if (expression.startsWith("&&", at)) {
                terms.add(expression.substring(from, at).strip());
                from = at + 2;
            }
        }
        terms.add(expression.substring(from).strip());
        return terms;
    }

    private static boolean holds(String term, Device device) {
        var driver = DRIVER.matcher(term);
        if (driver.matches()) {
            return driver.group(1).equals(device.driver());
        }
        var equal = EQUAL.matcher(term);
        if (equal.matches()) {
            var value = only(device.told(equal.group(1), equal.group(2), equal.group(3)));
            var wanted = equal.group(5) == null ? equal.group(6) : equal.group(5);
            return !value.isMissingNode() && value.asText().equals(wanted) == equal.group(4).equals("==");
        }
        var compared = COMPARED.matcher(term);
        if (!compared.matches()) {
            return false;
        }
        var value = only(device.told(compared.group(1), compared.group(2), compared.group(3)));
        return !value.isMissingNode() && ordered(compared.group(4).equals("semver")
                ? versions(value.asText(), compared.group(5))
                : quantity(value.asText()).compareTo(quantity(compared.group(5))), compared.group(6));
    }

    /** Attributes say their type beside the value, capacities do not. */
    private static JsonNode only(JsonNode told) {
        return told.elements().hasNext() ? told.elements().next() : told.path("");
    }

    private static boolean ordered(int order, String operator) {
        return switch (operator) {
            case ">=" -> order >= 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case "<" -> order < 0;
            default -> order == 0;
        };
    }

    private static BigDecimal quantity(String text) {
        return Quantity.exact(text).orElse(BigDecimal.ZERO);
    }

    private static int versions(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String version) {
        return Pattern.compile("\\D+").splitAsStream(version).filter(part -> !part.isEmpty() && part.length() < 10)
                .mapToInt(Integer::parseInt).toArray();
    }
}
