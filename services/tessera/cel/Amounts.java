package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.model.Quantity;

/** Quantities and versions as values of expressions, and what Kubernetes lets one ask of them. */
public final class Amounts {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern VERSION = Pattern
            .compile("v?\\d+(\\.\\d+){0,2}(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?");
    private static final int PARTS = 3;

    private Amounts() {}

    /** Numbers of a version, and what stands behind them, which is before the same without. */
    private record Version(String numbers, String early) implements Comparable<Version> {

        @Override
        public int compareTo(Version other) {
            int order = Arrays.compare(parts(numbers), parts(other.numbers));
            return order != 0 ? order
                    : early.isEmpty() || other.early.isEmpty() ? Boolean.compare(early.isEmpty(), other.early.isEmpty())
                            : early.compareTo(other.early);
        }
    }

    private static long[] parts(String numbers) {
        return Pattern.compile("\\.").splitAsStream(numbers).mapToLong(Long::parseLong).toArray();
    }

    /** A quantity such as {@code 40Gi}. */
    public static JsonNode quantity(String text) throws CelError {
        var exact = Quantity.exact(text);
        if (exact.isEmpty()) {
            throw new CelError("quantities must match the regular expression of quantities: " + text);
        }
        return JSON.pojoNode(exact.get().stripTrailingZeros());
    }

    /** A version such as {@code 580.95.5}. */
    public static JsonNode version(String text) throws CelError {
        if (!VERSION.matcher(text).matches() || text.length() > 64) {
            throw new CelError("invalid version: " + text);
        }
        var plain = text.replaceFirst("^v", "").replaceFirst("\\+.*", "");
        int dash = plain.indexOf('-');
        var numbers = Pattern.compile("\\.").splitAsStream(dash < 0 ? plain : plain.substring(0, dash))
                .map(part -> part.length() > 18 ? "999999999999999999" : Long.toString(Long.parseLong(part)))
                .collect(Collectors.toList());
        while (numbers.size() < PARTS) {
            numbers.add("0");
        }
        return JSON.pojoNode(new Version(String.join(".", numbers), dash < 0 ? "" : plain.substring(dash + 1)));
    }

    /** What makes one of a text. */
    static JsonNode made(String name, JsonNode[] values) throws CelError {
        var text = values[0].asText();
        return switch (name + "/" + values.length) {
            case "quantity/1" -> quantity(text);
            case "semver/1" -> version(text);
            case "isQuantity/1" -> Operators.flag(Quantity.exact(text).isPresent());
            case "isSemver/1" -> Operators.flag(VERSION.matcher(text).matches());
            default -> throw Functions.undeclared(name);
        };
    }

    /** What one is asked. */
    static JsonNode call(String name, JsonNode[] values) throws CelError {
        var self = pojo(values[0]);
        if (values.length == 2) {
            return two(name, self, pojo(values[1]));
        }
        return switch (self) {
            case BigDecimal amount when values.length == 1 -> amount(name, amount);
            case Version version when values.length == 1 -> number(name, parts(version.numbers()));
            default -> throw Functions.undeclared(name);
        };
    }

    private static Object pojo(JsonNode value) throws CelError {
        if (value instanceof POJONode holder && holder.getPojo() != null) {
            return holder.getPojo();
        }
        throw new CelError("no such overload");
    }

    private static JsonNode two(String name, Object one, Object other) throws CelError {
        if (one instanceof BigDecimal amount && other instanceof BigDecimal more) {
            return switch (name) {
                case "add" -> JSON.pojoNode(amount.add(more).stripTrailingZeros());
                case "sub" -> JSON.pojoNode(amount.subtract(more).stripTrailingZeros());
                default -> order(name, amount.compareTo(more));
            };
        }
        if (one instanceof Version version && other instanceof Version more) {
            return order(name, version.compareTo(more));
        }
        throw new CelError("no such overload");
    }

    private static JsonNode order(String name, int order) throws CelError {
        return switch (name) {
            case "compareTo" -> JSON.numberNode(Integer.signum(order));
            case "isGreaterThan" -> Operators.flag(order > 0);
            case "isLessThan" -> Operators.flag(order < 0);
            default -> throw Functions.undeclared(name);
        };
    }

    private static JsonNode amount(String name, BigDecimal amount) throws CelError {
        return switch (name) {
            case "sign" -> JSON.numberNode(amount.signum());
            case "isInteger" -> Operators.flag(amount.scale() <= 0);
            case "asInteger", "asApproximateFloat" -> JSON.numberNode(amount);
            default -> throw Functions.undeclared(name);
        };
    }

    private static JsonNode number(String name, long[] parts) throws CelError {
        return switch (name) {
            case "major" -> JSON.numberNode(parts[0]);
            case "minor" -> JSON.numberNode(parts[1]);
            case "patch" -> JSON.numberNode(parts[2]);
            default -> throw Functions.undeclared(name);
        };
    }
}
