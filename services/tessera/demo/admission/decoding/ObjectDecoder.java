package tessera.demo.admission.decoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.MapShape;
import tessera.demo.patch.schema.ValueShape.Presence;
import tessera.demo.patch.schema.ValueShape.Scalar;
import tessera.demo.patch.schema.ValueShape.Struct;
import tessera.demo.patch.schema.ValueShape.StructField;
import tessera.demo.patch.schema.ValueShape.UntypedShape;

/**
 * Decoder of client bodies, by the schema of the kind. It drops unknown fields and zero values that the server does
 * not write, adds fields that the server always writes, and brings quantities and times into their normal form.
 *
 * <p>Decoding an object that was decoded before changes nothing.
 */
public final class ObjectDecoder {

    private final KindSchema kind;
    private final List<String> unknown = new ArrayList<>();

    private ObjectDecoder(KindSchema kind) {
        this.kind = kind;
    }

    /**
     * Decodes an object. The argument does not change.
     *
     * @throws ApiError 400 when a value has a type that the field cannot take
     */
    public static DecodedObject decode(KindSchema kind, ObjectNode body) throws ApiError {
        checkKind(kind, body);
        var decoder = new ObjectDecoder(kind);
        var object = JsonNodeFactory.instance.objectNode();
        object.put("kind", kind.kindName()).put("apiVersion", kind.apiVersion());
        try {
            decoder.decodeStruct(kind.shape(), body, new DecodingPath("", "")).properties()
                    .forEach(entry -> object.set(entry.getKey(), entry.getValue()));
        } catch (WrongTypeException e) {
            throw cannotBeHandled(kind, e.problemText());
        }
        return new DecodedObject(object, decoder.unknown);
    }

    private static void checkKind(KindSchema kind, ObjectNode body) throws ApiError {
        var named = body.path("kind").asText();
        var version = body.path("apiVersion").asText();
        boolean otherKind = !named.isEmpty() && !named.equals(kind.kindName());
        if (otherKind || (!version.isEmpty() && !version.equals(kind.apiVersion()))) {
            var short1 = version.substring(version.indexOf('/') + 1);
            var group = kind.group().isEmpty() ? "core" : kind.group().replaceAll("\\..*", "");
            throw ApiError.badRequest(
                    "%s in version \"%s\" cannot be handled as a %s: converting (%s.%s) to (%s.%s): unknown conversion"
                            .formatted(named, short1, kind.kindName(), short1, named, group, kind.kindName()));
        }
    }

    /** Returns the refusal of a body that is JSON but not an object of the kind. */
    public static ApiError cannotBeHandled(KindSchema kind, String reason) {
        return ApiError.badRequest("%s in version \"%s\" cannot be handled as a %s: %s".formatted(kind.kindName(),
                kind.apiVersion().substring(kind.apiVersion().indexOf('/') + 1), kind.kindName(), reason));
    }

    private ObjectNode decodeStruct(Struct struct, JsonNode value, DecodingPath place) throws WrongTypeException {
        var result = JsonNodeFactory.instance.objectNode();
        for (var entry : value.properties()) {
            var name = entry.getKey();
            var field = struct.fields().get(name);
            if (field != null) {
                var read = decodeField(field, entry.getValue(), place.atField(struct, name));
                if (read != null) {
                    result.set(name, read);
                }
            } else if (struct.isOpen()) {
                result.set(name, entry.getValue());
            } else {
                unknown.add("unknown field \"%s\"".formatted(place.atField(struct, name).path()));
            }
        }
        for (var entry : struct.fields().entrySet()) {
            if (entry.getValue().presence() == Presence.ALWAYS && !result.has(entry.getKey())) {
                result.set(entry.getKey(), zeroValue(entry.getValue().shape(), place.atField(struct, entry.getKey())));
            }
        }
        return result;
    }

    private @Nullable JsonNode decodeField(StructField field, JsonNode value, DecodingPath place)
            throws WrongTypeException {
        if (value.isNull()) {
            return null;
        }
        var read = decodeValue(field.shape(), value, place);
        return field.presence() == Presence.OMIT_EMPTY && isZero(field.shape(), read) ? null : read;
    }

