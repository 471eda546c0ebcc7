package tessera.quota.access;

import java.util.List;
import tessera.model.ServerVersion;
import tessera.plan.step.Access;

/** Something that takes devices, reaches into what runs on them, or changes who may. */
public enum Deed {
    CREATE_PODS("Create pods", List.of("create"), "pods", "", true),
    EXEC("Run commands in pods", List.of("create", "get"), "pods", "exec", true),
    CREATE_QUOTAS("Create quotas", List.of("create"), "resourcequotas", "", true),
    CHANGE_QUOTAS("Change quotas", List.of("patch", "update"), "resourcequotas", "", true),
    PATCH_NODES("Change nodes", List.of("patch", "update"), "nodes", "", false);

    /** The group of all of them. */
    private static final String CORE = "";
    private static final String GET = "get";

    private final String words;
    private final List<String> verbs;
    private final String resource;
    private final String subresource;
    private final boolean namespaced;

    /** @param verbs each of which is a way to do it */
    Deed(String words, List<String> verbs, String resource, String subresource, boolean namespaced) {
        this.words = words;
        this.verbs = verbs;
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
        return verbs.getFirst() + " " + path();
    }

    private String path() {
        return resource + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    /** What one must be allowed for it. */
    public Access in(String namespace) {
        return access(verbs.getFirst(), namespace);
    }

    private Access access(String verb, String namespace) {
        return new Access(verb, CORE, resource, subresource, namespaced ? namespace : "", "");
    }

    /** All that one must be allowed to do it with this program, which reaches into pods over WebSockets. */
    List<Access> own(String namespace, ServerVersion server) {
        if (this != EXEC) {
            return List.of(in(namespace));
        }
        return server.asksTwice() ? List.of(access(GET, namespace), in(namespace))
                : List.of(access(GET, namespace));
    }

    /** Whether a rule of a role covers a way to do it. */
    boolean covered(Rule rule, ServerVersion server) {
        // Where it is asked for twice, who may only get it can do nothing with it.
        return verbs.stream().filter(verb -> this != EXEC || !verb.equals(GET) || !server.asksTwice())
                .anyMatch(verb -> has(rule.verbs(), verb))
                && has(rule.groups(), CORE) && (has(rule.resources(), path())
                        || (!subresource.isEmpty() && rule.resources().contains("*/" + subresource)));
    }

    /** What a rule of a role covers; an asterisk is for all. */
    record Rule(List<String> verbs, List<String> groups, List<String> resources) {}

    private static boolean has(List<String> those, String one) {
        return those.contains("*") || those.contains(one);
    }

    /** Whether a rule can allow it for some by name: who makes an object has not named it yet when the server asks. */
    boolean named() {
        return !verbs.getFirst().equals("create") || !subresource.isEmpty();
    }

    /** Whether it is done in a namespace, and so a role of that namespace can allow it. */
    public boolean namespaced() {
        return namespaced;
    }
}
