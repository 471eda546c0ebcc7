package tessera.quota.access;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ServerVersion;
import tessera.plan.step.StepAccess;
import tessera.scheduling.ObjectSource;

/** Reads which subjects have which permissions in a namespace. Waits for the cluster; not for the FX thread. */
public final class AccessReader {

    private static final String RBAC = "rbac.authorization.k8s.io/v1";

    private final ObjectSource source;
    private final AccessQuery asker;
    private final VersionQuery versions;

    /** Asks the API server whether the user has an access right. */
    @FunctionalInterface
    public interface AccessQuery {
        StepAccess.AccessAnswer reviewAccess(StepAccess access) throws Failure, InterruptedException;
    }

    /** Asks the API server for its version. */
    @FunctionalInterface
    public interface VersionQuery {
        ServerVersion read() throws Failure;
    }

    public AccessReader(ObjectSource source, AccessQuery asker, VersionQuery versions) {
        this.source = source;
        this.asker = asker;
        this.versions = versions;
    }

    /**
     * Reads the permissions of the user and of all subjects in a namespace.
     *
     * @param namespace empty for anywhere
     */
    public PermissionSubjects read(String namespace) throws Failure, InterruptedException {
        var server = serverVersion();
        var own = new EnumMap<Permission, StepAccess.AccessAnswer>(Permission.class);
        var ownGap = Optional.<Problem>empty();
        for (var deed : Permission.values()) {
            try {
                own.put(deed, firstDenial(deed.requiredAccess(namespace, server)));
            } catch (Failure failure) {
                ownGap = Optional.of(forbiddenProblem(failure));
            }
        }
        var rbac = new RbacRoles(server);
        var problem = readRoles(rbac, namespace);
        Map<Permission, List<RoleGrant>> grants = new EnumMap<>(Permission.class);
        for (var deed : Permission.values()) {
            grants.put(deed, rbac.grantsOf(deed));
        }
        return new PermissionSubjects(namespace, own, ownGap, grants, problem);
    }

    /** Returns the version of the API server; unknown where it cannot be read. */
    private ServerVersion serverVersion() {
        try {
            return versions.read();
        } catch (Failure _) {
            return ServerVersion.UNKNOWN;
        }
    }

    /** Returns the first denied answer, or else the last answer. */
    private StepAccess.AccessAnswer firstDenial(List<StepAccess> all) throws Failure, InterruptedException {
        var answer = asker.reviewAccess(all.getFirst());
        for (var next : all.subList(1, all.size())) {
            answer = answer.allowed() ? asker.reviewAccess(next) : answer;
        }
        return answer;
    }

    /** Reads the permitted roles and bindings; returns the problem that kept some from being read. */
    private Optional<Problem> readRoles(RbacRoles rbac, String namespace) throws Failure, InterruptedException {
        var gaps = new ArrayList<Optional<Problem>>();
        gaps.add(readKind("ClusterRole", "clusterroles", "", rbac));
        gaps.add(readKind("ClusterRoleBinding", "clusterrolebindings", "", rbac));
        if (!namespace.isEmpty()) {
            gaps.add(readKind("Role", "roles", namespace, rbac));
            gaps.add(readKind("RoleBinding", "rolebindings", namespace, rbac));
        }
        return gaps.stream().flatMap(Optional::stream).findFirst();
    }

    private Optional<Problem> readKind(String kind, String plural, String namespace, RbacRoles rbac)
            throws Failure, InterruptedException {
        try {
            boolean all = source.forEach(new ObjectRef(RBAC, kind, plural, namespace, ""), "", object -> {
                if (kind.endsWith("Binding")) {
                    rbac.addBinding(object);
                } else {
                    rbac.addRole(kind, object);
                }
            });
            return all ? Optional.empty()
                    : Optional.of(Problem.of(ProblemKind.NOT_FOUND, "Not all %s could be read".formatted(plural)));
        } catch (Failure failure) {
            return Optional.of(forbiddenProblem(failure));
        }
    }

    /** Returns the problem of a forbidden request; rethrows any other failure. */
    private static Problem forbiddenProblem(Failure failure) throws Failure {
        if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
            throw failure;
        }
        return failure.problem();
    }
}
