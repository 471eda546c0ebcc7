package tessera.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;
import tessera.text.MessageCatalog;

/** Values of scalars without quotes, by the part of YAML 1.1 that sigs.k8s.io/yaml keeps: no times, no numbers to the base 60. */
final class YamlPlainScalarParser {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(YamlPlainScalarParser.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUE = Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On",
            "ON");
    private static final Set<String> FALSE = Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off",
            "OFF");
    private static final Set<String> ENDLESS = Set.of(".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf",
            "+.INF", "-.inf", "-.Inf", "-.INF");
    private static final Pattern DATE = Pattern.compile("\\d{4}(?:-\\d{1,2}){2}");
    private static final Pattern WHOLE = Pattern
            .compile("[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)");
    private static final Pattern NUMBER = Pattern
            .compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");
    /** Numbers between these are no whole ones of a server: it has 64 bits for them. */
    private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final int MOST_DIGITS = 400;
    private static final int OCTAL = 8;
    private static final int HEXADECIMAL = 16;

    private YamlPlainScalarParser() {}

    /** Returns the tag of the type that a text is taken for. */
    static Tag tagOf(String text) {
        if (ENDLESS.contains(text)) {
            return Tag.FLOAT;
        }
        if (NULL.contains(text)) {
            return Tag.NULL;
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return Tag.BOOL;
        }
        return parseNumber(text).map(number -> number.isIntegralNumber() ? Tag.INT : Tag.FLOAT).orElse(Tag.STR);
    }

    private static JsonNode plainValue(String text) throws IOException {
        if (NULL.contains(text)) {
            return JSON.nullNode();
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return JSON.booleanNode(TRUE.contains(text));
        }
        if (ENDLESS.contains(text)) {
            throw new IOException(MESSAGES.text("yaml.noJsonValue", text));
        }
        return parseNumber(text).orElseGet(() -> JSON.textNode(text));
    }

    /** Returns the value of a scalar with an explicit tag. */
    static JsonNode taggedValue(Tag tag, String text) throws IOException {
        if (tag.equals(Tag.BINARY)) {
            try {
                return JSON.textNode(new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw new IOException(MESSAGES.text("yaml.base64"), e);
            }
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) || tag.equals(Tag.BOOL) || tag.equals(Tag.NULL)) {
            return plainValue(text);
        }
        return JSON.textNode(text);
    }

    private static Optional<JsonNode> parseNumber(String text) {
        if (text.length() > MOST_DIGITS || DATE.matcher(text).matches()) {
            return Optional.empty();
        }
        // A leading underline makes a text of it.
        var plain = text.startsWith("_") ? text : text.replace("_", "");
        if (WHOLE.matcher(plain).matches()) {
            var whole = parseInteger(plain);
            if (whole.compareTo(SMALLEST) >= 0 && whole.compareTo(LARGEST) <= 0) {
                return Optional.of(
                        whole.bitLength() < Long.SIZE ? JSON.numberNode(whole.longValue()) : JSON.numberNode(whole));
            }
        }
        if (NUMBER.matcher(plain).matches()) {
            return decimalValue(Double.parseDouble(plain));
        }
        return Optional.empty();
    }

    private static BigInteger parseInteger(String text) {
        boolean negative = text.startsWith("-");
        var digits = text.replaceFirst("^[-+]", "");
        var second = digits.length() > 1 && digits.startsWith("0") ? Character.toLowerCase(digits.charAt(1)) : ' ';
        var value = switch (second) {
            case 'x' -> new BigInteger(digits.substring(2), HEXADECIMAL);
            case 'o' -> new BigInteger(digits.substring(2), OCTAL);
            case 'b' -> new BigInteger(digits.substring(2), 2);
            case ' ' -> new BigInteger(digits);
            default -> new BigInteger(digits, OCTAL);
        };
        return negative ? value.negate() : value;
    }

    /** Returns the number without a fraction where it has none, as it is then a whole number to the server. */
    private static Optional<JsonNode> decimalValue(double number) {
        if (Double.isInfinite(number)) {
            return Optional.empty();
        }
        var exact = BigDecimal.valueOf(number).stripTrailingZeros();
        return Optional.of(exact.scale() <= 0 && Math.abs(number) < 1e21 ? JSON.numberNode(exact.toBigIntegerExact())
                : JSON.numberNode(number));
    }
}
