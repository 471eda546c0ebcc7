package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.cel.CelExpression.BinaryNode;
import tessera.cel.CelExpression.CallNode;
import tessera.cel.CelExpression.ChoiceNode;
import tessera.cel.CelExpression.Each;
import tessera.cel.CelExpression.Has;
import tessera.cel.CelExpression.Index;
import tessera.cel.CelExpression.Items;
import tessera.cel.CelExpression.Literal;
import tessera.cel.CelExpression.NameNode;
import tessera.cel.CelExpression.Negative;
import tessera.cel.CelExpression.Not;
import tessera.cel.CelExpression.Select;

/** An expression that can be asked for its value. Values are JSON. */
public final class CelProgram {

    /** What the language has and is not read here: maps, numbers and texts written otherwise, comments, optional fields. */
    private static final Pattern BEYOND = Pattern.compile("[{`]|[.\\[]\\?|//|\\d[eExXU]|(?<!\\w)\\.\\d|\"\"\"|'''"
            + "|\\\\[^btnrf\"'\\\\]|\\b[bBrR]{1,2}[\"']|(?:^|[(,!&|=<>+*/%:\\[-])\\s*\\.");

    private static final Pattern QUOTED = Pattern.compile("\"[^\"\\\\\n]*+\"|'[^'\\\\\n]*+'");

    private final CelExpression expression;

    private CelProgram(CelExpression expression) {
        this.expression = expression;
    }

    /** Reads an expression. */
    public static CelProgram of(String text) throws CelError {
        return new CelProgram(CelParser.parse(text));
    }

    /** Why a text is no expression, in a few words; empty where it is one, or has what the language has and is not read here. */
    public static Optional<String> fault(String text) {
        if (BEYOND.matcher(unquoted(text)).find()) {
            return Optional.empty();
        }
        try {
            CelParser.parse(text);
            return Optional.empty();
        } catch (CelError error) {
            return error.unknown() ? Optional.empty() : Optional.ofNullable(error.getMessage());
        }
    }

    /**
     * What a text asks for that nobody has, or compares that cannot be compared, in a few words; empty where nothing is known to be
     * wrong, as where the text cannot be read here.
     *
     * @param declared its variables, and what fields each has
     */
    public static Optional<String> unknown(String text, Map<String, Set<String>> declared) {
        try {
            return BEYOND.matcher(unquoted(text)).find() ? Optional.empty()
                    : UnknownCelNames.fault(CelParser.parse(text), declared);
        } catch (CelError _) {
            return Optional.empty();
        }
    }

    /** What stands in quotes is no language, unless it has escapes. */
    private static String unquoted(String text) {
        return QUOTED.matcher(text).replaceAll("''");
    }

    /** The value, for these variables. */
    public JsonNode value(Map<String, JsonNode> variables) throws CelError {
        return value(expression, variables);
    }

    /** Whether the value is true. */
    public boolean holds(Map<String, JsonNode> variables) throws CelError {
        return truth(value(variables));
    }

    private static JsonNode value(CelExpression expression, Map<String, JsonNode> variables) throws CelError {
        return switch (expression) {
            case Literal(var literal) -> literal;
            case NameNode(var name) -> {
                var value = variables.get(name);
                if (value == null) {
                    throw CelFunctions.undeclared(name);
                }
                yield value;
            }
            case Select(var from, var field) ->
                present(value(from, variables).get(CelOperators.unescaped(field)), "no such key: " + field);
            case Index(var from, var index) -> indexed(value(from, variables), value(index, variables));
            case Has(var from, var field) ->
                CelOperators.flag(value(from, variables).has(CelOperators.unescaped(field)));
            case Not(var operand) -> CelOperators.flag(!truth(value(operand, variables)));
            case Negative(var operand) ->
                JsonNodeFactory.instance.numberNode(value(operand, variables).decimalValue().negate());
            case BinaryNode binary -> binary(binary, variables);
            case ChoiceNode(var condition, var yes, var no) ->
                value(truth(value(condition, variables)) ? yes : no, variables);
            case Items(var items) -> {
                var array = JsonNodeFactory.instance.arrayNode();
                for (var item : items) {
                    array.add(value(item, variables));
                }
                yield array;
            }
            case CallNode call -> call(call, variables);
            case Each each -> each(each, variables);
        };
    }

    /**
     * One side of «and» and «or» is enough if it decides, even if the other has no value. Where none decides, what is not known
     * here goes before what is known to fail.
     */
    private static JsonNode binary(BinaryNode binary, Map<String, JsonNode> variables) throws CelError {
        var operator = binary.operator();
        if (!operator.equals("||") && !operator.equals("&&")) {
            return CelOperators.apply(operator, value(binary.left(), variables), value(binary.right(), variables));
        }
        return decided(operator.equals("||"), List.of(binary.left(), binary.right()), side -> value(side, variables));
    }

    /** What one of several has to say about a whole. */
    @FunctionalInterface
    private interface Contribution<T> {
        JsonNode of(T one) throws CelError;
    }

    /** One is enough if it decides, even if others have no value. */
    private static <T> JsonNode decided(boolean decisive, Iterable<T> all, Contribution<T> voice) throws CelError {
        CelError failure = null;
        for (var one : all) {
            try {
                if (truth(voice.of(one)) == decisive) {
                    return CelOperators.flag(decisive);
                }
            } catch (CelError e) {
                failure = failure != null && failure.unknown() ? failure : e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return CelOperators.flag(!decisive);
    }

    private static JsonNode call(CallNode call, Map<String, JsonNode> variables) throws CelError {
        var values = new JsonNode[call.arguments().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(call.arguments().get(i), variables);
        }
        return CelFunctions.call(call.method(), values);
    }

    private static JsonNode each(Each each, Map<String, JsonNode> variables) throws CelError {
        var over = value(each.over(), variables);
        var items = over.isObject() ? CelOperators.keys(over) : over;
        var inner = new HashMap<>(variables);
        var found = JsonNodeFactory.instance.arrayNode();
        if (each.macro().equals("all") || each.macro().equals("exists")) {
            return decided(each.macro().equals("exists"), items, item -> {
                inner.put(each.variable(), item);
                return value(each.body(), inner);
            });
        }
        for (var item : items) {
            inner.put(each.variable(), item);
            var value = value(each.body(), inner);
            if (each.macro().equals("map")) {
                found.add(value);
            } else if (truth(value)) {
                found.add(item);
            }
        }
        return each.macro().equals("exists_one") ? CelOperators.flag(found.size() == 1) : found;
    }

    private static JsonNode indexed(JsonNode from, JsonNode index) throws CelError {
        return index.isNumber()
                ? present(from.get(index.intValue()), "index out of bounds: " + index)
                : present(from.get(index.asText()), "no such key: " + index.asText());
    }

    private static JsonNode present(@org.jspecify.annotations.Nullable JsonNode value, String why) throws CelError {
        if (value == null) {
            throw new CelError(why);
        }
        return value;
    }

    private static boolean truth(JsonNode value) throws CelError {
        if (!value.isBoolean()) {
            throw new CelError("no such overload");
        }
        return value.booleanValue();
    }
}
