package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;

/** The roles and bindings of one moment, ready to be asked. */
record RoleGrants(long writes, List<BindingGrant> grants) {

    private static final String GROUP = ".rbac.authorization.k8s.io";
    static final List<String> SOURCES = List.of("clusterrolebindings" + GROUP, "rolebindings" + GROUP,
            "clusterroles" + GROUP, "roles" + GROUP);

    /**
     * What one binding gives to one subject.
     *
     * @param namespace where it counts; empty for everywhere
     * @param reason    how a review explains it
     */
    record BindingGrant(GrantSubject subject, String namespace, List<PolicyRule> rules, String reason) {

        boolean concerns(RequestUser user, String wantedNamespace) {
            return (namespace.isEmpty() || namespace.equals(wantedNamespace)) && subject.is(user);
        }
    }

    private record GrantSubject(String kind, String name) {

        static GrantSubject of(JsonNode subject) {
            var kind = StoreJson.text(subject, "kind");
            var name = StoreJson.text(subject, "name");
            return kind.equals("ServiceAccount")
                    ? new GrantSubject("User",
                            "system:serviceaccount:" + StoreJson.text(subject, "namespace") + ":" + name)
                    : new GrantSubject(kind, name);
        }

        boolean is(RequestUser user) {
            return kind.equals("Group") ? user.groups().contains(name)
                    : kind.equals("User") && user.name().equals(name);
        }
    }

    static RoleGrants read(ObjectStore store, ResourceCatalog catalog) {
        long writes = writes(store, catalog);
        var roles = new HashMap<String, List<PolicyRule>>();
        collect(store, catalog.get("clusterroles" + GROUP), "ClusterRole", roles);
        collect(store, catalog.get("roles" + GROUP), "Role", roles);
        var grants = new ArrayList<BindingGrant>();
        bind(store, catalog.get("clusterrolebindings" + GROUP), roles, grants);
        bind(store, catalog.get("rolebindings" + GROUP), roles, grants);
        return new RoleGrants(writes, List.copyOf(grants));
    }

    static long writes(ObjectStore store, ResourceCatalog catalog) {
        return SOURCES.stream().mapToLong(source -> store.writes(catalog.get(source))).sum();
    }

    private static void collect(ObjectStore store, ResourceType type, String kind,
            Map<String, List<PolicyRule>> roles) {
        for (var role : store.list(type, "").objects()) {
            roles.put(key(kind, role.namespace(), role.name()), PolicyRule.of(role.tree()));
        }
    }

    private static void bind(ObjectStore store, ResourceType type, Map<String, List<PolicyRule>> roles,
            List<BindingGrant> grants) {
        for (var stored : store.list(type, "").objects()) {
            var binding = stored.tree();
            var roleKind = StoreJson.text(binding, "roleRef", "kind");
            var role = StoreJson.text(binding, "roleRef", "name");
            var namespace = stored.namespace();
            var rules = roles.getOrDefault(key(roleKind, roleKind.equals("Role") ? namespace : "", role), List.of());
            var name = namespace.isEmpty() ? stored.name() : stored.name() + "/" + namespace;
            for (var subject : binding.path("subjects")) {
                var reason = "RBAC: allowed by %s \"%s\" of %s \"%s\" to %s \"%s\"".formatted(type.kind(), name,
                        roleKind,
                        role, StoreJson.text(subject, "kind"), told(subject));
                grants.add(new BindingGrant(GrantSubject.of(subject), namespace, rules, reason));
            }
        }
    }

    private static String told(JsonNode subject) {
        var name = StoreJson.text(subject, "name");
        return StoreJson.text(subject, "kind").equals("ServiceAccount")
                ? name + "/" + StoreJson.text(subject, "namespace")
                : name;
    }

    private static String key(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }
}
