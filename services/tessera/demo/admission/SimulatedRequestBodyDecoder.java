package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serial;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructFieldDefinition;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;
import tessera.demo.patch.schema.FieldValueSchema.ZeroValuePresence;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quantity.InvalidQuantityException;

/**
 * Decoder of client bodies, by the schema of the kind. It drops unknown fields and zero values that the server does
 * not write, adds fields that the server always writes, and brings quantities and times into their normal form.
 *
 * <p>Decoding an object that was decoded before changes nothing.
 */
public final class SimulatedRequestBodyDecoder {

    private static final String BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private final SimulatedKindSchema kind;
    private final List<String> unknown = new ArrayList<>();

    private SimulatedRequestBodyDecoder(SimulatedKindSchema kind) {
        this.kind = kind;
    }

    /**
     * Decodes an object. The argument does not change.
     *
     * @throws SimulatedApiException 400 when a value has a type that the field cannot take
     */
    public static SimulatedDecodedRequestBody decode(SimulatedKindSchema kind, ObjectNode body)
            throws SimulatedApiException {
        checkKind(kind, body);
        var decoder = new SimulatedRequestBodyDecoder(kind);
        var object = JsonNodeFactory.instance.objectNode();
        object.put("kind", kind.kindName()).put("apiVersion", kind.apiVersion());
        try {
            decoder.decodeStruct(kind.schema(), body, new DecodingPath("", "")).properties()
                    .forEach(entry -> object.set(entry.getKey(), entry.getValue()));
        } catch (WrongFieldTypeException e) {
            throw cannotBeHandled(kind, String.valueOf(e.getMessage()));
        }
        return new SimulatedDecodedRequestBody(object, decoder.unknown);
    }

    private static void checkKind(SimulatedKindSchema kind, ObjectNode body) throws SimulatedApiException {
        var named = body.path("kind").asText();
        var version = body.path("apiVersion").asText();
        boolean otherKind = !named.isEmpty() && !named.equals(kind.kindName());
        if (otherKind || (!version.isEmpty() && !version.equals(kind.apiVersion()))) {
            var short1 = version.substring(version.indexOf('/') + 1);
            var group = kind.group().isEmpty() ? "core" : kind.group().replaceAll("\\..*", "");
            throw SimulatedApiException.badRequest(
                    "%s in version \"%s\" cannot be handled as a %s: converting (%s.%s) to (%s.%s): unknown conversion"
                            .formatted(named, short1, kind.kindName(), short1, named, group, kind.kindName()));
        }
    }

    /** Returns the refusal of a body that is JSON but not an object of the kind. */
    public static SimulatedApiException cannotBeHandled(SimulatedKindSchema kind, String reason) {
        return SimulatedApiException
                .badRequest("%s in version \"%s\" cannot be handled as a %s: %s".formatted(kind.kindName(),
                        kind.apiVersion().substring(kind.apiVersion().indexOf('/') + 1), kind.kindName(), reason));
    }

    private ObjectNode decodeStruct(StructSchema structSchema, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        var result = JsonNodeFactory.instance.objectNode();
        for (var entry : value.properties()) {
            var name = entry.getKey();
            var field = structSchema.fields().get(name);
            if (field != null) {
                var read = decodeField(field, entry.getValue(), path.atField(structSchema, name));
                if (read != null) {
                    result.set(name, read);
                }
            } else if (structSchema.isOpen()) {
                result.set(name, entry.getValue());
            } else {
                unknown.add("unknown field \"%s\"".formatted(path.atField(structSchema, name).path()));
            }
        }
        for (var entry : structSchema.fields().entrySet()) {
            if (entry.getValue().presence() == ZeroValuePresence.ALWAYS && !result.has(entry.getKey())) {
                result.set(entry.getKey(), entry.getValue().valueSchema().zeroValue());
            }
        }
        return result;
    }

    private @Nullable JsonNode decodeField(StructFieldDefinition field, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        if (value.isNull()) {
            return null;
        }
        var read = decodeValue(field.valueSchema(), value, path);
        return field.presence() == ZeroValuePresence.OMIT_EMPTY && isZero(field.valueSchema(), read) ? null : read;
    }

    private static boolean isZero(FieldValueSchema valueSchema, JsonNode value) {
        return switch (valueSchema) {
            case ScalarSchema.STRING, ScalarSchema.BYTES -> value.asText().isEmpty();
            case ScalarSchema.BOOL -> !value.asBoolean();
            case ScalarSchema.INT32, ScalarSchema.INT64, ScalarSchema.DOUBLE ->
                value.isNumber() && value.asDouble() == 0;
            case ScalarSchema _,StructSchema _,UntypedSchema _ -> false;
            case ListSchema _,MapSchema _ -> value.isEmpty();
        };
    }

