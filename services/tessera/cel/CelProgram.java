package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.cel.CelExpression.ArithmeticNegation;
import tessera.cel.CelExpression.CelBinaryOperation;
import tessera.cel.CelExpression.CelConditionalOperation;
import tessera.cel.CelExpression.CelFunctionCall;
import tessera.cel.CelExpression.CelIdentifier;
import tessera.cel.CelExpression.CelListLiteral;
import tessera.cel.CelExpression.CelLiteral;
import tessera.cel.CelExpression.ComprehensionMacro;
import tessera.cel.CelExpression.FieldSelection;
import tessera.cel.CelExpression.HasMacro;
import tessera.cel.CelExpression.IndexAccess;
import tessera.cel.CelExpression.LogicalNegation;

/** A CEL expression that can be evaluated. Values are JSON. */
public final class CelProgram {

    /** What the language has and is not read here: maps, numbers and texts written otherwise, comments, optional fields. */
    private static final Pattern BEYOND = Pattern.compile("[{`]|[.\\[]\\?|//|\\d[eExXU]|(?<!\\w)\\.\\d|\"\"\"|'''"
            + "|\\\\[^btnrf\"'\\\\]|\\b[bBrR]{1,2}[\"']|(?:^|[(,!&|=<>+*/%:\\[-])\\s*\\.");

    private static final Pattern QUOTED = Pattern.compile("\"[^\"\\\\\n]*+\"|'[^'\\\\\n]*+'");

    private final CelExpression expression;

    private CelProgram(CelExpression expression) {
        this.expression = expression;
    }

    /** Parses an expression. */
    public static CelProgram parse(String text) throws CelException {
        return new CelProgram(CelParser.parse(text));
    }

    /** Returns the syntax error in a few words; empty where there is none, or where this parser lacks a feature of the language. */
    public static Optional<String> syntaxError(String text) {
        if (BEYOND.matcher(withoutLiterals(text)).find()) {
            return Optional.empty();
        }
        try {
            CelParser.parse(text);
            return Optional.empty();
        } catch (CelException error) {
            return error.isUndetermined() ? Optional.empty() : Optional.ofNullable(error.getMessage());
        }
    }

    /**
     * Returns an undeclared name or invalid comparison in a few words; empty where none is found, or the text cannot be parsed here.
     *
     * @param declared its variables, and what fields each has
     */
    public static Optional<String> undeclaredName(String text, Map<String, Set<String>> declared) {
        try {
            return BEYOND.matcher(withoutLiterals(text)).find() ? Optional.empty()
                    : UndeclaredCelNameFinder.findFault(CelParser.parse(text), declared);
        } catch (CelException _) {
            return Optional.empty();
        }
    }

    /** Returns a text without its quoted parts, which are no syntax unless they have escapes. */
    private static String withoutLiterals(String text) {
        return QUOTED.matcher(text).replaceAll("''");
    }

    /** Returns the value for these variables. */
    public JsonNode evaluate(Map<String, JsonNode> variables) throws CelException {
        return evaluate(expression, new CelActivation(variables));
    }

    /** Returns whether the value for these variables is true. */
    public boolean isTrue(Map<String, JsonNode> variables) throws CelException {
        return requireBoolean(evaluate(variables));
    }

    private static JsonNode evaluate(CelExpression expression, CelActivation variables) throws CelException {
        return variables.charge(valueOf(expression, variables));
    }

    private static JsonNode valueOf(CelExpression expression, CelActivation variables) throws CelException {
        return switch (expression) {
            case CelLiteral(var literal) -> literal;
            case CelIdentifier(var name) -> {
                var value = variables.valueOf(name);
                if (value == null) {
                    throw CelFunctions.undeclaredFunction(name);
                }
                yield value;
            }
            case FieldSelection(var from, var field) ->
                requirePresent(evaluate(from, variables).get(CelOperators.unescapeField(field)),
                        "no such key: " + field);
            case IndexAccess(var from, var index) -> elementAt(evaluate(from, variables), evaluate(index, variables));
            case HasMacro(var from, var field) ->
                CelOperators.booleanValue(evaluate(from, variables).has(CelOperators.unescapeField(field)));
            case LogicalNegation(var operand) ->
                CelOperators.booleanValue(!requireBoolean(evaluate(operand, variables)));
            case ArithmeticNegation(var operand) ->
                JsonNodeFactory.instance.numberNode(evaluate(operand, variables).decimalValue().negate());
            case CelBinaryOperation binary -> evaluateBinary(binary, variables);
            case CelConditionalOperation(var condition, var yes, var no) ->
                evaluate(requireBoolean(evaluate(condition, variables)) ? yes : no, variables);
            case CelListLiteral(var items) -> {
                var array = JsonNodeFactory.instance.arrayNode();
                for (var item : items) {
                    array.add(evaluate(item, variables));
                }
                yield array;
            }
            case CelFunctionCall call -> evaluateCall(call, variables);
            case ComprehensionMacro comprehensionMacro -> evaluateMacro(comprehensionMacro, variables);
        };
    }

