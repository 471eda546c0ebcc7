package tessera.quota.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tessera.kube.rbac.RbacPolicyRule;
import tessera.model.ServerVersion;

/** The RBAC roles and bindings of a cluster, with the subjects they grant permissions to. */
final class ClusterRbacRolesAndBindings {

    /** By kind and name. */
    private final Map<String, JsonNode> roles = new HashMap<>();
    private final List<JsonNode> bindings = new ArrayList<>();
    private final ServerVersion server;

    /** @param server what heeds them */
    ClusterRbacRolesAndBindings(ServerVersion server) {
        this.server = server;
    }

    /** @param kind {@code ClusterRole} or {@code Role} */
    void addRole(String kind, JsonNode role) {
        roles.put(kind + "/" + role.at("/metadata/name").asText(), role);
    }

    /** Adds a binding of the whole cluster or of the examined namespace. */
    void addBinding(JsonNode binding) {
        bindings.add(binding);
    }

    /** Returns the grants of a permission by all of these roles and bindings. */
    List<RoleGrantedSubject> grantsOf(GpuAccessPermission permission) {
        var grants = new TreeSet<RoleGrantedSubject>();
        for (var binding : bindings) {
            boolean everywhere = binding.at("/metadata/namespace").asText("").isEmpty();
            if (!everywhere && !permission.isNamespaced()) {
                continue;
            }
            var name = binding.at("/roleRef/kind").asText() + "/" + binding.at("/roleRef/name").asText();
            var role = roles.get(name);
            if (role != null) {
                grantByRole(permission, role).ifPresent(named -> binding.path("subjects").forEach(subject -> grants.add(
                        new RoleGrantedSubject(subject.path("kind").asText(), subjectName(subject), name,
                                (everywhere ? "ClusterRoleBinding/" : "RoleBinding/")
                                        + binding.at("/metadata/name").asText(),
                                named))));
            }
        }
        return List.copyOf(grants);
    }

    private static String subjectName(JsonNode subject) {
        var name = subject.path("name").asText();
        return subject.path("kind").asText().equals("ServiceAccount")
                ? subject.path("namespace").asText() + "/" + name
                : name;
    }

    /** Returns whether a role grants it for named objects only; empty where it does not grant it. */
    private Optional<Boolean> grantByRole(GpuAccessPermission permission, JsonNode role) {
        var named = Optional.<Boolean>empty();
        for (var rule : RbacPolicyRule.readRules(role)) {
            if (permission.isCoveredBy(rule, server)) {
                if (rule.resourceNames().isEmpty()) {
                    return Optional.of(false);
                }
                named = permission.canBeGrantedByName() ? Optional.of(true) : named;
            }
        }
        return named;
    }
}
