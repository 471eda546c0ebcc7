package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** An expression, taken apart. */
sealed interface CelExpression {

    record Literal(JsonNode value) implements CelExpression {}

    record NameNode(String name) implements CelExpression {}

    record Select(CelExpression from, String field) implements CelExpression {}

    record Index(CelExpression from, CelExpression index) implements CelExpression {}

    /** {@code has(a.b)}. */
    record Has(CelExpression from, String field) implements CelExpression {}

    record Not(CelExpression operand) implements CelExpression {}

    record Negative(CelExpression operand) implements CelExpression {}

    record BinaryNode(String operator, CelExpression left, CelExpression right) implements CelExpression {}

    record ChoiceNode(CelExpression condition, CelExpression yes, CelExpression no) implements CelExpression {}

    record Items(List<CelExpression> items) implements CelExpression {}

    /** A call: what a method is called on is the first of its arguments. */
    record CallNode(String method, List<CelExpression> arguments) implements CelExpression {}

    /** {@code list.all(x, …)} and its like. */
    record Each(String macro, CelExpression over, String variable, CelExpression body) implements CelExpression {}
}
