package tessera.quota.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tessera.kube.rbac.RbacPolicyRule;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.model.ServerVersion;
import tessera.scheduling.ClusterObjectSource;
import tessera.text.MessageCatalog;

/** Reads which subjects have which permissions in a namespace. Waits for the cluster; not for the FX thread. */
public final class NamespacePermissionReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespacePermissionReader.class);
    private static final String RBAC = "rbac.authorization.k8s.io/v1";

    private final ClusterObjectSource source;
    private final UserAccessReviewer asker;
    private final ServerVersionQuery versions;

    /** Asks the API server whether the user has an access right. */
    @FunctionalInterface
    public interface UserAccessReviewer {
        RequiredPermission.PermissionAnswer reviewAccess(RequiredPermission permission)
                throws ProblemException, InterruptedException;
    }

    /** Asks the API server for its version. */
    @FunctionalInterface
    public interface ServerVersionQuery {
        ServerVersion read() throws ProblemException;
    }

    public NamespacePermissionReader(ClusterObjectSource source, UserAccessReviewer asker,
            ServerVersionQuery versions) {
        this.source = source;
        this.asker = asker;
        this.versions = versions;
    }

    /**
     * Reads the permissions of the user and of all subjects in a namespace.
     *
     * @param namespace empty for anywhere
     */
    public NamespacePermissionSubjects read(String namespace) throws ProblemException, InterruptedException {
        var server = serverVersion();
        var own = new EnumMap<GpuAccessPermission, RequiredPermission.PermissionAnswer>(GpuAccessPermission.class);
        var ownGap = Optional.<Problem>empty();
        for (var permission : GpuAccessPermission.values()) {
            try {
                own.put(permission, firstDenial(permission.requiredAccess(namespace, server)));
            } catch (ProblemException problemException) {
                ownGap = Optional.of(forbiddenProblem(problemException));
            }
        }
        var rbac = new ClusterRbacRolesAndBindings(server);
        var problem = readRoles(rbac, namespace);
        Map<GpuAccessPermission, List<RoleGrantedSubject>> grants = new EnumMap<>(GpuAccessPermission.class);
        for (var permission : GpuAccessPermission.values()) {
            grants.put(permission, rbac.grantsOf(permission));
        }
        return new NamespacePermissionSubjects(namespace, own, ownGap, grants, problem);
    }

    /** Returns the version of the API server; unknown where it cannot be read. */
    private ServerVersion serverVersion() {
        try {
            return versions.read();
        } catch (ProblemException _) {
            return ServerVersion.UNKNOWN;
        }
    }

    /** Returns the first denied answer, or else the last answer. */
    private RequiredPermission.PermissionAnswer firstDenial(List<RequiredPermission> all)
            throws ProblemException, InterruptedException {
        var answer = asker.reviewAccess(all.getFirst());
        for (var next : all.subList(1, all.size())) {
            answer = answer.allowed() ? asker.reviewAccess(next) : answer;
        }
        return answer;
    }

    /** Reads the permitted roles and bindings; returns the problem that kept some from being read. */
    private Optional<Problem> readRoles(ClusterRbacRolesAndBindings rbac, String namespace)
            throws ProblemException, InterruptedException {
        var gaps = new ArrayList<Optional<Problem>>();
        gaps.add(readKind("ClusterRole", "clusterroles", "", rbac));
        gaps.add(readKind("ClusterRoleBinding", "clusterrolebindings", "", rbac));
        if (!namespace.isEmpty()) {
            gaps.add(readKind("Role", "roles", namespace, rbac));
            gaps.add(readKind("RoleBinding", "rolebindings", namespace, rbac));
        }
        return gaps.stream().flatMap(Optional::stream).findFirst();
    }

    private Optional<Problem> readKind(String kind, String plural, String namespace, ClusterRbacRolesAndBindings rbac)
            throws ProblemException, InterruptedException {
        try {
            boolean all = source.forEach(new ObjectRef(RBAC, kind, plural, namespace, ""), "", object -> {
                if (kind.endsWith("Binding")) {
                    rbac.addBinding(object);
                } else {
                    rbac.addRole(kind, object);
                }
            });
            if (all) {
                return Optional.empty();
            }
            return Optional.of(Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("read.incomplete", plural)));
        } catch (ProblemException problemException) {
            return Optional.of(forbiddenProblem(problemException));
        }
    }

    /** Returns the problem of a forbidden request; rethrows any other failure. */
    private static Problem forbiddenProblem(ProblemException problemException) throws ProblemException {
        if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
            throw problemException;
        }
        return problemException.problem();
    }

    /** The RBAC roles and bindings of a cluster, with the subjects they grant permissions to. */
    static final class ClusterRbacRolesAndBindings {

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
                    var named = grantByRole(permission, role).orElse(null);
                    if (named != null) {
                        binding.path("subjects")
                                .forEach(subject -> grants
                                        .add(new RoleGrantedSubject(subject.path("kind").asText(), subjectName(subject),
                                                name, (everywhere ? "ClusterRoleBinding/" : "RoleBinding/")
                                                        + binding.at("/metadata/name").asText(),
                                                named)));
                    }
                }
            }
            return List.copyOf(grants);
        }

        private static String subjectName(JsonNode subject) {
            var name = subject.path("name").asText();
            if (subject.path("kind").asText().equals("ServiceAccount")) {
                return subject.path("namespace").asText() + "/" + name;
            }
            return name;
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
}
