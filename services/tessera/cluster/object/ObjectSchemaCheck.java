package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import tessera.cluster.http.UnreadableObjectRegistry.CollectionReadProblems;
import tessera.model.UnreadableObject;
import tessera.yaml.KubernetesObjectSchema;

/** A check of objects against their kinds, which notes what of them does not fit. Used by one thread. */
final class ObjectSchemaCheck {

    private static final String LIST = "List";

    private final CollectionReadProblems unread;
    private String apiVersion = "";
    private String kind = "";

    ObjectSchemaCheck(CollectionReadProblems unread) {
        this.unread = unread;
    }

    /** Takes over the version of a list, whose objects need not name it. */
    void setVersion(String version) {
        apiVersion = version;
    }

    /** Takes over the kind of a list, e.g. {@code PodList}, whose objects need not name theirs. */
    void setListKind(String listKind) {
        kind = listKind.endsWith(LIST) ? listKind.substring(0, listKind.length() - LIST.length()) : "";
    }

    /** Hands on what is an object, and notes what is none, or not one as its kind has them. */
    void pass(JsonNode item, Consumer<JsonNode> reader) {
        var version = apiVersion.isEmpty() ? item.path("apiVersion").asText() : apiVersion;
        var named = kind.isEmpty() ? item.path("kind").asText() : kind;
        KubernetesObjectSchema.bundled().misfit(item, version, named)
                .ifPresent(reason -> unread.add(new UnreadableObject(named.isEmpty() ? "object" : named,
                        item.path("metadata").path("namespace").asText(""),
                        item.path("metadata").path("name").asText(""), reason)));
        if (item.isObject()) {
            reader.accept(item);
        }
    }
}
