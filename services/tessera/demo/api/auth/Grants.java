package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Store;

/** The roles and bindings of one moment, ready to be asked. */
record Grants(long writes, List<Grant> grants) {

    private static final String GROUP = ".rbac.authorization.k8s.io";
    static final List<String> SOURCES = List.of("clusterrolebindings" + GROUP, "rolebindings" + GROUP,
            "clusterroles" + GROUP, "roles" + GROUP);

    /**
     * What one binding gives to one subject.
     *
     * @param namespace where it counts; empty for everywhere
     * @param reason    how a review explains it
     */
    record Grant(Subject subject, String namespace, List<Rule> rules, String reason) {

        boolean concerns(User user, String wantedNamespace) {
            return (namespace.isEmpty() || namespace.equals(wantedNamespace)) && subject.is(user);
        }
    }

    private record Subject(String kind, String name) {

        static Subject of(JsonNode subject) {
            var kind = Json.text(subject, "kind");
            var name = Json.text(subject, "name");
            return kind.equals("ServiceAccount")
                    ? new Subject("User", "system:serviceaccount:" + Json.text(subject, "namespace") + ":" + name)
                    : new Subject(kind, name);
        }

        boolean is(User user) {
            return kind.equals("Group") ? user.groups().contains(name)
                    : kind.equals("User") && user.name().equals(name);
        }
    }

    static Grants read(Store store, Catalog catalog) {
        long writes = writes(store, catalog);
        var roles = new HashMap<String, List<Rule>>();
        collect(store, catalog.get("clusterroles" + GROUP), "ClusterRole", roles);
        collect(store, catalog.get("roles" + GROUP), "Role", roles);
        var grants = new ArrayList<Grant>();
        bind(store, catalog.get("clusterrolebindings" + GROUP), roles, grants);
        bind(store, catalog.get("rolebindings" + GROUP), roles, grants);
        return new Grants(writes, List.copyOf(grants));
    }

    static long writes(Store store, Catalog catalog) {
        return SOURCES.stream().mapToLong(source -> store.writes(catalog.get(source))).sum();
    }

    private static void collect(Store store, ResourceType type, String kind, Map<String, List<Rule>> roles) {
        for (var role : store.list(type, "").objects()) {
            roles.put(key(kind, role.namespace(), role.name()), Rule.of(role.tree()));
        }
    }

    private static void bind(Store store, ResourceType type, Map<String, List<Rule>> roles, List<Grant> grants) {
        for (var stored : store.list(type, "").objects()) {
            var binding = stored.tree();
            var roleKind = Json.text(binding, "roleRef", "kind");
            var role = Json.text(binding, "roleRef", "name");
            var namespace = stored.namespace();
            var rules = roles.getOrDefault(key(roleKind, roleKind.equals("Role") ? namespace : "", role), List.of());
            var name = namespace.isEmpty() ? stored.name() : stored.name() + "/" + namespace;
            for (var subject : binding.path("subjects")) {
                var reason = "RBAC: allowed by %s \"%s\" of %s \"%s\" to %s \"%s\"".formatted(type.kind(), name,
                        roleKind,
                        role, Json.text(subject, "kind"), told(subject));
                grants.add(new Grant(Subject.of(subject), namespace, rules, reason));
            }
        }
    }

    private static String told(JsonNode subject) {
        var name = Json.text(subject, "name");
        return Json.text(subject, "kind").equals("ServiceAccount") ? name + "/" + Json.text(subject, "namespace")
                : name;
    }

    private static String key(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }
}
