package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The binary operators. */
final class CelOperators {

    /** Of whole numbers of 64 bits and of doubles none needs as many, before or behind the point. */
    private static final int MOST_DIGITS = 800;

    private CelOperators() {}

    static JsonNode apply(String operator, JsonNode left, JsonNode right, CelActivation cost) throws CelException {
        return switch (operator) {
            case "==" -> booleanValue(isEqual(left, right, cost));
            case "!=" -> booleanValue(!isEqual(left, right, cost));
            case "<" -> booleanValue(compare(left, right) < 0);
            case "<=" -> booleanValue(compare(left, right) <= 0);
            case ">" -> booleanValue(compare(left, right) > 0);
            case ">=" -> booleanValue(compare(left, right) >= 0);
            case "in" -> booleanValue(right.isObject() ? right.has(left.asText()) : contains(right, left, cost));
            case "+" -> plus(left, right);
            default -> arithmetic(operator, left, right);
        };
    }

    /**
     * Returns whether two values are equal; numbers are whichever way they are written. Each value inside is charged before it
     * is compared: a list that holds another twice, and so on, is small and has more leaves than can be visited.
     */
    private static boolean isEqual(JsonNode one, JsonNode other, CelActivation cost) throws CelException {
        cost.charge(one);
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        if (!one.isContainerNode() || one.getNodeType() != other.getNodeType()) {
            return one.equals(other);
        }
        if (one.size() != other.size()) {
            return false;
        }
        if (one.isArray()) {
            for (int i = 0; i < one.size(); i++) {
                if (!isEqual(one.get(i), other.get(i), cost)) {
                    return false;
                }
            }
            return true;
        }
        for (var field : one.properties()) {
            var counterpart = other.get(field.getKey());
            if (counterpart == null || !isEqual(field.getValue(), counterpart, cost)) {
                return false;
            }
        }
        return true;
    }

    static JsonNode booleanValue(boolean value) {
        return JsonNodeFactory.instance.booleanNode(value);
    }

    static ArrayNode keysOf(JsonNode object) {
        var keys = JsonNodeFactory.instance.arrayNode();
        object.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    /** Returns a field's name unescaped, as names that are keywords or signs are written otherwise. */
    static String unescapeField(String field) {
        return field.replace("__dot__", ".").replace("__dash__", "-").replace("__slash__", "/")
                .replace("__underscores__", "__").replaceAll("^__(\\w+)__$", "$1");
    }

    private static boolean contains(JsonNode list, JsonNode value, CelActivation cost) throws CelException {
        for (var item : list) {
            if (isEqual(item, value, cost)) {
                return true;
            }
        }
        return false;
    }

    private static int compare(JsonNode left, JsonNode right) throws CelException {
        if (left.isNumber() && right.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue());
        }
        if (left.isTextual() && right.isTextual()) {
            return left.asText().compareTo(right.asText());
        }
        throw new CelException("no such overload");
    }

    private static JsonNode plus(JsonNode left, JsonNode right) throws CelException {
        if (left.isTextual() && right.isTextual()) {
            return JsonNodeFactory.instance.textNode(left.asText() + right.asText());
        }
        if (left.isArray() && right.isArray()) {
            var joined = JsonNodeFactory.instance.arrayNode();
            left.forEach(joined::add);
            right.forEach(joined::add);
            return joined;
        }
        return arithmetic("+", left, right);
    }

    /** Returns a number that the language may have; of others a sum alone could fill the memory. */
    static JsonNode numberValue(BigDecimal number) throws CelException {
        if (Math.abs((long) number.scale()) > MOST_DIGITS || number.precision() > MOST_DIGITS) {
            throw new CelException("a number that is not computed with here", true);
        }
        return JsonNodeFactory.instance.numberNode(number);
    }

    private static JsonNode arithmetic(String operator, JsonNode left, JsonNode right) throws CelException {
        if (!left.isNumber() || !right.isNumber()) {
            throw new CelException("no such overload");
        }
        var one = left.decimalValue();
        var other = right.decimalValue();
        if (other.signum() == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw new CelException("division by zero");
        }
        return numberValue(switch (operator) {
            case "+" -> one.add(other);
            case "-" -> one.subtract(other);
            case "*" -> one.multiply(other);
            case "/" -> one.divide(other, 0, RoundingMode.DOWN);
            default -> one.remainder(other);
        });
    }
}
