package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** An expression, taken apart. */
sealed interface Expression {

    record Literal(JsonNode value) implements Expression {}

    record Name(String name) implements Expression {}

    record Select(Expression from, String field) implements Expression {}

    record Index(Expression from, Expression index) implements Expression {}

    /** {@code has(a.b)}. */
    record Has(Expression from, String field) implements Expression {}

    record Not(Expression operand) implements Expression {}

    record Negative(Expression operand) implements Expression {}

    record Binary(String operator, Expression left, Expression right) implements Expression {}

    record Choice(Expression condition, Expression yes, Expression no) implements Expression {}

    record Items(List<Expression> items) implements Expression {}

    /** A call: what a method is called on is the first of its arguments. */
    record Call(String method, List<Expression> arguments) implements Expression {}

    /** {@code list.all(x, …)} and its like. */
    record Each(String macro, Expression over, String variable, Expression body) implements Expression {}
}
