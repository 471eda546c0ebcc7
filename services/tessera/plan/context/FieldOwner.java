package tessera.plan.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tessera.insight.node.FieldWrite;
import tessera.model.JsonPointers;

/** Who writes a field of an object, as the server keeps account of it. */
public final class FieldOwner {

    /** What Kubernetes itself writes follows from what others wrote. */
    private static final Set<String> KUBERNETES = Set.of("kube-controller-manager", "kube-scheduler", "kubelet",
            "before-first-apply");
    /** By which people write, as by this program: they do not set anything back by themselves. */
    private static final List<String> BY_HAND = List.of("kubectl", "tessera", "Mozilla");

    private FieldOwner() {}

    /**
     * Programs that write a field, and may write it again.
     *
     * @param pointer to the field, as RFC 6901 has it
     */
    public static Set<String> programs(JsonNode object, String pointer) {
        var programs = new TreeSet<String>();
        for (var entry : entries(object.at("/metadata/managedFields"), pointer)) {
            var manager = entry.path("manager").asText();
            if (!KUBERNETES.contains(manager) && BY_HAND.stream().noneMatch(manager::startsWith)) {
                programs.add(manager);
            }
        }
        return programs;
    }

    /** A field as people write it, e.g. {@code spec.replicas}. */
    public static String named(String pointer) {
        return String.join(".", JsonPointers.names(pointer));
    }

    /**
     * What is otherwise, and by whose hand, to be read behind what says that it was changed.
     *
     * @param pointers to the fields, as RFC 6901 has it
     */
    public static String words(JsonNode object, List<String> pointers) {
        return ": " + String.join("; ", pointers.stream().map(
                pointer -> "%s is otherwise by now%s".formatted(named(pointer), hand(object, pointer))).toList());
    }

    /** A field, and who wrote it last as far as that is told, e.g. {@code spec.replicas, as hpa wrote it at …}. */
    public static String written(JsonNode object, String pointer) {
        return named(pointer) + hand(object, pointer);
    }

    /**
     * What the server keeps account of about a field; what was written as its status left out.
     *
     * @param managed the account, as objects carry it
     */
    public static List<JsonNode> entries(JsonNode managed, String pointer) {
        var entries = new ArrayList<JsonNode>();
        for (var entry : managed) {
            if (entry.path("subresource").asText().isEmpty() && FieldWrite.owns(entry.path("fieldsV1"), pointer)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static String hand(JsonNode object, String pointer) {
        return FieldWrite.last(object, pointer).map(write -> ", as %s wrote it%s".formatted(write.manager(),
                write.time().isEmpty() ? "" : " at " + write.time())).orElse("");
    }
}
