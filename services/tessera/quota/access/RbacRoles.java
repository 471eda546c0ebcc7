package tessera.quota.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tessera.model.ServerVersion;
import tessera.quota.access.Permission.RoleRule;

/** The roles and bindings of a cluster, and whom they allow what. */
final class RbacRoles {

    /** By kind and name. */
    private final Map<String, JsonNode> roles = new HashMap<>();
    private final List<JsonNode> bindings = new ArrayList<>();
    private final ServerVersion server;

    /** @param server what heeds them */
    RbacRoles(ServerVersion server) {
        this.server = server;
    }

    /** @param kind {@code ClusterRole} or {@code Role} */
    void role(String kind, JsonNode role) {
        roles.put(kind + "/" + role.at("/metadata/name").asText(), role);
    }

    /** Of the whole cluster, or of the namespace that is asked about. */
    void binding(JsonNode binding) {
        bindings.add(binding);
    }

    /** Whom all of these allow something. */
    List<RoleGrant> of(Permission deed) {
        var grants = new TreeSet<RoleGrant>();
        for (var binding : bindings) {
            boolean everywhere = binding.at("/metadata/namespace").asText("").isEmpty();
            if (!everywhere && !deed.namespaced()) {
                continue;
            }
            var name = binding.at("/roleRef/kind").asText() + "/" + binding.at("/roleRef/name").asText();
            var role = roles.get(name);
            if (role != null) {
                grant(deed, role).ifPresent(named -> binding.path("subjects").forEach(subject -> grants.add(
                        new RoleGrant(subject.path("kind").asText(), name(subject), name,
                                (everywhere ? "ClusterRoleBinding/" : "RoleBinding/")
                                        + binding.at("/metadata/name").asText(),
                                named))));
            }
        }
        return List.copyOf(grants);
    }

    private static String name(JsonNode subject) {
        var name = subject.path("name").asText();
        return subject.path("kind").asText().equals("ServiceAccount")
                ? subject.path("namespace").asText() + "/" + name
                : name;
    }

    /** Whether a role allows it for named objects only; empty where it does not. */
    private Optional<Boolean> grant(Permission deed, JsonNode role) {
        var named = Optional.<Boolean>empty();
        for (var rule : role.path("rules")) {
            if (deed.covered(new RoleRule(texts(rule.path("verbs")), texts(rule.path("apiGroups")),
                    texts(rule.path("resources"))), server)) {
                if (rule.path("resourceNames").isEmpty()) {
                    return Optional.of(false);
                }
                named = deed.named() ? Optional.of(true) : named;
            }
        }
        return named;
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }
}
