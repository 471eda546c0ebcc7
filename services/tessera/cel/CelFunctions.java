package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import java.math.BigDecimal;
import java.util.Locale;

/** The functions that expressions call, in rules and in selectors. */
final class CelFunctions {

    private CelFunctions() {}

    static JsonNode call(String name, JsonNode[] values, CelActivation cost) throws CelException {
        if (values.length == 0) {
            throw undeclaredFunction(name);
        }
        var self = values[0];
        return switch (name + "/" + values.length) {
            case "size/1" -> JsonNodeFactory.instance
                    .numberNode(self.isTextual() ? self.asText().codePoints().count() : self.size());
            case "startsWith/2" -> CelOperators.booleanValue(self.asText().startsWith(values[1].asText()));
            case "endsWith/2" -> CelOperators.booleanValue(self.asText().endsWith(values[1].asText()));
            case "contains/2" -> CelOperators.booleanValue(self.asText().contains(values[1].asText()));
            case "matches/2" ->
                CelOperators.booleanValue(CelRe2Pattern.isFoundIn(self.asText(), values[1].asText()));
            case "lowerAscii/1" -> JsonNodeFactory.instance.textNode(self.asText().toLowerCase(Locale.ROOT));
            case "string/1" -> JsonNodeFactory.instance.textNode(self.asText());
            case "int/1", "double/1", "uint/1" -> numberValue(self.asText());
            case "type/1" -> JsonNodeFactory.instance.textNode(self.getNodeType().name().toLowerCase(Locale.ROOT));
            case "upperAscii/1" -> JsonNodeFactory.instance.textNode(self.asText().toUpperCase(Locale.ROOT));
            case "isSorted/1" -> CelOperators.booleanValue(isSorted(self, cost));
            default -> self instanceof POJONode ? KubernetesCelTypes.callMethod(name, values)
                    : KubernetesCelTypes.construct(name, values);
        };
    }

    static CelException undeclaredFunction(String name) {
        return new CelException("undeclared reference to '" + name + "'", true);
    }

    private static JsonNode numberValue(String text) throws CelException {
        try {
            return CelOperators.numberValue(new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw new CelException("type conversion error from 'string' to 'int'");
        }
    }

    private static boolean isSorted(JsonNode list, CelActivation cost) throws CelException {
        for (int i = 1; i < list.size(); i++) {
            if (CelOperators.apply(">", list.get(i - 1), list.get(i), cost).booleanValue()) {
                return false;
            }
        }
        return true;
    }
}
