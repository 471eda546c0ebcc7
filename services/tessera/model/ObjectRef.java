package tessera.model;

import java.util.Locale;
import tessera.text.OptionalText;

/**
 * A reference to one object in the API.
 *
 * @param apiVersion e.g. {@code v1} or {@code apps/v1}
 * @param kind       e.g. {@code Deployment}
 * @param resource   the plural in its path, e.g. {@code deployments}; empty where only the cluster knows it
 * @param namespace  empty for an object of the whole cluster
 */
public record ObjectRef(String apiVersion, String kind, String resource, String namespace, String name) {

    public static ObjectRef pod(String namespace, String name) {
        return new ObjectRef("v1", "Pod", "pods", namespace, name);
    }

    public static ObjectRef node(String name) {
        return new ObjectRef("v1", "Node", "nodes", "", name);
    }

    /** Returns a reference of which resource and versions are known to the cluster alone. */
    public static ObjectRef unresolved(String apiVersion, String kind, String namespace, String name) {
        return new ObjectRef(apiVersion, kind, "", namespace, name);
    }

    /** Returns the plural that a kind usually has in paths: {@code deviceclasses}, {@code clusterpolicies}. */
    public static String usualResource(String kind) {
        var noun = kind.toLowerCase(Locale.ROOT);
        if (noun.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        return noun + (noun.matches(".*(s|x|ch)") ? "es" : "s");
    }

    /** Returns whether its resource is known. */
    public boolean isResolved() {
        return !resource.isEmpty();
    }

    /** Returns the API group, which is the part of its version before the slash; empty for the core. */
    public String group() {
        return group(apiVersion);
    }

    /** Returns the API group of a version such as {@code apps/v1}; empty for the core. */
    public static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Returns its resource with its API group, e.g. {@code deployments.apps}, as groups share resource names. */
    public String groupResource() {
        return resource + OptionalText.prefixed(".", group());
    }

    /** Returns its name with its namespace in front; the name alone where it has none. */
    public String qualifiedName() {
        return OptionalText.suffixed(namespace, "/") + name;
    }

    /** As people write it: {@code pods/name}, with its namespace in front. */
    @Override
    public String toString() {
        return OptionalText.suffixed(namespace, "/") + (isResolved() ? resource : kind) + "/" + name;
    }
}