    /**
     * Returns the value of an operator; one side of «and» and «or» is enough if it decides, even if the other has no value. Where none decides, what is not known
     * here goes before what is known to fail.
     */
    private static JsonNode evaluateBinary(CelBinaryOperation binary, CelActivation variables) throws CelException {
        var operator = binary.operator();
        if (!operator.equals("||") && !operator.equals("&&")) {
            return CelOperators.apply(operator, evaluate(binary.left(), variables),
                    evaluate(binary.right(), variables), variables);
        }
        return evaluateLogical(operator.equals("||"), List.of(binary.left(), binary.right()),
                side -> evaluate(side, variables));
    }

    /** Evaluates one operand of a conjunction or disjunction. */
    @FunctionalInterface
    private interface CelOperandEvaluator<T> {
        JsonNode evaluate(T one) throws CelException;
    }

    /** Returns the value of a conjunction or disjunction; one operand is enough if it decides, even if others have no value. */
    private static <T> JsonNode evaluateLogical(boolean decisive, Iterable<T> all, CelOperandEvaluator<T> voice)
            throws CelException {
        CelException failure = null;
        for (var one : all) {
            try {
                if (requireBoolean(voice.evaluate(one)) == decisive) {
                    return CelOperators.booleanValue(decisive);
                }
            } catch (CelException e) {
                failure = failure != null && failure.isUndetermined() ? failure : e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return CelOperators.booleanValue(!decisive);
    }

    private static JsonNode evaluateCall(CelFunctionCall call, CelActivation variables) throws CelException {
        var values = new JsonNode[call.arguments().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = evaluate(call.arguments().get(i), variables);
        }
        return CelFunctions.call(call.method(), values, variables);
    }

    private static JsonNode evaluateMacro(ComprehensionMacro comprehensionMacro, CelActivation variables)
            throws CelException {
        var over = evaluate(comprehensionMacro.collection(), variables);
        var items = over.isObject() ? CelOperators.keysOf(over) : over;
        var inner = variables.nested();
        var found = JsonNodeFactory.instance.arrayNode();
        if (comprehensionMacro.macro().equals("all") || comprehensionMacro.macro().equals("exists")) {
            return evaluateLogical(comprehensionMacro.macro().equals("exists"), items, item -> {
                inner.set(comprehensionMacro.variable(), item);
                return evaluate(comprehensionMacro.body(), inner);
            });
        }
        for (var item : items) {
            inner.set(comprehensionMacro.variable(), item);
            var value = evaluate(comprehensionMacro.body(), inner);
            if (comprehensionMacro.macro().equals("map")) {
                found.add(value);
            } else if (requireBoolean(value)) {
                found.add(item);
            }
        }
        return comprehensionMacro.macro().equals("exists_one") ? CelOperators.booleanValue(found.size() == 1) : found;
    }

    private static JsonNode elementAt(JsonNode from, JsonNode index) throws CelException {
        return index.isNumber()
                ? requirePresent(from.get(index.intValue()), "index out of bounds: " + index)
                : requirePresent(from.get(index.asText()), "no such key: " + index.asText());
    }

    private static JsonNode requirePresent(@org.jspecify.annotations.Nullable JsonNode value, String reason)
            throws CelException {
        if (value == null) {
            throw new CelException(reason);
        }
        return value;
    }

    private static boolean requireBoolean(JsonNode value) throws CelException {
        if (!value.isBoolean()) {
            throw new CelException("no such overload");
        }
        return value.booleanValue();
    }
}
