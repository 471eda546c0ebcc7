package tessera.demo.admission.decoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quantity.InvalidQuantityException;

/** Decoder of scalar values. */
final class SimulatedScalarFieldDecoder {

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private static final String BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private SimulatedScalarFieldDecoder() {}

    static JsonNode zeroValue(ScalarSchema scalarSchema) {
        return switch (scalarSchema) {
            case STRING, BYTES -> JsonNodeFactory.instance.textNode("");
            case INT32, INT64, DOUBLE, INT_OR_STRING -> JsonNodeFactory.instance.numberNode(0);
            case BOOL -> JsonNodeFactory.instance.booleanNode(false);
            case QUANTITY -> JsonNodeFactory.instance.textNode("0");
            case TIME, MICRO_TIME -> JsonNodeFactory.instance.nullNode();
        };
    }

    /** @param strict whether a value of the wrong type is refused; otherwise it stays as it is */
    static JsonNode decodeScalar(ScalarSchema scalarSchema, JsonNode value,
            SimulatedRequestBodyDecoder.DecodingPath path,
            boolean strict)
            throws WrongFieldTypeException {
        if (!strict) {
            return value;
        }
        return switch (scalarSchema) {
            case STRING -> requireType(value.isTextual(), scalarSchema, value, path);
            case BYTES -> decodeBytes(requireType(value.isTextual(), scalarSchema, value, path));
            case BOOL -> requireType(value.isBoolean(), scalarSchema, value, path);
            case DOUBLE -> requireType(value.isNumber(), scalarSchema, value, path);
            case INT32 ->
                requireInteger(value.isIntegralNumber() && value.canConvertToInt(), scalarSchema, value, path);
            case INT64 ->
                requireInteger(value.isIntegralNumber() && value.canConvertToLong(), scalarSchema, value, path);
            case INT_OR_STRING -> value.isTextual() ? value
                    : requireInteger(value.isIntegralNumber() && value.canConvertToInt(), ScalarSchema.INT32, value,
                            path);
            case QUANTITY -> normalizeQuantity(value);
            case TIME, MICRO_TIME -> {
                requireType(value.isTextual(), ScalarSchema.STRING, value, path);
                yield normalizeTime(scalarSchema, value);
            }
        };
    }

    private static JsonNode requireType(boolean fits, ScalarSchema scalarSchema, JsonNode value,
            SimulatedRequestBodyDecoder.DecodingPath path)
            throws WrongFieldTypeException {
        if (!fits) {
            throw path.wrongType(SimulatedRequestBodyDecoder.GoTypeNames.typeNameOf(value),
                    SimulatedRequestBodyDecoder.GoTypeNames.typeNameOf(scalarSchema));
        }
        return value;
    }

    private static JsonNode requireInteger(boolean fits, ScalarSchema scalarSchema, JsonNode value,
            SimulatedRequestBodyDecoder.DecodingPath path)
            throws WrongFieldTypeException {
        if (!fits && value.isNumber()) {
            throw path.wrongType("number " + value.asText(),
                    SimulatedRequestBodyDecoder.GoTypeNames.typeNameOf(scalarSchema));
        }
        requireType(fits, scalarSchema, value, path);
        return value.canConvertToInt() ? JsonNodeFactory.instance.numberNode(value.intValue()) : value;
    }

    private static JsonNode decodeBytes(JsonNode value) throws WrongFieldTypeException {
        var text = value.asText().replaceAll("[\r\n]", "");
        try {
            Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            int wrong = 0;
            while (wrong < text.length() && BASE_64.indexOf(text.charAt(wrong)) >= 0) {
                wrong++;
            }
            throw new WrongFieldTypeException("illegal base64 data at input byte " + wrong);
        }
        return text.equals(value.asText()) ? value : JsonNodeFactory.instance.textNode(text);
    }

    private static JsonNode normalizeQuantity(JsonNode value) throws WrongFieldTypeException {
        try {
            return JsonNodeFactory.instance
                    .textNode(
                            FormatPreservingQuantity.readBackInThousandths(value.isValueNode() ? value.asText() : ""));
        } catch (InvalidQuantityException e) {
            throw new WrongFieldTypeException(e.problemText());
        }
    }

    private static JsonNode normalizeTime(ScalarSchema scalarSchema, JsonNode value) throws WrongFieldTypeException {
        Instant instant;
        try {
            instant = OffsetDateTime.parse(value.asText()).toInstant();
        } catch (DateTimeException e) {
            throw new WrongFieldTypeException(
                    "parsing time \"%s\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"%s\" as \"2006\""
                            .formatted(value.asText(), value.asText()));
        }
        return JsonNodeFactory.instance
                .textNode(scalarSchema == ScalarSchema.TIME ? instant.truncatedTo(ChronoUnit.SECONDS).toString()
                        : MICROS.format(instant));
    }
}
