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
import java.util.function.Function;
import java.util.stream.Collectors;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.model.SpellingSuggestionFinder;

/** The functions of PromQL and their signatures. Data: {@code functions.txt}. */
final class PromqlFunctionCatalog {

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
            return new PromqlFunctionSignature(words[0], List.copyOf(takes),
                    repeated || last.endsWith(OPTIONAL) ? takes.size() - 1 : takes.size(),
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
            throw new UncheckedIOException("The functions of queries are damaged", e);
        }
    }

    /** Rejects an unknown function. */
    static void requireKnown(String name) throws PromqlException {
        if (!SIGNATURES.containsKey(name)) {
            var near = SpellingSuggestionFinder.findMistyped(name, SIGNATURES.keySet());
            throw new PromqlException("unknown function “%s”%s".formatted(name,
                    near.map(" (did you mean %s?)"::formatted).orElse("")), near.isPresent());
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
                throw new PromqlException(typeErrorText(call.function(), promqlType, type));
            }
        }
        if (given < signature.minimum() || given > signature.maximum()) {
            throw new PromqlException(
                    "%s takes %s, and has %d".formatted(call.function(), arityText(signature), given));
        }
    }

    private static String typeErrorText(String name, PromqlType promqlType, PromqlType type) {
        if (promqlType == PromqlType.MATRIX) {
            return "%s needs a range vector, such as %s(…[5m])".formatted(name, name);
        }
        if (type == PromqlType.MATRIX) {
            return "%s takes an instant vector, not a range vector such as …[5m]".formatted(name);
        }
        return "%s expects %s, not %s".formatted(name, promqlType.typeText(), type.typeText());
    }

    private static String arityText(PromqlFunctionSignature signature) {
        boolean endless = signature.maximum() == Integer.MAX_VALUE;
        int many = endless ? signature.minimum() : signature.maximum();
        var arguments = "%d argument%s".formatted(many, many == 1 ? "" : "s");
        if (signature.minimum() == signature.maximum()) {
            return arguments;
        }
        return (endless ? "at least " : "at most ") + arguments;
    }
}
