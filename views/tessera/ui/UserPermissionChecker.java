package tessera.ui;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tessera.flow.LatestValue;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.model.VisiblePodScope;
import tessera.plan.authorization.PermissionCache;
import tessera.plan.authorization.PermissionCache.AccessReviewSource;
import tessera.plan.authorization.RequiredPermissions;

/**
 * Tells whether the user may do what is offered: changes are refused in read-only mode or by missing permissions. What the
 * server has not said yet is offered. Any thread; nothing waits.
 */
public final class UserPermissionChecker {

    private final OpenClusterSource desk;
    private final PermissionCache permissionCache;

    public UserPermissionChecker(OpenClusterSource desk, Clock clock) {
        this.desk = desk;
        permissionCache = new PermissionCache(new ClusterAccessReviewSource(desk), clock);
    }

    /** Returns the reason why an action cannot begin; empty where it can, as far as is known. */
    public Optional<String> refusalOf(RequiredPermissions requiredPermissions) {
        return desk.clusters().get().readOnlyReason().or(() -> permissionCache.refusalText(requiredPermissions));
    }

    /** Runs the observer on the FX thread whenever more is known. */
    public LatestValue.ObserverRegistration observe(Runnable observer) {
        return permissionCache.observe(() -> JavaFxThreadRelay.runOnFxThread(observer));
    }

    /** The answers of the open cluster about permissions. */
    private record ClusterAccessReviewSource(OpenClusterSource services) implements AccessReviewSource {

        @Override
        public String openCluster() {
            return services.clusters().get().openContext();
        }

        @Override
        public boolean isAllowed(RequiredPermission permission) throws ProblemException, InterruptedException {
            return services.clusterServices().planRunner().checkAccess(permission).allowed();
        }

        @Override
        public boolean checksUpgradeVerb() throws ProblemException {
            return services.clusterServices().version().checksCreateForExec();
        }

        /** Who may not list them knows of those alone that are named to be looked into. */
        @Override
        public List<String> namespaces() throws ProblemException {
            try {
                return services.clusterServices().namespaces();
            } catch (ProblemException refused) {
                if (refused.problem().kind() == OperationProblemKind.FORBIDDEN && services.snapshots().get()
                        .podScope() instanceof VisiblePodScope.NamespacedScope(var seen, var _)) {
                    return List.copyOf(seen);
                }
                throw refused;
            }
        }
    }
}
