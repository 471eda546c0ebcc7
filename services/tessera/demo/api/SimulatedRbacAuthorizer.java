package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.rbac.RbacPolicyRule;

/** Authorizer by the stored roles and bindings. Any thread. */
final class SimulatedRbacAuthorizer {

    private static final String MASTERS = "system:masters";

    private final SimulatedEtcdStore store;
    private final SimulatedServedResourceCatalog catalog;
    private volatile SimulatedRbacGrants grants;

    SimulatedRbacAuthorizer(SimulatedEtcdStore store, SimulatedServedResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.grants = SimulatedRbacGrants.readGrants(store, catalog);
    }

    /** Returns why a request is allowed, in the words of a review, which has none for masters; empty if it is not. */
    Optional<String> findGrant(SimulatedApiUser user, SimulatedAuthorizationAttributes attributes) {
        if (user.groups().contains(MASTERS)) {
            return Optional.of("");
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, attributes.namespace())
                    && grant.rules().stream().anyMatch(rule -> allows(rule, attributes))) {
                return Optional.of(grant.reason());
            }
        }
        return Optional.empty();
    }

    private static boolean allows(RbacPolicyRule rule, SimulatedAuthorizationAttributes attributes) {
        if (attributes.isResource()) {
            return rule.allowsResource(attributes.verb(), attributes.group(), attributes.resource(),
                    attributes.subresource()) && rule.coversName(attributes.name());
        }
        return rule.allowsPath(attributes.verb(), attributes.path());
    }

    private SimulatedRbacGrants currentGrants() {
        var rbacGrants = grants;
        if (rbacGrants.writeCount() != SimulatedRbacGrants.countWrites(store, catalog)) {
            rbacGrants = SimulatedRbacGrants.readGrants(store, catalog);
            grants = rbacGrants;
        }
        return rbacGrants;
    }

    /** The roles and bindings of one moment, resolved for lookups. */
    private record SimulatedRbacGrants(long writeCount, List<BindingGrant> grants) {

        private static final String GROUP = ".rbac.authorization.k8s.io";
        static final List<String> SOURCES = List.of("clusterrolebindings" + GROUP, "rolebindings" + GROUP,
                "clusterroles" + GROUP, "roles" + GROUP);

        /**
         * The rules that a binding grants to a subject.
         *
         * @param namespace where it counts; empty for everywhere
         * @param reason    how a review explains it
         */
        record BindingGrant(GrantSubject subject, String namespace, List<RbacPolicyRule> rules, String reason) {

            boolean appliesTo(SimulatedApiUser user, String wantedNamespace) {
                return (namespace.isEmpty() || namespace.equals(wantedNamespace)) && subject.matchesUser(user);
            }
        }

        private record GrantSubject(String kind, String name) {

            static GrantSubject of(JsonNode subject) {
                var kind = SimulatedStoreJsonCodec.textAt(subject, "kind");
                var name = SimulatedStoreJsonCodec.textAt(subject, "name");
                if (kind.equals("ServiceAccount")) {
                    return new GrantSubject("User", "system:serviceaccount:"
                            + SimulatedStoreJsonCodec.textAt(subject, "namespace") + ":" + name);
                }
                return new GrantSubject(kind, name);
            }

            boolean matchesUser(SimulatedApiUser user) {
                if (kind.equals("Group")) {
                    return user.groups().contains(name);
                }
                return kind.equals("User") && user.name().equals(name);
            }
        }

        static SimulatedRbacGrants readGrants(SimulatedEtcdStore store, SimulatedServedResourceCatalog catalog) {
            long writes = countWrites(store, catalog);
            var roles = new HashMap<String, List<RbacPolicyRule>>();
            collectRoles(store, catalog.get("clusterroles" + GROUP), "ClusterRole", roles);
            collectRoles(store, catalog.get("roles" + GROUP), "Role", roles);
            var grants = new ArrayList<BindingGrant>();
            addGrants(store, catalog.get("clusterrolebindings" + GROUP), roles, grants);
            addGrants(store, catalog.get("rolebindings" + GROUP), roles, grants);
            return new SimulatedRbacGrants(writes, List.copyOf(grants));
        }

        static long countWrites(SimulatedEtcdStore store, SimulatedServedResourceCatalog catalog) {
            return SOURCES.stream().mapToLong(source -> store.countWrites(catalog.get(source))).sum();
        }

        private static void collectRoles(SimulatedEtcdStore store, SimulatedResourceType type, String kind,
                Map<String, List<RbacPolicyRule>> roles) {
            for (var role : store.list(type, "").objects()) {
                roles.put(roleKey(kind, role.namespace(), role.name()), RbacPolicyRule.readRules(role.toTree()));
            }
        }

        private static void addGrants(SimulatedEtcdStore store, SimulatedResourceType type,
                Map<String, List<RbacPolicyRule>> roles, List<BindingGrant> grants) {
            for (var stored : store.list(type, "").objects()) {
                var binding = stored.toTree();
                var roleKind = SimulatedStoreJsonCodec.textAt(binding, "roleRef", "kind");
                var role = SimulatedStoreJsonCodec.textAt(binding, "roleRef", "name");
                var namespace = stored.namespace();
                var rules = roles.getOrDefault(roleKey(roleKind, roleKind.equals("Role") ? namespace : "", role),
                        List.of());
                var name = namespace.isEmpty() ? stored.name() : stored.name() + "/" + namespace;
                for (var subject : binding.path("subjects")) {
                    var reason = "RBAC: allowed by %s \"%s\" of %s \"%s\" to %s \"%s\"".formatted(type.kind(), name,
                            roleKind, role, SimulatedStoreJsonCodec.textAt(subject, "kind"), subjectLabel(subject));
                    grants.add(new BindingGrant(GrantSubject.of(subject), namespace, rules, reason));
                }
            }
        }

        private static String subjectLabel(JsonNode subject) {
            var name = SimulatedStoreJsonCodec.textAt(subject, "name");
            if (SimulatedStoreJsonCodec.textAt(subject, "kind").equals("ServiceAccount")) {
                return name + "/" + SimulatedStoreJsonCodec.textAt(subject, "namespace");
            }
            return name;
        }

        private static String roleKey(String kind, String namespace, String name) {
            return kind + "/" + namespace + "/" + name;
        }
    }
}
