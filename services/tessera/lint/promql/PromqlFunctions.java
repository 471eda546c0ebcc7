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
import tessera.model.SpellingSuggestions;

/** The functions of PromQL and their signatures. Data: {@code functions.txt}. */
final class PromqlFunctions {

    private static final Map<String, Signature> SIGNATURES = read();
    private static final String OPTIONAL = "?";
    private static final String REPEATED = "*";

    /**
     * What a function takes and returns.
     *
     * @param least how many arguments it has at least
     * @param most  how many it has at most
     */
    private record Signature(String name, List<PromqlType> takes, int least, int most, PromqlType returns) {

        static Signature of(String line) {
            var sides = line.split(" ?= ?", 2);
            var words = sides[0].split(" ");
            var last = words[words.length - 1];
            boolean repeated = last.endsWith(REPEATED);
            var takes = new ArrayList<PromqlType>();
            Arrays.stream(words).skip(1).map(word -> word.replaceFirst("[?*]$", "")).map(PromqlType::named)
                    .forEach(takes::add);
            return new Signature(words[0], List.copyOf(takes),
                    repeated || last.endsWith(OPTIONAL) ? takes.size() - 1 : takes.size(),
                    repeated ? Integer.MAX_VALUE : takes.size(),
                    sides.length > 1 ? PromqlType.named(sides[1]) : PromqlType.VECTOR);
        }
    }

    private PromqlFunctions() {}

    private static Map<String, Signature> read() {
        try (var file = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(PromqlFunctions.class.getResourceAsStream("functions.txt")),
                StandardCharsets.UTF_8))) {
            return file.lines().filter(line -> !line.startsWith("#")).map(Signature::of)
                    .collect(Collectors.toUnmodifiableMap(Signature::name, Function.identity()));
        } catch (IOException e) {
            throw new UncheckedIOException("The functions of queries are damaged", e);
        }
    }

    /** Refuses a function that there is not. */
    static void known(String name) throws PromqlException {
        if (!SIGNATURES.containsKey(name)) {
            var near = SpellingSuggestions.mistyped(name, SIGNATURES.keySet());
            throw new PromqlException("unknown function “%s”%s".formatted(name,
                    near.map(" (did you mean %s?)"::formatted).orElse("")), near.isPresent());
        }
    }

    /** Returns the type of what a function makes. */
    static PromqlType type(FunctionCall call) {
        var signature = SIGNATURES.get(call.function());
        return signature == null ? PromqlType.VECTOR : signature.returns();
    }

    /** Refuses a call with other arguments than its function takes. */
    static void check(FunctionCall call) throws PromqlException {
        var signature = Objects.requireNonNull(SIGNATURES.get(call.function()));
        int given = call.arguments().size();
        for (int at = 0; at < given && !signature.takes().isEmpty(); at++) {
            var wanted = signature.takes().get(Math.min(at, signature.takes().size() - 1));
            var type = PromqlTypes.of(call.arguments().get(at));
            if (type != wanted && at < signature.most()) {
                throw new PromqlException(refused(call.function(), wanted, type));
            }
        }
        if (given < signature.least() || given > signature.most()) {
            throw new PromqlException("%s takes %s, and has %d".formatted(call.function(), amount(signature), given));
        }
    }

    private static String refused(String name, PromqlType wanted, PromqlType type) {
        if (wanted == PromqlType.MATRIX) {
            return "%s needs a range vector, such as %s(…[5m])".formatted(name, name);
        }
        return type == PromqlType.MATRIX
                ? "%s takes an instant vector, not a range vector such as …[5m]".formatted(name)
                : "%s expects %s, not %s".formatted(name, wanted.words(), type.words());
    }

    private static String amount(Signature signature) {
        boolean endless = signature.most() == Integer.MAX_VALUE;
        int many = endless ? signature.least() : signature.most();
        var arguments = "%d argument%s".formatted(many, many == 1 ? "" : "s");
        if (signature.least() == signature.most()) {
            return arguments;
        }
        return (endless ? "at least " : "at most ") + arguments;
    }
}
