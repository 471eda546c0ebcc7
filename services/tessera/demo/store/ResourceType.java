package tessera.demo.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource as one version of an API group serves it.
 *
 * @param group        empty for the core
 * @param plural       the name in paths
 * @param shelf        where its objects are kept: resources with the same shelf are views of the same objects
 * @param verbs        in the order discovery tells them
 * @param subresources by name, in order
 * @param traits       how its objects behave
 */
public record ResourceType(String group, String version, String plural, String singular, String kind,
        boolean namespaced,
        String shelf, List<String> shortNames, List<String> categories, List<String> verbs,
        Map<String, Subresource> subresources, Traits traits) {

    /**
     * A path below an object.
     *
     * @param group   of its kind; empty, like the version, if it is the resource's own
     * @param version of its kind
     */
    public record Subresource(String group, String version, String kind, List<String> verbs) {}

    /**
     * How the objects of a resource behave.
     *
     * @param custom        defined by a CustomResourceDefinition
     * @param generation    whether a change of the spec counts
     * @param graceful      whether deleting takes time
     * @param initialStatus what status an object is born with as JSON; null leaves what the author sent
     * @param fields        what field selectors may name
     * @param storage       group and version that objects are stored in
     */
    public record Traits(boolean custom, boolean generation, boolean graceful, @Nullable String initialStatus,
            List<SelectableField> fields, String storage) {}

    /**
     * A field that selectors may name.
     *
     * @param label  what they call it
     * @param path   where it is
     * @param absent the value if it is not there
     */
    public record SelectableField(String label, String path, String absent) {

        /** Reads {@code label<path=absent}; path and absence may be left out. */
        static SelectableField parse(String text) {
            var labelAndAbsent = text.split("=", 2);
            var labelAndPath = labelAndAbsent[0].split("<", 2);
            return new SelectableField(labelAndPath[0], labelAndPath[labelAndPath.length - 1],
                    labelAndAbsent.length > 1 ? labelAndAbsent[1] : "");
        }
    }

    /** What {@code apiVersion} says. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** The plural with its group, as messages name it. */
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    public String listKind() {
        return kind + "List";
    }

    public boolean hasStatus() {
        return subresources.containsKey("status");
    }

    public boolean allows(String verb) {
        return verbs.contains(verb);
    }

    /** A short name for the form objects are stored in; clients notice by it that they must be migrated. */
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
