package tessera.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.kube.schema.KindField;
import tessera.kube.schema.KindTable;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * Types of the fields of Kubernetes objects, against which a server's objects are held. A number may stand where a text
 * belongs: it is read as its digits.
 */
public final class KubernetesObjectSchema {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubernetesObjectSchema.class);
    private static final Pattern QUANTITY = Pattern
            .compile("[+-]?+(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[KMGTPE]i|[eE][+-]?+[0-9]++|[numkMGTPE])?+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?+[0-9]++(?:\\.[0-9]++)?+");
    private static final String METADATA = "ObjectMeta";

    private final KindTable table = KindTable.ofServers();

    private static final class BundledSchemaHolder {
        private static final KubernetesObjectSchema SCHEMA = new KubernetesObjectSchema();
    }

    private KubernetesObjectSchema() {}

    /** Returns the one that ships with the product. */
    public static KubernetesObjectSchema bundled() {
        return BundledSchemaHolder.SCHEMA;
    }

    /**
     * Returns the first value of an object that is of another type than its kind has there, e.g. {@code spec is not an object}.
     * Of kinds that are not known only the metadata is looked at.
     */
    public Optional<String> misfit(JsonNode object, String apiVersion, String kind) {
        if (!object.isObject()) {
            return Optional.of(MESSAGES.text("misfit.root"));
        }
        if (object.path("metadata").path("name").asText("").isEmpty()) {
            return Optional.of(object.path("metadata").isObject() ? MESSAGES.text("misfit.noName")
                    : MESSAGES.text("misfit.object", "metadata"));
        }
        return table.findKind(apiVersion, kind).map(type -> check(object, type.name(), ""))
                .orElseGet(() -> check(object.path("metadata"), METADATA, "metadata"));
    }

    private Optional<String> check(JsonNode value, String type, String path) {
        if (value.isMissingNode() || value.isNull() || type.equals("any")) {
            return Optional.empty();
        }
        if (type.startsWith("[]")) {
            if (value.isArray()) {
                return elements(value, type.substring(2), path);
            }
            return wrong(path, "misfit.list");
        }
        if (type.startsWith("{}") || table.types().containsKey(type)) {
            if (value.isObject()) {
                return fields(value, type, path);
            }
            return wrong(path, "misfit.object");
        }
        if (!value.isValueNode()) {
            return wrong(path, "misfit.scalar");
        }
        return single(value, type, path);
    }

    private static Optional<String> single(JsonNode value, String type, String path) {
        return switch (type) {
            case "bool" -> wrongUnless(value.isBoolean(), path, "misfit.boolean");
            case "int32", "int64", "double" ->
                wrongUnless(value.isNumber() || NUMBER.matcher(value.asText()).matches(), path, "misfit.number");
            case "quantity" ->
                wrongUnless(value.isNumber() || QUANTITY.matcher(value.asText()).matches(), path, "misfit.quantity");
            default -> Optional.empty();
        };
    }

    private Optional<String> elements(JsonNode list, String type, String path) {
        for (int at = 0; at < list.size(); at++) {
            var place = path + "[" + at + "]";
            var found = list.get(at).isNull() && table.types().containsKey(type) ? wrong(place, "misfit.object")
                    : check(list.get(at), type, place);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> fields(JsonNode object, String type, String path) {
        var known = table.types().get(type);
        for (var field : object.properties()) {
            var of = known == null ? type.substring(2)
                    : Optional.ofNullable(known.fields().get(field.getKey())).map(KindField::type).orElse("any");
            var found = check(field.getValue(), of, OptionalText.suffixed(path, ".") + field.getKey());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> wrongUnless(boolean fits, String path, String message) {
        return fits ? Optional.empty() : wrong(path, message);
    }

    private static Optional<String> wrong(String path, String message) {
        return Optional.of(MESSAGES.text(message, path));
    }
}
