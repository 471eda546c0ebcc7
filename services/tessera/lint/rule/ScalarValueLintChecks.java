package tessera.lint.rule;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.kube.names.NameFormatRules;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.schema.FieldConstraint;
import tessera.kube.schema.ValueFormat;
import tessera.lint.finding.LintFix;
import tessera.lint.rule.ObjectFieldTypes.FieldSpec;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.ManifestValue.YamlScalarType;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks that scalar values are valid for their fields. */
final class ScalarValueLintChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ScalarValueLintChecks.class);
    private static final Pattern UNIT = Pattern.compile("(\\d+(?:\\.\\d+)?) ?([KMGTPkmgtp])([iI]?)[bB]?");
    private static final Pattern ENCODED = Pattern
            .compile("(?:[A-Za-z0-9+/]{4})*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
    private static final String RULE = "value-refused";
    private static final Set<String> OTHER_TYPES = Set.of("bool", "int32", "int64", "double", "int-or-string",
            "quantity");

    private ScalarValueLintChecks() {}

    static void check(ManifestValue value, String name, FieldSpec field, LintCheckContext context) {
        if (!value.isText()) {
            context.reject(value, new LintFieldReason.TypeExpected(name, typeText(field.type())));
        } else if (!isAccepted(field.type(), value)) {
            context.addFinding(RULE, value, new LintFieldReason.MisreadValue(value.text(), formText(value.scalarForm()),
                    name, typeText(field.type())), toType(value, field.type()));
        } else if (field.type().equals("quantity")) {
            if (isInvalidAmount(value) || value.text().isEmpty()) {
                context.addFinding(RULE, value, new LintFieldReason.InvalidFieldAmount(value.text()), toAmount(value));
            } else if (QuantityParser.parseExact(value.text()).filter(amount -> amount.signum() < 0).isPresent()) {
                context.reject(value, new LintFieldReason.NegativeAmount(name));
            }
        } else if (field.type().equals("bytes") && !isBase64(value.text())) {
            context.addFinding(RULE, value, new LintFieldReason.InvalidBase64(), Optional.empty());
        } else if (!value.text().isEmpty()) {
            field.constraint().filter(constraint -> !constraint.accepts(value.text())).ifPresent(
                    constraint -> context.addFinding(RULE, value, new LintFieldReason.ValueNotAllowed(value.text(),
                            name, AllowedValueText.textOf(constraint)), toMeantValue(value, constraint)));
        }
    }

    /** Returns whether a value is meant as an amount and is none. */
    static boolean isInvalidAmount(ManifestValue value) {
        return value.isText() && !value.text().isEmpty() && !value.isTemplated()
                && QuantityParser.parseExact(value.text()).isEmpty();
    }

    private static boolean isBase64(String text) {
        return ENCODED.matcher(text.replaceAll("[\\r\\n]", "")).matches();
    }

    private static Optional<LintFix> toAmount(ManifestValue value) {
        var unit = UNIT.matcher(value.text());
        if (!unit.matches()) {
            return Optional.empty();
        }
        var letter = unit.group(2).toUpperCase(Locale.ROOT);
        var binary = unit.group(3).isEmpty() ? "" : "i";
        var right = unit.group(1) + (letter.equals("K") && binary.isEmpty() ? "k" : letter) + binary;
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                ManifestSourceEditor.replace(value, right));
    }

    private static boolean isAccepted(String type, ManifestValue value) {
        var form = value.scalarForm();
        return switch (type) {
            case "string", "bytes", "time", "microtime" -> form == YamlScalarType.TEXT;
            case "bool" -> form == YamlScalarType.TRUTH;
            case "int32", "int64" ->
                form == YamlScalarType.WHOLE || (form == YamlScalarType.NUMBER && isWholeNumber(value.text()));
            case "double" -> form == YamlScalarType.WHOLE || form == YamlScalarType.NUMBER;
            case "int-or-string" -> form == YamlScalarType.TEXT || form == YamlScalarType.WHOLE;
            default -> form != YamlScalarType.TRUTH;
        };
    }

    /** Returns whether it is whole, as 2.0 and 1e3 are. */
    private static boolean isWholeNumber(String number) {
        try {
            return new BigDecimal(number).stripTrailingZeros().scale() <= 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static String typeText(String type) {
        return MESSAGES.text(switch (type) {
            case "bool" -> "type.bool";
            case "int32", "int64" -> "type.integer";
            case "double" -> "type.number";
            case "int-or-string" -> "type.integer.or.string";
            case "quantity" -> "type.quantity";
            default -> "type.string";
        });
    }

    private static String formText(YamlScalarType form) {
        return MESSAGES.text(switch (form) {
            case TEXT -> "type.string";
            case WHOLE, NUMBER -> "type.number";
            case TRUTH -> "type.bool";
        });
    }

    private static Optional<LintFix> toType(ManifestValue value, String type) {
        var text = value.text();
        if (!OTHER_TYPES.contains(type)) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.quoted"),
                    ManifestSourceEditor.replace(value, "\"" + text + "\""));
        }
        boolean bare = type.equals("bool") ? text.matches("true|false") : text.matches("-?\\d{1,18}");
        if (bare && !type.equals("quantity")) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.bare"),
                    ManifestSourceEditor.replacePart(value, "\"" + text + "\"", text));
        }
        return Optional.empty();
    }

    private static Optional<LintFix> toMeantValue(ManifestValue value, FieldConstraint constraint) {
        return switch (constraint) {
            case FieldConstraint.NumberRange _ -> Optional.empty();
            case FieldConstraint.FormatConstraint(var format) -> writeInstead(value, nearestText(value.text(), format));
            case FieldConstraint.OneOf(var names, var _) -> writeInstead(value,
                    names.stream()
                            .filter(each -> each.equalsIgnoreCase(value.text()) || each.equals(value.text() + "s")
                                    || each.equals(value.text() + "e") || startsAlike(each, value.text()))
                            .findFirst().or(() -> SpellingSuggestionFinder.findMistyped(value.text(), names)));
        };
    }

    private static Optional<LintFix> writeInstead(ManifestValue value, Optional<String> meant) {
        return meant.flatMap(text -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", text),
                ManifestSourceEditor.replace(value, text)));
    }

    /** Returns the text in a form, if that is a matter of case and of separators. */
    private static Optional<String> nearestText(String text, ValueFormat format) {
        var dashed = text.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-");
        return Stream.of(dashed, dashed.replace('.', '-')).filter(near -> format.problems(near).isEmpty())
                .filter(near -> !near.matches("-?\\d+")).findFirst();
    }

    /** Returns whether one begins with the other, as OnFailure begins with OnFail. */
    private static boolean startsAlike(String whole, String text) {
        return text.length() > 3 && whole.regionMatches(true, 0, text, 0, text.length());
    }

    /** Checks the domain of a resource name, and returns whether it is invalid. */
    static boolean rejectInvalidDomain(ManifestValue.MappingEntry entry, LintCheckContext context) {
        int slash = entry.name().indexOf('/');
        if (slash > 0 && hasInvalidName(entry.name(), slash)) {
            context.reject(entry.key(), new LintFieldReason.InvalidQualifiedResource(entry.name()));
            return true;
        }
        if (slash < 0 || NameFormatRules.isSubdomain(entry.name().substring(0, slash))
                || context.facts().findMistake("resources", entry.name()).isPresent()) {
            return false;
        }
        var domain = entry.name().substring(0, slash).toLowerCase(Locale.ROOT);
        context.addFinding(RULE, entry.key(), new LintFieldReason.InvalidResourceDomain(entry.name()),
                NameFormatRules.isSubdomain(domain)
                        ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.lower"),
                                ManifestSourceEditor.replace(entry.key(), domain + entry.name().substring(slash)))
                        : Optional.empty());
        return true;
    }

    /** Returns whether the name after the domain is invalid; a plus in the name of a MIG resource has a rule of its own. */
    private static boolean hasInvalidName(String name, int slash) {
        var own = name.substring(slash + 1);
        return !own.contains("+") && !own.contains("$") && !own.contains("{")
                && (own.contains("/") || !NameFormatRules.isQualifiedName(own));
    }
}
