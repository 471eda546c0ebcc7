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

/** Asks who may do what in a namespace. Waits for the cluster; not for the FX thread. */
public final class AccessReader {

    private static final String RBAC = "rbac.authorization.k8s.io/v1";

    private final ObjectSource source;
    private final Asker asker;
    private final Versions versions;

    /** Asks the server whether one may do something oneself. */
    @FunctionalInterface
    public interface Asker {
        StepAccess.AccessAnswer ask(StepAccess access) throws Failure, InterruptedException;
    }

    /** Asks the server what it is. */
    @FunctionalInterface
    public interface Versions {
        ServerVersion read() throws Failure;
    }

    public AccessReader(ObjectSource source, Asker asker, Versions versions) {
        this.source = source;
        this.asker = asker;
        this.versions = versions;
    }

    /**
     * Asks and reads.
     *
     * @param namespace empty for anywhere
     */
    public PermissionSubjects read(String namespace) throws Failure, InterruptedException {
        var server = server();
        var own = new EnumMap<Permission, StepAccess.AccessAnswer>(Permission.class);
        var ownGap = Optional.<Problem>empty();
        for (var deed : Permission.values()) {
            try {
                own.put(deed, own(deed.own(namespace, server)));
            } catch (Failure failure) {
                ownGap = Optional.of(permitted(failure));
            }
        }
        var rbac = new RbacRoles(server);
        var gap = roles(rbac, namespace);
        Map<Permission, List<RoleGrant>> grants = new EnumMap<>(Permission.class);
        for (var deed : Permission.values()) {
            grants.put(deed, rbac.of(deed));
        }
        return new PermissionSubjects(namespace, own, ownGap, grants, gap);
    }

    /** Not knowing what it is keeps nobody from reading the rest. */
    private ServerVersion server() {
        try {
            return versions.read();
        } catch (Failure _) {
            return ServerVersion.UNKNOWN;
        }
    }

    /** The first that is denied, or the last. */
    private StepAccess.AccessAnswer own(List<StepAccess> all) throws Failure, InterruptedException {
        var answer = asker.ask(all.getFirst());
        for (var next : all.subList(1, all.size())) {
            answer = answer.allowed() ? asker.ask(next) : answer;
        }
        return answer;
    }

    /** Reads what may be read of roles; why not all of it. */
    private Optional<Problem> roles(RbacRoles rbac, String namespace) throws Failure, InterruptedException {
        var gaps = new ArrayList<Optional<Problem>>();
        gaps.add(each("ClusterRole", "clusterroles", "", rbac));
        gaps.add(each("ClusterRoleBinding", "clusterrolebindings", "", rbac));
        if (!namespace.isEmpty()) {
            gaps.add(each("Role", "roles", namespace, rbac));
            gaps.add(each("RoleBinding", "rolebindings", namespace, rbac));
        }
        return gaps.stream().flatMap(Optional::stream).findFirst();
    }

    private Optional<Problem> each(String kind, String plural, String namespace, RbacRoles rbac)
            throws Failure, InterruptedException {
        try {
            boolean all = source.each(new ObjectRef(RBAC, kind, plural, namespace, ""), "", object -> {
                if (kind.endsWith("Binding")) {
                    rbac.binding(object);
                } else {
                    rbac.role(kind, object);
                }
            });
            return all ? Optional.empty()
                    : Optional.of(Problem.of(ProblemKind.NOT_FOUND, "Not all %s could be read".formatted(plural)));
        } catch (Failure failure) {
            return Optional.of(permitted(failure));
        }
    }

    /** What is not permitted is told; what else goes wrong ends the reading. */
    private static Problem permitted(Failure failure) throws Failure {
        if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
            throw failure;
        }
        return failure.problem();
    }
}
