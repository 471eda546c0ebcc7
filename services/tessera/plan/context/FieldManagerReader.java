package tessera.plan.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tessera.gpu.health.LastFieldWrite;
import tessera.model.JsonPointers;
import tessera.text.MessageCatalog;

/** Reads the managers of a field from an object's {@code managedFields}. */
public final class FieldManagerReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FieldManagerReader.class);
    /** What Kubernetes itself writes follows from what others wrote. */
    private static final Set<String> KUBERNETES = Set.of("kube-controller-manager", "kube-scheduler", "kubelet",
            "before-first-apply");
    /** By which people write, as by this program: they do not set anything back by themselves. */
    private static final List<String> BY_HAND = List.of("kubectl", "tessera", "Mozilla");

    private FieldManagerReader() {}

    /**
     * Returns the programs that write a field, and may write it again.
     *
     * @param pointer to the field, as RFC 6901 has it
     */
    public static Set<String> managersOf(JsonNode object, String pointer) {
        var programs = new TreeSet<String>();
        for (var entry : managedEntries(object.at("/metadata/managedFields"), pointer)) {
            var manager = entry.path("manager").asText();
            if (!KUBERNETES.contains(manager) && BY_HAND.stream().noneMatch(manager::startsWith)) {
                programs.add(manager);
            }
        }
        return programs;
    }

    /** Returns a field as a dotted path, e.g. {@code spec.replicas}. */
    public static String fieldPath(String pointer) {
        return String.join(".", JsonPointers.segmentsOf(pointer));
    }

    /**
     * Returns which fields differ and who wrote them, to be appended to a sentence on the change.
     *
     * @param pointers to the fields, as RFC 6901 has it
     */
    public static String changesText(JsonNode object, List<String> pointers) {
        return ": " + String.join(", ",
                pointers.stream().map(pointer -> writerText("field.changed", object, pointer)).toList());
    }

    /** Returns a field and its last writer as far as recorded, e.g. {@code spec.replicas (set by hpa at …)}. */
    public static String lastWriteText(JsonNode object, String pointer) {
        return writerText("field.written", object, pointer);
    }

    /**
     * Returns the {@code managedFields} entries that own a field, without those of its status.
     *
     * @param managed the account, as objects carry it
     */
    public static List<JsonNode> managedEntries(JsonNode managed, String pointer) {
        var entries = new ArrayList<JsonNode>();
        for (var entry : managed) {
            if (entry.path("subresource").asText().isEmpty()
                    && LastFieldWrite.isOwned(entry.path("fieldsV1"), pointer)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static String writerText(String key, JsonNode object, String pointer) {
        var write = LastFieldWrite.lastWrite(object, pointer);
        return MESSAGES.text(key, fieldPath(pointer), write.map(LastFieldWrite::manager),
                write.map(LastFieldWrite::time));
    }
}
