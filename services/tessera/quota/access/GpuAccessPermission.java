package tessera.quota.access;

import java.util.List;
import java.util.stream.Stream;
import tessera.kube.rbac.RbacPolicyRule;
import tessera.model.RequiredPermission;
import tessera.model.ServerVersion;
import tessera.text.MessageCatalog;

/** A permission to take devices, to reach into containers that run on them, or to change such permissions. */
public enum GpuAccessPermission {
    CREATE_PODS("permission.create-pods", "create", "", "pods", true),
    EXEC("permission.exec", "create", "get", "pods/exec", true),
    CREATE_QUOTAS("permission.create-quotas", "create", "", "resourcequotas", true),
    CHANGE_QUOTAS("permission.change-quotas", "patch", "update", "resourcequotas", true),
    PATCH_NODES("permission.patch-nodes", "patch", "update", "nodes", false);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuAccessPermission.class);
    /** The group of all of them. */
    private static final String CORE = "";
    private static final String GET = "get";

    private final String key;
    private final String verb;
    private final String other;
    private final String path;
    private final boolean namespaced;

    /**
     * @param verb  a way to do it
     * @param other another; empty for none
     * @param path  the resource, with its subresource if it is about one
     */
    GpuAccessPermission(String key, String verb, String other, String path, boolean namespaced) {
        this.key = key;
        this.verb = verb;
        this.other = other;
        this.path = path;
        this.namespaced = namespaced;
    }

    /** Returns the permission as text. */
    public String permissionText() {
        return MESSAGES.text(key);
    }

    /** Returns the verb and the resource that it takes, e.g. {@code create pods/exec}. */
    public String rightText() {
        return verb + " " + path;
    }

    private String resourceName() {
        return path.split("/", -1)[0];
    }

    /** Returns the subresource; empty where there is none. */
    private String subresourceName() {
        return path.equals(resourceName()) ? "" : path.substring(resourceName().length() + 1);
    }

    /** Returns the access right that it requires in a namespace. */
    public RequiredPermission accessIn(String namespace) {
        return accessFor(verb, namespace);
    }

    private RequiredPermission accessFor(String way, String namespace) {
        return new RequiredPermission(way, CORE, resourceName(), subresourceName(), namespaced ? namespace : "", "");
    }

    /** Returns all access rights that this program needs for it: exec uses WebSockets, which take another verb. */
    List<RequiredPermission> requiredAccess(String namespace, ServerVersion server) {
        if (this != EXEC) {
            return List.of(accessIn(namespace));
        }
        if (server.checksCreateForExec()) {
            return List.of(accessFor(GET, namespace), accessIn(namespace));
        }
        return List.of(accessFor(GET, namespace));
    }

    /** Returns whether a rule of a role covers a way to use the permission. */
    boolean isCoveredBy(RbacPolicyRule rule, ServerVersion server) {
        // Where it is asked for twice, who may only get it can do nothing with it.
        return Stream.of(verb, other).filter(way -> this != EXEC || !way.equals(GET) || !server.checksCreateForExec())
                .anyMatch(way -> rule.allowsResource(way, CORE, resourceName(), subresourceName()));
    }

    /** Returns whether a rule can grant it by object name: an object that is being created has no name yet. */
    boolean canBeGrantedByName() {
        return !verb.equals("create") || !subresourceName().isEmpty();
    }

    /** Returns whether it applies within a namespace, so that a Role can grant it. */
    public boolean isNamespaced() {
        return namespaced;
    }
}
