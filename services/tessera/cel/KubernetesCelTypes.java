package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.kube.quantity.QuantityParser;

/** Quantities and versions as values of expressions, and the Kubernetes functions on them. */
public final class KubernetesCelTypes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String NUMBER = "(0|[1-9]\\d*+)";
    private static final String EARLY = "(?:0|[1-9]\\d*+|\\d*+[A-Za-z-][0-9A-Za-z-]*+)(?![0-9A-Za-z-])";
    /** Versions are strict ones, of three numbers. */
    private static final Pattern VERSION = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER
            + "(?:-(" + EARLY + "(?:\\." + EARLY + ")*+))?+(?:\\+[0-9A-Za-z-]++(?:\\.[0-9A-Za-z-]++)*+)?+");
    private static final Pattern DOT = Pattern.compile("\\.");
    private static final int PARTS = 3;
    private static final int MOST_DIGITS = 18;

    private KubernetesCelTypes() {}

    /** A version's numbers and its pre-release identifiers, with which it precedes the same without. */
    private record SemanticVersion(List<Long> numbers, List<String> preRelease) implements Comparable<SemanticVersion> {

        @Override
        public int compareTo(SemanticVersion other) {
            for (int i = 0; i < PARTS; i++) {
                int order = numbers.get(i).compareTo(other.numbers.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return preRelease.isEmpty() || other.preRelease.isEmpty()
                    ? Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty())
                    : comparePreRelease(other.preRelease);
        }

        private int comparePreRelease(List<String> others) {
            for (int i = 0; i < Math.min(preRelease.size(), others.size()); i++) {
                int order = compareIdentifiers(preRelease.get(i), others.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(preRelease.size(), others.size());
        }

        /** Compares identifiers; numbers precede words. */
        private static int compareIdentifiers(String one, String other) {
            boolean number = isNumeric(one);
            return number != isNumeric(other) ? (number ? -1 : 1)
                    : number ? new BigDecimal(one).compareTo(new BigDecimal(other)) : one.compareTo(other);
        }

        private static boolean isNumeric(String text) {
            return text.chars().allMatch(Character::isDigit);
        }
    }

    /** Returns the value of a quantity such as {@code 40Gi}. */
    public static JsonNode quantityValue(String text) throws CelException {
        var exact = QuantityParser.parseExact(text);
        if (exact.isEmpty()) {
            throw new CelException("quantities must match the regular expression of quantities: " + text);
        }
        return JSON.pojoNode(exact.get().stripTrailingZeros());
    }

    /** Returns the value of a version such as {@code 580.95.5}. */
    public static JsonNode versionValue(String text) throws CelException {
        var form = VERSION.matcher(text);
        if (!form.matches()) {
            throw new CelException("invalid version: " + text);
        }
        var numbers = new ArrayList<Long>();
        for (int i = 1; i <= PARTS; i++) {
            if (form.group(i).length() > MOST_DIGITS) {
                throw new CelException("version of numbers that are not compared here: " + text, true);
            }
            numbers.add(Long.valueOf(form.group(i)));
        }
        var early = form.group(PARTS + 1);
        return JSON.pojoNode(new SemanticVersion(List.copyOf(numbers),
                early == null ? List.of() : DOT.splitAsStream(early).toList()));
    }

    /** Calls a function that makes a quantity or version of a text. */
    static JsonNode construct(String name, JsonNode[] values) throws CelException {
        var text = values[0].asText();
        return switch (name + "/" + values.length) {
            case "quantity/1" -> quantityValue(text);
            case "semver/1" -> versionValue(text);
            case "isQuantity/1" -> CelOperators.booleanValue(QuantityParser.parseExact(text).isPresent());
            case "isSemver/1" -> CelOperators.booleanValue(VERSION.matcher(text).matches());
            default -> throw CelFunctions.undeclaredFunction(name);
        };
    }

    /** Calls a method of a quantity or version. */
    static JsonNode callMethod(String name, JsonNode[] values) throws CelException {
        var self = unwrap(values[0]);
        if (values.length == 2) {
            return callBinary(name, self, unwrap(values[1]));
        }
        return switch (self) {
            case BigDecimal amount when values.length == 1 -> quantityMethod(name, amount);
            case SemanticVersion version when values.length == 1 -> versionPart(name, version.numbers());
            default -> throw CelFunctions.undeclaredFunction(name);
        };
    }

    private static Object unwrap(JsonNode value) throws CelException {
        if (value instanceof POJONode holder && holder.getPojo() != null) {
            return holder.getPojo();
        }
        throw new CelException("no such overload");
    }

    private static JsonNode callBinary(String name, Object one, Object other) throws CelException {
        if (one instanceof BigDecimal amount && other instanceof BigDecimal more) {
            return switch (name) {
                case "add" -> JSON.pojoNode(amount.add(more).stripTrailingZeros());
                case "sub" -> JSON.pojoNode(amount.subtract(more).stripTrailingZeros());
                default -> orderValue(name, amount.compareTo(more));
            };
        }
        if (one instanceof SemanticVersion version && other instanceof SemanticVersion more) {
            return orderValue(name, version.compareTo(more));
        }
        throw new CelException("no such overload");
    }

    private static JsonNode orderValue(String name, int order) throws CelException {
        return switch (name) {
            case "compareTo" -> JSON.numberNode(Integer.signum(order));
            case "isGreaterThan" -> CelOperators.booleanValue(order > 0);
            case "isLessThan" -> CelOperators.booleanValue(order < 0);
            default -> throw CelFunctions.undeclaredFunction(name);
        };
    }

    private static JsonNode quantityMethod(String name, BigDecimal amount) throws CelException {
        return switch (name) {
            case "sign" -> JSON.numberNode(amount.signum());
            case "isInteger" ->
                CelOperators.booleanValue(amount.scale() <= 0 && amount.toBigInteger().bitLength() < Long.SIZE);
            case "asInteger" -> JSON.numberNode(toLong(amount));
            case "asApproximateFloat" -> JSON.numberNode(amount);
            default -> throw CelFunctions.undeclaredFunction(name);
        };
    }

    private static long toLong(BigDecimal amount) throws CelException {
        try {
            return amount.longValueExact();
        } catch (ArithmeticException e) {
            throw new CelException("cannot convert value to integer");
        }
    }

    private static JsonNode versionPart(String name, List<Long> numbers) throws CelException {
        return switch (name) {
            case "major" -> JSON.numberNode(numbers.get(0));
            case "minor" -> JSON.numberNode(numbers.get(1));
            case "patch" -> JSON.numberNode(numbers.get(2));
            default -> throw CelFunctions.undeclaredFunction(name);
        };
    }
}
