package tessera.demo.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A resource as one version of an API group serves it.
 *
 * @param group        empty for the core
 * @param plural       the name in paths
 * @param tableKey        where its objects are kept: resources with the same shelf are views of the same objects
 * @param verbs        in the order discovery tells them
 * @param subresources by name, in order
 * @param traits       how its objects behave
 */
public record SimulatedResourceType(String group, String version, String plural, String singular, String kind,
        boolean namespaced, String tableKey, List<String> shortNames, List<String> categories, List<String> verbs,
        Map<String, Subresource> subresources, ServedResourceTraits traits) {

    /** The fields of events by their names in the core group, in which they are stored: {@code events.k8s.io} has its own. */
    private static final Map<String, String> EVENT_FIELDS = Map.of("involvedObject", "regarding", "message", "note",
            "source", "deprecatedSource", "firstTimestamp", "deprecatedFirstTimestamp", "lastTimestamp",
            "deprecatedLastTimestamp", "count", "deprecatedCount", "reportingComponent", "reportingController");

    /**
     * A path below an object.
     *
     * @param group   of its kind; empty, like the version, if it is the resource's own
     * @param version of its kind
     */
    public record Subresource(String group, String version, String kind, List<String> verbs) {}

    /**
     * A field that field selectors may name.
     *
     * @param label  what they call it
     * @param path   where it is
     * @param absentValue the value if it is not there
     */
    public record SelectableField(String label, String path, String absentValue) {

        /** Parses {@code label<path=absent}; path and absence may be left out. */
        static SelectableField parse(String text) {
            var labelAndAbsent = text.split("=", 2);
            var labelAndPath = labelAndAbsent[0].split("<", 2);
            return new SelectableField(labelAndPath[0], labelAndPath[labelAndPath.length - 1],
                    labelAndAbsent.length > 1 ? labelAndAbsent[1] : "");
        }
    }

    /**
     * The behaviour of a resource's objects.
     *
     * @param isCustom        defined by a CustomResourceDefinition
     * @param deletesGracefully      whether deleting takes time
     * @param fields        what field selectors may name
     * @param storage       group and version that objects are stored in
     */
    public record ServedResourceTraits(boolean isCustom, boolean deletesGracefully, List<SelectableField> fields,
            String storage) {}

    /** Returns the {@code apiVersion} of the objects. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns a stored object as a new tree, with {@code kind} and {@code apiVersion}. */
    public ObjectNode fullView(SimulatedStoredObject object) {
        return fullView(object.toTree());
    }

    /** Returns a tree with {@code kind} and {@code apiVersion} in front. */
    public ObjectNode fullView(ObjectNode tree) {
        var full = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", apiVersion());
        full.setAll(tree);
        if (isEventView()) {
            EVENT_FIELDS.forEach((stored, shown) -> renameField(full, stored, shown));
        }
        return full.put("kind", kind).put("apiVersion", apiVersion());
    }

    /** Writes an object's fields without {@code kind} and {@code apiVersion}, and the closing brace. */
    public void writeFields(SimulatedStoredObject object, OutputStream out) throws IOException {
        if (isEventView()) {
            var bytes = SimulatedStoreJsonCodec.toBytes(fullView(object).without(List.of("kind", "apiVersion")));
            out.write(bytes, 1, bytes.length - 1);
        } else {
            object.writeFields(out);
        }
    }

    /** Returns a tree with the fields that are stored. The tree is taken over. */
    ObjectNode toStored(ObjectNode shown) {
        if (isEventView()) {
            EVENT_FIELDS.forEach((stored, name) -> renameField(shown, name, stored));
            shown.withObject("/source");
        }
        return shown;
    }

    private boolean isEventView() {
        return group.equals("events.k8s.io");
    }

    private static void renameField(ObjectNode object, String from, String to) {
        var value = object.remove(from);
        if (value != null) {
            object.set(to, value);
        }
    }

    /** Returns the plural with its group, as messages name it. */
    public String qualifiedName() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    public String listKind() {
        return kind + "List";
    }

    public boolean hasStatus() {
        return subresources.containsKey("status");
    }

    public boolean allowsVerb(String verb) {
        return verbs.contains(verb);
    }

    /** Returns a short hash of the form in which objects are stored; clients notice by it that they must be migrated. */
    public String storageVersionHash() {
        try {
            var hash = MessageDigest.getInstance("SHA-256")
                    .digest((traits.storage() + "/" + kind).getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
