package tessera.demo.admission.decoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructFieldDefinition;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;
import tessera.demo.patch.schema.FieldValueSchema.ZeroValuePresence;
import tessera.demo.patch.schema.SimulatedKindSchema;

/**
 * Decoder of client bodies, by the schema of the kind. It drops unknown fields and zero values that the server does
 * not write, adds fields that the server always writes, and brings quantities and times into their normal form.
 *
 * <p>Decoding an object that was decoded before changes nothing.
 */
public final class SimulatedRequestBodyDecoder {

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
            throw cannotBeHandled(kind, e.problemText());
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
                result.set(entry.getKey(),
                        zeroValue(entry.getValue().valueSchema(), path.atField(structSchema, entry.getKey())));
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

    private JsonNode zeroValue(FieldValueSchema valueSchema, DecodingPath path) throws WrongFieldTypeException {
        return switch (valueSchema) {
            case StructSchema structSchema -> decodeStruct(structSchema, JsonNodeFactory.instance.objectNode(), path);
            case ScalarSchema scalarSchema -> SimulatedScalarFieldDecoder.zeroValue(scalarSchema);
            case ListSchema _,MapSchema _,UntypedSchema _ -> JsonNodeFactory.instance.nullNode();
        };
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
                SimulatedScalarFieldDecoder.decodeScalar(scalarSchema, value, path,
                        !kind.custom() || path.isInMetadata());
            case UntypedSchema _ -> value;
            case StructSchema _,MapSchema _,ListSchema _ -> {
                if (kind.custom() && !path.isInMetadata()) {
                    yield value;
                }
                throw path.wrongType(GoTypeNames.typeNameOf(value), GoTypeNames.typeNameOf(valueSchema));
            }
        };
    }

    private JsonNode decodeItem(FieldValueSchema valueSchema, JsonNode value, DecodingPath path)
            throws WrongFieldTypeException {
        if (value.isNull() && !kind.custom()) {
            return zeroValue(valueSchema, path);
        }
        return decodeValue(valueSchema, value, path);
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

        WrongFieldTypeException wrongType(String found, String wanted) {
            return new WrongFieldTypeException(
                    "json: cannot unmarshal %s into Go struct field %s of type %s".formatted(found, goPath,
                            wanted));
        }
    }

    /** The type names of the Go decoder. */
    static final class GoTypeNames {

        private GoTypeNames() {}

        static String typeNameOf(JsonNode value) {
            return switch (value.getNodeType()) {
                case BOOLEAN -> "bool";
                default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
            };
        }

        static String typeNameOf(FieldValueSchema valueSchema) {
            return switch (valueSchema) {
                case StructSchema structSchema -> "v1." + structSchema.name();
                case ListSchema listing -> "[]" + typeNameOf(listing.items());
                case MapSchema(FieldValueSchema values, var _) -> values == ScalarSchema.QUANTITY ? "v1.ResourceList"
                        : "map[string]" + typeNameOf(values);
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
}
