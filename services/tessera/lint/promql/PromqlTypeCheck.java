package tessera.lint.promql;

import java.util.Set;
import tessera.lint.promql.PromqlExpression.AggregateExpression;
import tessera.lint.promql.PromqlExpression.BinaryExpression;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.lint.promql.PromqlExpression.NumberLiteral;
import tessera.lint.promql.PromqlExpression.RangeSelector;
import tessera.lint.promql.PromqlExpression.StringLiteral;
import tessera.lint.promql.PromqlExpression.VectorSelector;

/** The types of expressions, and Prometheus' type errors: {@code checkAST} of its parser. */
final class PromqlTypeCheck {

    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", ">", "<=", ">=");
    private static final Set<String> SETS = Set.of("and", "or", "unless");

    /**
     * The vector matching of a binary operator.
     *
     * @param bool    whether a comparison returns 0 or 1
     * @param labels  whether labels are named by which they are matched
     * @param grouped whether one side may have several for one of the other
     */
    record VectorMatching(boolean bool, boolean labels, boolean grouped) {}

    private PromqlTypeCheck() {}

    static PromqlType typeOf(PromqlExpression expression) {
        return switch (expression) {
            case NumberLiteral _ -> PromqlType.SCALAR;
            case StringLiteral _ -> PromqlType.STRING;
            case RangeSelector _ -> PromqlType.MATRIX;
            case VectorSelector _,AggregateExpression _ -> PromqlType.VECTOR;
            case FunctionCall call -> PromqlFunctionCatalog.returnType(call);
            case BinaryExpression(_, var left, var right) ->
                areScalars(left, right) ? PromqlType.SCALAR : PromqlType.VECTOR;
        };
    }

    private static boolean areScalars(PromqlExpression left, PromqlExpression right) {
        return typeOf(left) == PromqlType.SCALAR && typeOf(right) == PromqlType.SCALAR;
    }

    /** Rejects an operator between operands of the wrong type. */
    static void checkBinary(BinaryExpression binary, VectorMatching matching) throws PromqlException {
        var operator = binary.operator();
        rejectString(binary.left(), operator);
        rejectString(binary.right(), operator);
        boolean vectors = typeOf(binary.left()) == PromqlType.VECTOR && typeOf(binary.right()) == PromqlType.VECTOR;
        if (SETS.contains(operator) && !vectors) {
            throw new PromqlException("“%s” is between series, and a number is none".formatted(operator));
        }
        if (SETS.contains(operator) && matching.grouped()) {
            throw new PromqlException("“%s” takes no group_left or group_right".formatted(operator));
        }
        if (matching.bool() && !COMPARISONS.contains(operator)) {
            throw new PromqlException("bool is for comparisons, and “%s” is none".formatted(operator));
        }
        if (COMPARISONS.contains(operator) && !matching.bool() && areScalars(binary.left(), binary.right())) {
            throw new PromqlException("two numbers are compared with “%s bool”".formatted(operator));
        }
        if (matching.labels() && !vectors) {
            throw new PromqlException("on and ignoring are for two sides that are series");
        }
    }

    private static void rejectString(PromqlExpression side, String operator) throws PromqlException {
        if (typeOf(side) == PromqlType.STRING) {
            throw new PromqlException("“%s” is between series or numbers, and a text is neither".formatted(operator));
        }
    }

    /** Rejects arguments of the wrong type. */
    static void checkAggregation(AggregateExpression aggregation) throws PromqlException {
        var operator = aggregation.operator();
        if (typeOf(aggregation.arguments().getLast()) != PromqlType.VECTOR) {
            throw new PromqlException("%s takes series, and here stands %s".formatted(operator,
                    typeOf(aggregation.arguments().getLast()).typeText()));
        }
        var promqlType = operator.equals("count_values") ? PromqlType.STRING : PromqlType.SCALAR;
        if (aggregation.arguments().size() > 1 && typeOf(aggregation.arguments().getFirst()) != promqlType) {
            throw new PromqlException("%s takes %s first".formatted(operator, promqlType.typeText()));
        }
    }
}
