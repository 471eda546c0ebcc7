package tessera.lint.rule;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.rule.FieldTypes.FieldSpec;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.ManifestValue.ScalarForm;
import tessera.model.Quantity;
import tessera.model.SpellingSuggestions;

/** Whether single values are what their fields take. */
final class ScalarChecks {

    /** As far as a number goes. */
    private static final Pattern OPEN = Pattern.compile("\\d+\\.\\.(?:2147483647|9223372036854775807)");
    private static final Pattern DOMAIN = Pattern
            .compile("[a-z0-9]++(?:-++[a-z0-9]++)*+(?:\\.[a-z0-9]++(?:-++[a-z0-9]++)*+)*+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern UNIT = Pattern.compile("(\\d+(?:\\.\\d+)?) ?([KMGTPkmgtp])([iI]?)[bB]?");
    private static final Pattern ENCODED = Pattern
            .compile("(?:[A-Za-z0-9+/]{4})*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
    private static final String RULE = "value-refused";
    private static final int LONGEST_NAME = 63;

    private ScalarChecks() {}

    static void check(ManifestValue value, String name, FieldSpec field, CheckContext look) {
        if (!value.isText()) {
            FieldChecks.refused(value, "%s takes %s".formatted(name, words(field.type())), look);
        } else if (!taken(field.type(), value)) {
            look.note(RULE, value,
                    "“%s” is read as %s, and %s takes %s".formatted(value.text(), form(value.form()), name,
                            words(field.type())),
                    otherwise(value, field.type()));
        } else if (field.type().equals("quantity")) {
            if (noAmount(value) || value.text().isEmpty()) {
                look.note(RULE, value, "“%s” is no amount; units are Ki, Mi, Gi and Ti, or k, M, G and T, without a B"
                        .formatted(value.text()), amount(value));
            } else if (Quantity.exact(value.text()).filter(amount -> amount.signum() < 0).isPresent()) {
                FieldChecks.refused(value, "%s cannot be less than 0".formatted(name), look);
            }
        } else if (field.type().equals("bytes") && !encoded(value.text())) {
            look.note(RULE, value, "This is no base64: plain text stands under stringData", Optional.empty());
        } else if (!allowed(value.text(), field.values())) {
            look.note(RULE, value, "“%s” is nothing that %s takes: %s".formatted(value.text(), name,
                    among(field.values())), meant(value, field.values()));
        }
    }

    /** Whether it is to be an amount and is none. */
    static boolean noAmount(ManifestValue value) {
        return value.isText() && !value.text().isEmpty() && !value.unfilled()
                && Quantity.exact(value.text()).isEmpty();
    }

    private static boolean encoded(String text) {
        return ENCODED.matcher(text.replaceAll("[\\r\\n]", "")).matches();
    }

    private static Optional<LintFix> amount(ManifestValue value) {
        var unit = UNIT.matcher(value.text());
        if (!unit.matches()) {
            return Optional.empty();
        }
        var letter = unit.group(2).toUpperCase(Locale.ROOT);
        var binary = unit.group(3).isEmpty() ? "" : "i";
        var right = unit.group(1) + (letter.equals("K") && binary.isEmpty() ? "k" : letter) + binary;
        return ManifestEditor.fix("Write " + right, ManifestEditor.replace(value, right));
    }

    private static boolean taken(String type, ManifestValue value) {
        var form = value.form();
        return switch (type) {
            case "string", "bytes", "time", "microtime" -> form == ScalarForm.TEXT;
            case "bool" -> form == ScalarForm.TRUTH;
            case "int32", "int64" -> form == ScalarForm.WHOLE || (form == ScalarForm.NUMBER && whole(value.text()));
            case "double" -> form == ScalarForm.WHOLE || form == ScalarForm.NUMBER;
            case "int-or-string" -> form == ScalarForm.TEXT || form == ScalarForm.WHOLE;
            default -> form != ScalarForm.TRUTH;
        };
    }

    /** As 2.0 and 1e3 are. */
    private static boolean whole(String number) {
        try {
            return new BigDecimal(number).stripTrailingZeros().scale() <= 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static String words(String type) {
        return switch (type) {
            case "bool" -> "true or false";
            case "int32", "int64" -> "a whole number";
            case "double" -> "a number";
            case "int-or-string" -> "a whole number or text";
            case "quantity" -> "an amount";
            default -> "text";
        };
    }

    private static String form(ScalarForm form) {
        return switch (form) {
            case TEXT -> "text";
            case WHOLE, NUMBER -> "a number";
            case TRUTH -> "true or false";
        };
    }

    private static Optional<LintFix> otherwise(ManifestValue value, String type) {
        var text = value.text();
        if (words(type).equals("text")) {
            return ManifestEditor.fix("Write it in quotes", ManifestEditor.replace(value, "\"" + text + "\""));
        }
        boolean bare = type.equals("bool") ? text.matches("true|false") : text.matches("-?\\d{1,18}");
        return bare && !type.equals("quantity")
                ? ManifestEditor.fix("Write it without quotes", ManifestEditor.replace(value, "\"" + text + "\"", text))
                : Optional.empty();
    }

    private static boolean allowed(String text, String values) {
        if (values.isEmpty() || text.isEmpty()) {
            return true;
        }
        if (NameForm.is(values)) {
            return NameForm.of(values).takes(text);
        }
        if (!values.contains("..")) {
            return List.of(values.split("\\|", -1)).contains(text);
        }
        var bounds = values.split("\\.\\.", -1);
        return !text.matches("-?\\d{1,18}")
                || (Long.parseLong(text) >= Long.parseLong(bounds[0])
                        && Long.parseLong(text) <= Long.parseLong(bounds[1]));
    }

    private static String among(String values) {
        if (NameForm.is(values)) {
            return NameForm.of(values).words();
        }
        return OPEN.matcher(values).matches() ? values.replaceFirst("\\.\\..*", " or more")
                : values.contains("..") ? values.replace("..", " to ") : values.replace("|", ", ");
    }

    private static Optional<LintFix> meant(ManifestValue value, String values) {
        if (NameForm.is(values)) {
            return NameForm.of(values).nearest(value.text())
                    .flatMap(near -> ManifestEditor.fix("Write " + near, ManifestEditor.replace(value, near)));
        }
        return values.contains("..") ? Optional.empty()
                : List.of(values.split("\\|", -1)).stream()
                        .filter(each -> each.equalsIgnoreCase(value.text()) || each.equals(value.text() + "s")
                                || each.equals(value.text() + "e") || begins(each, value.text()))
                        .findFirst()
                        .or(() -> SpellingSuggestions.mistyped(value.text(), List.of(values.split("\\|", -1))))
                        .flatMap(each -> ManifestEditor.fix("Write " + each, ManifestEditor.replace(value, each)));
    }

    /** As OnFail does OnFailure. */
    private static boolean begins(String whole, String text) {
        return text.length() > 3 && whole.regionMatches(true, 0, text, 0, text.length());
    }

    /** Whether the domain of a resource is none. */
    static boolean domain(ManifestValue.MappingEntry entry, CheckContext look) {
        int slash = entry.name().indexOf('/');
        if (slash > 0 && odd(entry.name(), slash)) {
            FieldChecks.refused(entry.key(), "“%s” cannot be the name of a resource: after the domain it has letters, "
                    .formatted(entry.name()) + "digits, “-”, “_” and “.”", look);
            return true;
        }
        if (slash < 0 || DOMAIN.matcher(entry.name().substring(0, slash)).matches()
                || look.facts().mistake("resources", entry.name()).isPresent()) {
            return false;
        }
        var domain = entry.name().substring(0, slash).toLowerCase(Locale.ROOT);
        look.note(RULE, entry.key(),
                "“%s” cannot be the name of a resource: its domain has lower-case letters, digits, "
                        .formatted(entry.name()) + "“-” and “.”",
                DOMAIN.matcher(domain).matches()
                        ? ManifestEditor.fix("Write it in lower case",
                                ManifestEditor.replace(entry.key(), domain + entry.name().substring(slash)))
                        : Optional.empty());
        return true;
    }

    /** A plus in the name of a MIG resource has a rule of its own. */
    private static boolean odd(String name, int slash) {
        var own = name.substring(slash + 1);
        return !own.contains("+") && !own.contains("$") && !own.contains("{")
                && !(NAME.matcher(own).matches() && own.length() <= LONGEST_NAME);
    }
}
