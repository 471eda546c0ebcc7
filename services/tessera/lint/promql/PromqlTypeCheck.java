package tessera.lint.promql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tessera.lint.promql.PromqlErrorReason.ArgumentBound;
import tessera.lint.promql.PromqlExpression.AggregateExpression;
import tessera.lint.promql.PromqlExpression.BinaryExpression;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.lint.promql.PromqlExpression.NumberLiteral;
import tessera.lint.promql.PromqlExpression.RangeSelector;
import tessera.lint.promql.PromqlExpression.StringLiteral;
import tessera.lint.promql.PromqlExpression.VectorSelector;
import tessera.model.SpellingSuggestionFinder;

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
            throw new PromqlException(new PromqlErrorReason.SetOperandNotSeries(operator));
        }
        if (SETS.contains(operator) && matching.grouped()) {
            throw new PromqlException(new PromqlErrorReason.GroupingNotAllowed(operator));
        }
        if (matching.bool() && !COMPARISONS.contains(operator)) {
            throw new PromqlException(new PromqlErrorReason.BoolWithoutComparison(operator));
        }
        if (COMPARISONS.contains(operator) && !matching.bool() && areScalars(binary.left(), binary.right())) {
            throw new PromqlException(new PromqlErrorReason.ScalarComparison(operator));
        }
        if (matching.labels() && !vectors) {
            throw new PromqlException(new PromqlErrorReason.MatchingWithoutSeries());
        }
    }

    private static void rejectString(PromqlExpression side, String operator) throws PromqlException {
        if (typeOf(side) == PromqlType.STRING) {
            throw new PromqlException(new PromqlErrorReason.StringOperand(operator));
        }
    }

    /** Rejects arguments of the wrong type. */
    static void checkAggregation(AggregateExpression aggregation) throws PromqlException {
        var operator = aggregation.operator();
        if (typeOf(aggregation.arguments().getLast()) != PromqlType.VECTOR) {
            throw new PromqlException(
                    new PromqlErrorReason.AggregatedType(operator, typeOf(aggregation.arguments().getLast())));
        }
        var promqlType = operator.equals("count_values") ? PromqlType.STRING : PromqlType.SCALAR;
        if (aggregation.arguments().size() > 1 && typeOf(aggregation.arguments().getFirst()) != promqlType) {
            throw new PromqlException(new PromqlErrorReason.FirstParameterType(operator, promqlType));
        }
    }

    /** The functions of PromQL and their signatures. Data: {@code functions.txt}. */
    static final class PromqlFunctionCatalog {

        private static final Map<String, PromqlFunctionSignature> SIGNATURES = read();
        private static final String OPTIONAL = "?";
        private static final String REPEATED = "*";

        /**
         * The parameter types and the return type of a function.
         *
         * @param minimum how many arguments it has at least
         * @param maximum  how many it has at most
         */
        private record PromqlFunctionSignature(String name, List<PromqlType> parameterTypes, int minimum, int maximum,
                PromqlType returnType) {

            static PromqlFunctionSignature parse(String line) {
                var sides = line.split(" ?= ?", 2);
                var words = sides[0].split(" ");
                var last = words[words.length - 1];
                boolean repeated = last.endsWith(REPEATED);
                var takes = new ArrayList<PromqlType>();
                Arrays.stream(words).skip(1).map(word -> word.replaceFirst("[?*]$", "")).map(PromqlType::parse)
                        .forEach(takes::add);
                int minimum = takes.size();
                if (repeated || last.endsWith(OPTIONAL)) {
                    minimum--;
                }
                return new PromqlFunctionSignature(words[0], List.copyOf(takes), minimum,
                        repeated ? Integer.MAX_VALUE : takes.size(),
                        sides.length > 1 ? PromqlType.parse(sides[1]) : PromqlType.VECTOR);
            }
        }

        private PromqlFunctionCatalog() {}

        private static Map<String, PromqlFunctionSignature> read() {
            try (var file = new BufferedReader(new InputStreamReader(
                    Objects.requireNonNull(PromqlFunctionCatalog.class.getResourceAsStream("functions.txt")),
                    StandardCharsets.UTF_8))) {
                return file.lines().filter(line -> !line.startsWith("#")).map(PromqlFunctionSignature::parse)
                        .collect(Collectors.toUnmodifiableMap(PromqlFunctionSignature::name, Function.identity()));
            } catch (IOException e) {
                throw new UncheckedIOException("damaged functions.txt", e);
            }
        }

        /** Rejects an unknown function. */
        static void requireKnown(String name) throws PromqlException {
            if (!SIGNATURES.containsKey(name)) {
                var near = SpellingSuggestionFinder.findMistyped(name, SIGNATURES.keySet());
                throw new PromqlException(new PromqlErrorReason.UnknownQueryFunction(name, near), near.isPresent());
            }
        }

        /** Returns the return type of a function call. */
        static PromqlType returnType(FunctionCall call) {
            var signature = SIGNATURES.get(call.function());
            return signature == null ? PromqlType.VECTOR : signature.returnType();
        }

        /** Rejects a call with arguments that its function does not take. */
        static void checkCall(FunctionCall call) throws PromqlException {
            var signature = Objects.requireNonNull(SIGNATURES.get(call.function()));
            int given = call.arguments().size();
            for (int at = 0; at < given && !signature.parameterTypes().isEmpty(); at++) {
                var promqlType = signature.parameterTypes().get(Math.min(at, signature.parameterTypes().size() - 1));
                var type = PromqlTypeCheck.typeOf(call.arguments().get(at));
                if (type != promqlType && at < signature.maximum()) {
                    throw new PromqlException(typeErrorReason(call.function(), promqlType, type));
                }
            }
            if (given < signature.minimum() || given > signature.maximum()) {
                throw new PromqlException(argumentCountReason(signature, given));
            }
        }

        private static PromqlErrorReason typeErrorReason(String name, PromqlType promqlType, PromqlType type) {
            if (promqlType == PromqlType.MATRIX) {
                return new PromqlErrorReason.RangeVectorRequired(name);
            }
            if (type == PromqlType.MATRIX) {
                return new PromqlErrorReason.RangeVectorRefused(name);
            }
            return new PromqlErrorReason.ArgumentType(name, promqlType, type);
        }

        private static PromqlErrorReason argumentCountReason(PromqlFunctionSignature signature, int given) {
            if (signature.maximum() == Integer.MAX_VALUE) {
                return new PromqlErrorReason.WrongArgumentCount(signature.name(), ArgumentBound.AT_LEAST,
                        signature.minimum(), given);
            }
            var bound = signature.minimum() == signature.maximum() ? ArgumentBound.EXACTLY : ArgumentBound.AT_MOST;
            return new PromqlErrorReason.WrongArgumentCount(signature.name(), bound, signature.maximum(), given);
        }
    }
}
