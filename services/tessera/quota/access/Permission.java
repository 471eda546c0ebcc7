package tessera.quota.access;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ServerVersion;
import tessera.plan.step.StepAccess;

/** Something that takes devices, reaches into what runs on them, or changes who may. */
public enum Permission {
    CREATE_PODS("Create pods", "create", "", "pods", true),
    EXEC("Run commands in pods", "create", "get", "pods/exec", true),
    CREATE_QUOTAS("Create quotas", "create", "", "resourcequotas", true),
    CHANGE_QUOTAS("Change quotas", "patch", "update", "resourcequotas", true),
    PATCH_NODES("Change nodes", "patch", "update", "nodes", false);

    /** The group of all of them. */
    private static final String CORE = "";
    private static final String GET = "get";

    private final String words;
    private final String verb;
    private final String other;
    private final String path;
    private final boolean namespaced;

    /**
     * @param verb  a way to do it
     * @param other another; empty for none
     * @param path  the resource, with its subresource if it is about one
     */
    Permission(String words, String verb, String other, String path, boolean namespaced) {
        this.words = words;
        this.verb = verb;
        this.other = other;
        this.path = path;
        this.namespaced = namespaced;
    }

    /** What it is called. */
    public String words() {
        return words;
    }

    /** What takes a right to it, e.g. {@code create pods/exec}. */
    public String right() {
        return verb + " " + path;
    }

    private String resource() {
        return path.split("/", -1)[0];
    }

    /** Empty where it is about none. */
    private String subresource() {
        return path.equals(resource()) ? "" : path.substring(resource().length() + 1);
    }

    /** What one must be allowed for it. */
    public StepAccess in(String namespace) {
        return access(verb, namespace);
    }

    private StepAccess access(String way, String namespace) {
        return new StepAccess(way, CORE, resource(), subresource(), namespaced ? namespace : "", "");
    }

    /** All that one must be allowed to do it with this program, which reaches into pods over WebSockets. */
    List<StepAccess> own(String namespace, ServerVersion server) {
        if (this != EXEC) {
            return List.of(in(namespace));
        }
        return server.asksTwice() ? List.of(access(GET, namespace), in(namespace))
                : List.of(access(GET, namespace));
    }

    /** Whether a rule of a role covers a way to do it. */
    boolean covered(RoleRule rule, ServerVersion server) {
        // Where it is asked for twice, who may only get it can do nothing with it.
        return Stream.of(verb, other).filter(way -> this != EXEC || !way.equals(GET) || !server.asksTwice())
                .anyMatch(way -> has(rule.verbs(), way))
                && has(rule.groups(), CORE) && (has(rule.resources(), path)
                        || (!subresource().isEmpty() && rule.resources().contains("*/" + subresource())));
    }

    /** What a rule of a role covers; an asterisk is for all. */
    record RoleRule(List<String> verbs, List<String> groups, List<String> resources) {}

    private static boolean has(List<String> those, String one) {
        return those.contains("*") || those.contains(one);
    }

    /** Whether a rule can allow it for some by name: who makes an object has not named it yet when the server asks. */
    boolean named() {
        return !verb.equals("create") || !subresource().isEmpty();
    }

    /** Whether it is done in a namespace, and so a role of that namespace can allow it. */
    public boolean namespaced() {
        return namespaced;
    }
}
