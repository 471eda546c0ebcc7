package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** An expression as a syntax tree. */
sealed interface CelExpression {

    record Literal(JsonNode value) implements CelExpression {}

    record NameNode(String name) implements CelExpression {}

    record Select(CelExpression target, String field) implements CelExpression {}

    record Index(CelExpression target, CelExpression index) implements CelExpression {}

    /** A macro call {@code has(a.b)}. */
    record Has(CelExpression target, String field) implements CelExpression {}

    record Not(CelExpression operand) implements CelExpression {}

    record Negative(CelExpression operand) implements CelExpression {}

    record BinaryNode(String operator, CelExpression left, CelExpression right) implements CelExpression {}

    record ChoiceNode(CelExpression condition, CelExpression yes, CelExpression no) implements CelExpression {}

    record Items(List<CelExpression> items) implements CelExpression {}

    /** A call; the receiver of a method is the first of its arguments. */
    record CallNode(String method, List<CelExpression> arguments) implements CelExpression {}

    /** A comprehension macro such as {@code list.all(x, e)}. */
    record Each(String macro, CelExpression collection, String variable, CelExpression body) implements CelExpression {}
}
