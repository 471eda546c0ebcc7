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
 * Reader of what clients send, by the schema of the kind. It drops unknown fields and zero values that the server does
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
     * Reads an object. The argument does not change.
     *
     * @throws ApiError 400 when a value has a type that the field cannot take
     */
    public static DecodedObject decode(KindSchema kind, ObjectNode body) throws ApiError {
        checkKind(kind, body);
        var decoder = new ObjectDecoder(kind);
        var object = JsonNodeFactory.instance.objectNode();
        object.put("kind", kind.kindName()).put("apiVersion", kind.apiVersion());
        try {
            decoder.struct(kind.shape(), body, new DecodingPath("", "")).properties()
                    .forEach(entry -> object.set(entry.getKey(), entry.getValue()));
        } catch (WrongType e) {
            throw cannotBeHandled(kind, e.why());
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

    /** A refusal of a body that could be read as JSON but not as an object of the kind. */
    public static ApiError cannotBeHandled(KindSchema kind, String why) {
        return ApiError.badRequest("%s in version \"%s\" cannot be handled as a %s: %s".formatted(kind.kindName(),
                kind.apiVersion().substring(kind.apiVersion().indexOf('/') + 1), kind.kindName(), why));
    }

    private ObjectNode struct(Struct struct, JsonNode value, DecodingPath place) throws WrongType {
        var result = JsonNodeFactory.instance.objectNode();
        for (var entry : value.properties()) {
            var name = entry.getKey();
            var field = struct.fields().get(name);
            if (field != null) {
                var read = field(field, entry.getValue(), place.field(struct, name));
                if (read != null) {
                    result.set(name, read);
                }
            } else if (struct.open()) {
                result.set(name, entry.getValue());
            } else {
                unknown.add("unknown field \"%s\"".formatted(place.field(struct, name).shown()));
            }
        }
        for (var entry : struct.fields().entrySet()) {
            if (entry.getValue().presence() == Presence.ALWAYS && !result.has(entry.getKey())) {
                result.set(entry.getKey(), zero(entry.getValue().shape(), place.field(struct, entry.getKey())));
            }
        }
        return result;
    }

    private @Nullable JsonNode field(StructField field, JsonNode value, DecodingPath place) throws WrongType {
        if (value.isNull()) {
            return null;
        }
        var read = value(field.shape(), value, place);
        return field.presence() == Presence.OMIT_EMPTY && isZero(field.shape(), read) ? null : read;
    }

    private JsonNode zero(ValueShape shape, DecodingPath place) throws WrongType {
        return switch (shape) {
            case Struct struct -> struct(struct, JsonNodeFactory.instance.objectNode(), place);
            case Scalar scalar -> ScalarDecoder.zero(scalar);
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

    private JsonNode value(ValueShape shape, JsonNode value, DecodingPath place) throws WrongType {
        return switch (shape) {
            case Struct struct when value.isObject() -> struct(struct, value, place);
            case MapShape mapping when value.isObject() -> {
                var result = JsonNodeFactory.instance.objectNode();
                for (var entry : value.properties()) {
                    result.set(entry.getKey(), item(mapping.values(), entry.getValue(), place.key(entry.getKey())));
                }
                yield result;
            }
            case ListShape listing when value.isArray() -> {
                var result = JsonNodeFactory.instance.arrayNode();
                for (int i = 0; i < value.size(); i++) {
                    result.add(item(listing.items(), value.get(i), place.index(i)));
                }
                yield result;
            }
            case Scalar scalar -> ScalarDecoder.read(scalar, value, place, !kind.custom() || place.inMetadata());
            case UntypedShape _ -> value;
            case Struct _,MapShape _,ListShape _ -> {
                if (kind.custom() && !place.inMetadata()) {
                    yield value;
                }
                throw place.wrongType(GoNames.of(value), GoNames.of(shape));
            }
        };
    }

    private JsonNode item(ValueShape shape, JsonNode value, DecodingPath place) throws WrongType {
        return value.isNull() && !kind.custom() ? zero(shape, place) : value(shape, value, place);
    }

    /**
     * Where in the object the reader is.
     *
     * @param shown with indices and keys, e.g. {@code spec.containers[0].image}
     * @param inGo  as the Go decoder names it, e.g. {@code Container.spec.containers.image}
     */
    record DecodingPath(String shown, String inGo) {

        DecodingPath field(Struct struct, String name) {
            int dot = inGo.indexOf('.');
            var above = dot < 0 ? "" : inGo.substring(dot);
            return new DecodingPath(shown.isEmpty() ? name : shown + "." + name, struct.name() + above + "." + name);
        }

        DecodingPath index(int index) {
            return new DecodingPath(shown + "[" + index + "]", inGo);
        }

        DecodingPath key(String key) {
            return new DecodingPath(shown + "." + key, inGo);
        }

        boolean inMetadata() {
            return shown.startsWith("metadata");
        }

        WrongType wrongType(String found, String wanted) {
            return new WrongType("json: cannot unmarshal %s into Go struct field %s of type %s".formatted(found, inGo,
                    wanted));
        }
    }

    /** The type names of the Go decoder. */
    static final class GoNames {

        private GoNames() {}

        static String of(JsonNode value) {
            return switch (value.getNodeType()) {
                case BOOLEAN -> "bool";
                default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
            };
        }

        static String of(ValueShape shape) {
            return switch (shape) {
                case Struct struct -> "v1." + struct.name();
                case ListShape listing -> "[]" + of(listing.items());
                case MapShape(ValueShape values, var _) -> values == Scalar.QUANTITY ? "v1.ResourceList"
                        : "map[string]" + of(values);
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
