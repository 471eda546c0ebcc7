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
 * @param tableKey        where its objects are kept: resources with the same shelf are views of the same objects
 * @param verbs        in the order discovery tells them
 * @param subresources by name, in order
 * @param traits       how its objects behave
 */
public record SimulatedResourceType(String group, String version, String plural, String singular, String kind,
        boolean namespaced,
        String tableKey, List<String> shortNames, List<String> categories, List<String> verbs,
        Map<String, Subresource> subresources, ServedResourceTraits traits) {

    /**
     * A path below an object.
     *
     * @param group   of its kind; empty, like the version, if it is the resource's own
     * @param version of its kind
     */
    public record Subresource(String group, String version, String kind, List<String> verbs) {}

    /**
     * The behaviour of a resource's objects.
     *
     * @param isCustom        defined by a CustomResourceDefinition
     * @param hasGeneration    whether a change of the spec counts
     * @param deletesGracefully      whether deleting takes time
     * @param initialStatus what status an object is born with as JSON; null leaves what the author sent
     * @param fields        what field selectors may name
     * @param storage       group and version that objects are stored in
     */
    public record ServedResourceTraits(boolean isCustom, boolean hasGeneration, boolean deletesGracefully,
            @Nullable String initialStatus,
            List<SelectableField> fields, String storage) {}

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

    /** Returns the {@code apiVersion} of the objects. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
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
