package tessera.cel;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.SpellingSuggestionFinder;

/**
 * Finds undeclared names in an expression, as a server does when compiling it.
 *
 * @param declared variables, and what fields each has
 * @param bound    by the macros around
 */
record UndeclaredCelNameFinder(Map<String, Set<String>> declared, Set<String> bound) {

    /** Types, and what the names of functions and types begin with. */
    private static final Set<String> ROOTS = Set.of("bool", "bytes", "double", "dyn", "duration", "int", "list", "map",
            "null_type", "optional_type", "string", "timestamp", "type", "uint", "base64", "cel", "cidr", "format",
            "google",
            "ip", "kubernetes", "lists", "math", "net", "optional", "regex", "sets", "strings", "url");
    /** Those of the language and its extensions, and those of Kubernetes, in whatever version, without what stands before a dot. */
    private static final Set<String> FUNCTIONS = Set.of(("size contains startsWith endsWith matches bool bytes double "
            + "duration dyn int string timestamp type uint getDate getDayOfMonth getDayOfWeek getDayOfYear getFullYear "
            + "getHours getMilliseconds getMinutes getMonth getSeconds has all exists exists_one existsOne map filter "
            + "charAt format indexOf join lastIndexOf lowerAscii quote replace reverse split substring trim upperAscii "
            + "equivalent intersects distinct flatten range slice sort sortBy first last greatest least ceil floor round "
            + "trunc abs isInf isNaN isFinite bitOr bitAnd bitXor bitNot bitShiftLeft bitShiftRight sign sqrt encode "
            + "decode transformList transformMap transformMapEntry of ofNonZeroValue none hasValue value or orValue "
            + "optMap optFlatMap unwrap unwrapOpt bind block extract extractAll named validate escapeKey includes "
            + "isSorted sum max min find findAll url getScheme getHost getHostname getPort getEscapedPath getQuery isURL "
            + "add asApproximateFloat asInteger compareTo isGreaterThan isInteger isLessThan isQuantity quantity sub mul "
            + "div divInt ip family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast "
            + "isCanonical isIP cidr containsIP containsCIDR masked prefixLength isCIDR isSemver major minor patch "
            + "semver dns1123Label dns1123Subdomain dns1035Label dns1123LabelPrefix dns1123SubdomainPrefix dns1035LabelPrefix "
            + "qualifiedName labelValue uri uuid byte date datetime").split(" "));
    private static final Set<String> ORDER = Set.of("<", "<=", ">", ">=");
    private static final Set<String> COMPARED = Set.of("quantity", "semver");
    /** What a macro is called on, what it calls an element, and what it makes of that. */
    private static final int MACRO = 3;

    /** Returns the fault in a few words; empty for none. */
    static Optional<String> findFault(CelExpression expression, Map<String, Set<String>> declared) {
        return new UndeclaredCelNameFinder(declared, Set.of()).faultIn(expression);
    }

    private Optional<String> faultIn(CelExpression expression) {
        return switch (expression) {
            case CelExpression.CelLiteral _ -> Optional.empty();
            case CelExpression.CelIdentifier(var name) -> isDeclared(name) ? Optional.empty()
                    : Optional.of("undeclared reference to '%s'".formatted(name));
            case CelExpression.FieldSelection(var from, var field) -> fieldFault(from, field);
            case CelExpression.HasMacro(var from, var field) -> fieldFault(from, field);
            case CelExpression.IndexAccess(var from, var index) -> firstFault(from, index);
            case CelExpression.LogicalNegation(var operand) -> faultIn(operand);
            case CelExpression.ArithmeticNegation(var operand) -> faultIn(operand);
            case CelExpression.CelBinaryOperation(var operator, var left, var right) ->
                firstFault(left, right).or(() -> comparisonFault(operator, left, right));
            case CelExpression.CelConditionalOperation(var condition, var yes, var no) ->
                firstFault(condition, yes, no);
            case CelExpression.CelListLiteral(var items) -> firstFault(items);
            case CelExpression.CelFunctionCall(var method, var _) when !FUNCTIONS.contains(method) ->
                Optional.of("undeclared reference to '%s'%s".formatted(method,
                        SpellingSuggestionFinder.findMistyped(method, FUNCTIONS)
                                .map("; there is %s"::formatted).orElse("")));
            // An argument that is but a name may be what a macro calls its elements that is not known here.
            case CelExpression.CelFunctionCall(var _, var arguments) when arguments.size() >= MACRO
                    && arguments.get(1) instanceof CelExpression.CelIdentifier ->
                faultIn(arguments.getFirst());
            case CelExpression.CelFunctionCall(var _, var arguments) -> firstFault(arguments);
            case CelExpression.ComprehensionMacro(var _, var over, var variable, var body) -> {
                var inner = new HashSet<>(bound);
                inner.add(variable);
                yield faultIn(over).or(() -> new UndeclaredCelNameFinder(declared, Set.copyOf(inner)).faultIn(body));
            }
        };
    }

    private boolean isDeclared(String name) {
        return declared.containsKey(name) || bound.contains(name) || ROOTS.contains(name);
    }

    private Optional<String> firstFault(CelExpression... parts) {
        return firstFault(List.of(parts));
    }

    private Optional<String> firstFault(List<CelExpression> parts) {
        return parts.stream().flatMap(part -> faultIn(part).stream()).findFirst();
    }

    private Optional<String> fieldFault(CelExpression from, String field) {
        return from instanceof CelExpression.CelIdentifier(var name) && declared.containsKey(name)
                && !bound.contains(name)
                && !declared.get(name).contains(CelOperators.unescapeField(field))
                        ? Optional.of("undefined field '%s' of %s".formatted(field, name))
                        : faultIn(from);
    }

    private static Optional<String> comparisonFault(String operator, CelExpression left, CelExpression right) {
        return ORDER.contains(operator)
                ? Stream.of(left, right)
                        .flatMap(side -> side instanceof CelExpression.CelFunctionCall(var method, var _)
                                && COMPARED.contains(method)
                                        ? Stream.of(method)
                                        : Stream.empty())
                        .findFirst()
                        .map(method -> "'%s' does not compare what %s() makes: write a.compareTo(b) %s 0".formatted(
                                operator, method,
                                operator))
                : Optional.empty();
    }
}
