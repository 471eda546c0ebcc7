package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.model.Quantity;

/** Quantities and versions as values of expressions, and what Kubernetes lets one ask of them. */
public final class LibraryTypes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String NUMBER = "(0|[1-9]\\d*+)";
    private static final String EARLY = "(?:0|[1-9]\\d*+|\\d*+[A-Za-z-][0-9A-Za-z-]*+)(?![0-9A-Za-z-])";
    /** Versions are strict ones, of three numbers. */
    private static final Pattern VERSION = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER
            + "(?:-(" + EARLY + "(?:\\." + EARLY + ")*+))?+(?:\\+[0-9A-Za-z-]++(?:\\.[0-9A-Za-z-]++)*+)?+");
    private static final Pattern DOT = Pattern.compile("\\.");
    private static final int PARTS = 3;
    private static final int MOST_DIGITS = 18;

    private LibraryTypes() {}

    /** Numbers of a version, and what stands behind them, which is before the same without. */
    private record SemanticVersion(List<Long> numbers, List<String> early) implements Comparable<SemanticVersion> {

        @Override
        public int compareTo(SemanticVersion other) {
            for (int i = 0; i < PARTS; i++) {
                int order = numbers.get(i).compareTo(other.numbers.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return early.isEmpty() || other.early.isEmpty() ? Boolean.compare(early.isEmpty(), other.early.isEmpty())
                    : early(other.early);
        }

        private int early(List<String> others) {
            for (int i = 0; i < Math.min(early.size(), others.size()); i++) {
                int order = order(early.get(i), others.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(early.size(), others.size());
        }

        /** Numbers are before words. */
        private static int order(String one, String other) {
            boolean number = digits(one);
            return number != digits(other) ? (number ? -1 : 1)
                    : number ? new BigDecimal(one).compareTo(new BigDecimal(other)) : one.compareTo(other);
        }

        private static boolean digits(String text) {
            return text.chars().allMatch(Character::isDigit);
        }
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
        var form = VERSION.matcher(text);
        if (!form.matches()) {
            throw new CelError("invalid version: " + text);
        }
        var numbers = new ArrayList<Long>();
        for (int i = 1; i <= PARTS; i++) {
            if (form.group(i).length() > MOST_DIGITS) {
                throw new CelError("version of numbers that are not compared here: " + text, true);
            }
            numbers.add(Long.valueOf(form.group(i)));
        }
        var early = form.group(PARTS + 1);
        return JSON.pojoNode(new SemanticVersion(List.copyOf(numbers),
                early == null ? List.of() : DOT.splitAsStream(early).toList()));
    }

    /** What makes one of a text. */
    static JsonNode made(String name, JsonNode[] values) throws CelError {
        var text = values[0].asText();
        return switch (name + "/" + values.length) {
            case "quantity/1" -> quantity(text);
            case "semver/1" -> version(text);
            case "isQuantity/1" -> CelOperators.flag(Quantity.exact(text).isPresent());
            case "isSemver/1" -> CelOperators.flag(VERSION.matcher(text).matches());
            default -> throw CelFunctions.undeclared(name);
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
            case SemanticVersion version when values.length == 1 -> number(name, version.numbers());
            default -> throw CelFunctions.undeclared(name);
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
        if (one instanceof SemanticVersion version && other instanceof SemanticVersion more) {
            return order(name, version.compareTo(more));
        }
        throw new CelError("no such overload");
    }

    private static JsonNode order(String name, int order) throws CelError {
        return switch (name) {
            case "compareTo" -> JSON.numberNode(Integer.signum(order));
            case "isGreaterThan" -> CelOperators.flag(order > 0);
            case "isLessThan" -> CelOperators.flag(order < 0);
            default -> throw CelFunctions.undeclared(name);
        };
    }

    private static JsonNode amount(String name, BigDecimal amount) throws CelError {
        return switch (name) {
            case "sign" -> JSON.numberNode(amount.signum());
            case "isInteger" -> CelOperators.flag(amount.scale() <= 0 && amount.toBigInteger().bitLength() < Long.SIZE);
            case "asInteger" -> JSON.numberNode(whole(amount));
            case "asApproximateFloat" -> JSON.numberNode(amount);
            default -> throw CelFunctions.undeclared(name);
        };
    }

    private static long whole(BigDecimal amount) throws CelError {
        try {
            return amount.longValueExact();
        } catch (ArithmeticException e) {
            throw new CelError("cannot convert value to integer");
        }
    }

    private static JsonNode number(String name, List<Long> numbers) throws CelError {
        return switch (name) {
            case "major" -> JSON.numberNode(numbers.get(0));
            case "minor" -> JSON.numberNode(numbers.get(1));
            case "patch" -> JSON.numberNode(numbers.get(2));
            default -> throw CelFunctions.undeclared(name);
        };
    }
}
