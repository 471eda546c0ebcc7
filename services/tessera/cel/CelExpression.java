package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** An expression as a syntax tree. */
sealed interface CelExpression {

    record CelLiteral(JsonNode value) implements CelExpression {}

    record CelIdentifier(String name) implements CelExpression {}

    record FieldSelection(CelExpression target, String field) implements CelExpression {}

    record IndexAccess(CelExpression target, CelExpression index) implements CelExpression {}

    /** A macro call {@code has(a.b)}. */
    record HasMacro(CelExpression target, String field) implements CelExpression {}

    record LogicalNegation(CelExpression operand) implements CelExpression {}

    record ArithmeticNegation(CelExpression operand) implements CelExpression {}

    record CelBinaryOperation(String operator, CelExpression left, CelExpression right) implements CelExpression {}

    record CelConditionalOperation(CelExpression condition, CelExpression yes,
            CelExpression no) implements CelExpression {}

    record CelListLiteral(List<CelExpression> items) implements CelExpression {}

    /** A call; the receiver of a method is the first of its arguments. */
    record CelFunctionCall(String method, List<CelExpression> arguments) implements CelExpression {}

    /** A comprehension macro such as {@code list.all(x, e)}. */
    record ComprehensionMacro(String macro, CelExpression collection, String variable,
            CelExpression body) implements CelExpression {}
}