    private JsonNode decodeValue(FieldValueSchema valueSchema, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        return switch (valueSchema) {
            case StructSchema structSchema when value.isObject() -> decodeStruct(structSchema, value, path);
            case MapSchema mapping when value.isObject() -> {
                var result = JsonNodeFactory.instance.objectNode();
                for (var entry : value.properties()) {
                    result.set(entry.getKey(),
                            decodeItem(mapping.values(), entry.getValue(), path.atKey(entry.getKey())));
                }
                yield result;
            }
            case ListSchema listing when value.isArray() -> {
                var result = JsonNodeFactory.instance.arrayNode();
                for (int i = 0; i < value.size(); i++) {
                    result.add(decodeItem(listing.items(), value.get(i), path.atIndex(i)));
                }
                yield result;
            }
            case ScalarSchema scalarSchema ->
                decodeScalar(scalarSchema, value, path, !kind.custom() || path.isInMetadata());
            case UntypedSchema _ -> value;
            case StructSchema _,MapSchema _,ListSchema _ -> {
                if (kind.custom() && !path.isInMetadata()) {
                    yield value;
                }
                throw path.wrongType(typeNameOf(value), typeNameOf(valueSchema));
            }
        };
    }

    private JsonNode decodeItem(FieldValueSchema valueSchema, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        if (value.isNull() && !kind.custom()) {
            return valueSchema.zeroValue();
        }
        return decodeValue(valueSchema, value, path);
    }

    /** @param strict whether a value of the wrong type is refused; otherwise it stays as it is */
    private static JsonNode decodeScalar(ScalarSchema scalarSchema, JsonNode value, DecodingPath path, boolean strict)
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

    private static JsonNode requireType(boolean fits, ScalarSchema scalarSchema, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        if (!fits) {
            throw path.wrongType(typeNameOf(value), typeNameOf(scalarSchema));
        }
        return value;
    }

    private static JsonNode requireInteger(boolean fits, ScalarSchema scalarSchema, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        if (!fits && value.isNumber()) {
            throw path.wrongType("number " + value.asText(), typeNameOf(scalarSchema));
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
            return JsonNodeFactory.instance.textNode(
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
                .textNode(scalarSchema == ScalarSchema.TIME ? SimulatedTimestampFormat.secondsText(instant)
                        : SimulatedTimestampFormat.microsText(instant));
    }

    /** Thrown for a value of a type that its field cannot hold. */
    private static final class WrongFieldTypeException extends Exception {

        @Serial
        private static final long serialVersionUID = 1;

        WrongFieldTypeException(String reason) {
            super(reason);
        }
    }

    /**
     * The position of the decoder in the object.
     *
     * @param path with indices and keys, e.g. {@code spec.containers[0].image}
     * @param goPath  as the Go decoder names it, e.g. {@code Container.spec.containers.image}
     */
    record DecodingPath(String path, String goPath) {

        DecodingPath atField(StructSchema structSchema, String name) {
            int dot = goPath.indexOf('.');
            var above = dot < 0 ? "" : goPath.substring(dot);
            return new DecodingPath(path.isEmpty() ? name : path + "." + name,
                    structSchema.name() + above + "." + name);
        }

        DecodingPath atIndex(int index) {
            return new DecodingPath(path + "[" + index + "]", goPath);
        }

        DecodingPath atKey(String key) {
            return new DecodingPath(path + "." + key, goPath);
        }

        boolean isInMetadata() {
            return path.startsWith("metadata");
        }

        private WrongFieldTypeException wrongType(String found, String wanted) {
            return new WrongFieldTypeException(
                    "json: cannot unmarshal %s into Go struct field %s of type %s".formatted(found, goPath, wanted));
        }
    }

    private static String typeNameOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> "bool";
            default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String typeNameOf(FieldValueSchema valueSchema) {
        return switch (valueSchema) {
            case StructSchema structSchema -> "v1." + structSchema.name();
            case ListSchema listing -> "[]" + typeNameOf(listing.items());
            case MapSchema(FieldValueSchema values, var _) ->
                values == ScalarSchema.QUANTITY ? "v1.ResourceList" : "map[string]" + typeNameOf(values);
            case ScalarSchema scalarSchema -> switch (scalarSchema) {
                case BYTES -> "[]uint8";
                case DOUBLE -> "float64";
                case TIME -> "v1.Time";
                case MICRO_TIME -> "v1.MicroTime";
                case QUANTITY -> "resource.Quantity";
                case INT_OR_STRING -> "intstr.IntOrString";
                default -> scalarSchema.name().toLowerCase(Locale.ROOT);
            };
            case UntypedSchema _ -> "interface {}";
        };
    }
}
