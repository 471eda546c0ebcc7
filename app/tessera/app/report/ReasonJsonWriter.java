package tessera.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import tessera.text.Reason;

/** Reasons as JSON: code and fields. */
final class ReasonJsonWriter {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ReasonJsonWriter() {}

    /** Puts the code and the fields of a reason beside its sentence. */
    static ObjectNode put(ObjectNode json, Reason reason) {
        return put(json, "reason", reason);
    }

    /** Puts the code of a reason under a key, and its fields. */
    static ObjectNode put(ObjectNode json, String key, Reason reason) {
        json.put(key, reason.code());
        var fields = json.putObject("fields");
        reason.fieldValues().forEach((name, value) -> fields.set(name, valueJson(value)));
        return json;
    }

    static ArrayNode toJson(Collection<? extends Reason> reasons) {
        return JSON.arrayNode().addAll(reasons.stream().map(ReasonJsonWriter::toJson).toList());
    }

    static ObjectNode toJson(Reason reason) {
        return put(JSON.objectNode(), reason);
    }

    private static JsonNode valueJson(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.isPresent() ? valueJson(optional.get()) : JSON.nullNode();
            case Boolean flag -> JSON.booleanNode(flag);
            case Double number -> JSON.numberNode(number);
            case Number number -> JSON.numberNode(number.longValue());
            case Duration duration -> JSON.numberNode(duration.toSeconds());
            case Reason reason -> toJson(reason);
            case Enum<?> constant -> JSON.textNode(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            case Collection<?> list -> JSON.arrayNode().addAll(list.stream().map(ReasonJsonWriter::valueJson).toList());
            default -> JSON.textNode(value.toString());
        };
    }
}
