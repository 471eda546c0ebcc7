package tessera.quota.access;

import java.util.List;
import tessera.plan.step.Access;

/** Something that takes devices, reaches into what runs on them, or changes who may. */
public enum Deed {
    CREATE_PODS("Create pods", "create", "pods", "", true),
    EXEC("Run commands in pods", "create", "pods", "exec", true),
    SET_QUOTAS("Change quotas", "update", "resourcequotas", "", true),
    PATCH_NODES("Change nodes", "patch", "nodes", "", false);

    /** The group of all of them. */
    private static final String CORE = "";

    private final String words;
    private final String verb;
    private final String resource;
    private final String subresource;
    private final boolean namespaced;

    Deed(String words, String verb, String resource, String subresource, boolean namespaced) {
        this.words = words;
        this.verb = verb;
        this.resource = resource;
        this.subresource = subresource;
        this.namespaced = namespaced;
    }

    /** What it is called. */
    public String words() {
        return words;
    }

    /** What takes a right to it, e.g. {@code create pods/exec}. */
    public String right() {
        return verb + " " + path();
    }

    private String path() {
        return resource + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    /** What one must be allowed for it. */
    public Access in(String namespace) {
        return new Access(verb, CORE, resource, subresource, namespaced ? namespace : "", "");
    }

    /** Whether a rule of a role covers it. */
    boolean covered(List<String> verbs, List<String> groups, List<String> resources) {
        return has(verbs, verb) && has(groups, CORE) && (has(resources, path())
                || (!subresource.isEmpty() && resources.contains("*/" + subresource)));
    }

    private static boolean has(List<String> those, String one) {
        return those.contains("*") || those.contains(one);
    }

    /** Whether a rule can allow it for some by name: who makes an object has not named it yet when the server asks. */
    boolean named() {
        return !verb.equals("create") || !subresource.isEmpty();
    }

    /** Whether it is done in a namespace, and so a role of that namespace can allow it. */
    public boolean namespaced() {
        return namespaced;
    }
}