    private JsonNode zeroValue(ValueShape shape, DecodingPath place) throws WrongTypeException {
        return switch (shape) {
            case Struct struct -> decodeStruct(struct, JsonNodeFactory.instance.objectNode(), place);
            case Scalar scalar -> ScalarDecoder.zeroValue(scalar);
            case ListShape _,MapShape _,UntypedShape _ -> JsonNodeFactory.instance.nullNode();
        };
    }

    private static boolean isZero(ValueShape shape, JsonNode value) {
        return switch (shape) {
            case Scalar.STRING, Scalar.BYTES -> value.asText().isEmpty();
            case Scalar.BOOL -> !value.asBoolean();
            case Scalar.INT32, Scalar.INT64, Scalar.DOUBLE -> value.isNumber() && value.asDouble() == 0;
            case Scalar _,Struct _,UntypedShape _ -> false;
            case ListShape _,MapShape _ -> value.isEmpty();
        };
    }

    private JsonNode decodeValue(ValueShape shape, JsonNode value, DecodingPath place) throws WrongTypeException {
        return switch (shape) {
            case Struct struct when value.isObject() -> decodeStruct(struct, value, place);
            case MapShape mapping when value.isObject() -> {
                var result = JsonNodeFactory.instance.objectNode();
                for (var entry : value.properties()) {
                    result.set(entry.getKey(),
                            decodeItem(mapping.values(), entry.getValue(), place.atKey(entry.getKey())));
                }
                yield result;
            }
            case ListShape listing when value.isArray() -> {
                var result = JsonNodeFactory.instance.arrayNode();
                for (int i = 0; i < value.size(); i++) {
                    result.add(decodeItem(listing.items(), value.get(i), place.atIndex(i)));
                }
                yield result;
            }
            case Scalar scalar ->
                ScalarDecoder.decodeScalar(scalar, value, place, !kind.custom() || place.isInMetadata());
            case UntypedShape _ -> value;
            case Struct _,MapShape _,ListShape _ -> {
                if (kind.custom() && !place.isInMetadata()) {
                    yield value;
                }
                throw place.wrongType(GoTypeNames.typeNameOf(value), GoTypeNames.typeNameOf(shape));
            }
        };
    }

    private JsonNode decodeItem(ValueShape shape, JsonNode value, DecodingPath place) throws WrongTypeException {
        return value.isNull() && !kind.custom() ? zeroValue(shape, place) : decodeValue(shape, value, place);
    }

    /**
     * The position of the decoder in the object.
     *
     * @param path with indices and keys, e.g. {@code spec.containers[0].image}
     * @param goPath  as the Go decoder names it, e.g. {@code Container.spec.containers.image}
     */
    record DecodingPath(String path, String goPath) {

        DecodingPath atField(Struct struct, String name) {
            int dot = goPath.indexOf('.');
            var above = dot < 0 ? "" : goPath.substring(dot);
            return new DecodingPath(path.isEmpty() ? name : path + "." + name, struct.name() + above + "." + name);
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

        WrongTypeException wrongType(String found, String wanted) {
            return new WrongTypeException(
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

        static String typeNameOf(ValueShape shape) {
            return switch (shape) {
                case Struct struct -> "v1." + struct.name();
                case ListShape listing -> "[]" + typeNameOf(listing.items());
                case MapShape(ValueShape values, var _) -> values == Scalar.QUANTITY ? "v1.ResourceList"
                        : "map[string]" + typeNameOf(values);
                case Scalar scalar -> switch (scalar) {
                    case BYTES -> "[]uint8";
                    case DOUBLE -> "float64";
                    case TIME -> "v1.Time";
                    case MICRO_TIME -> "v1.MicroTime";
                    case QUANTITY -> "resource.Quantity";
                    case INT_OR_STRING -> "intstr.IntOrString";
                    default -> scalar.name().toLowerCase(Locale.ROOT);
                };
                case UntypedShape _ -> "interface {}";
            };
        }
    }
}
