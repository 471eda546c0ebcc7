package tessera.ui;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tessera.flow.LatestValue;
import tessera.model.Failure;
import tessera.model.PodScope;
import tessera.model.Problem.ProblemKind;
import tessera.plan.authorization.KnownPermissions;
import tessera.plan.authorization.KnownPermissions.AccessInquiry;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.step.StepAccess;

/**
 * Tells whether the user may do what is offered: changes are refused in read-only mode or by missing permissions. What the
 * server has not said yet is offered. Any thread; nothing waits.
 */
public final class UserPermissions {

    private final AppServices desk;
    private final KnownPermissions known;

    public UserPermissions(AppServices desk, Clock clock) {
        this.desk = desk;
        known = new KnownPermissions(new RightsAnswer(desk), clock);
    }

    /** Returns the reason why an action cannot begin; empty where it can, as far as is known. */
    public Optional<String> refusalOf(RequiredAccess right) {
        return desk.clusters().get().readOnlyReason().or(() -> known.refusalText(right));
    }

    /** Runs the observer on the FX thread whenever more is known. */
    public LatestValue.Observation observe(Runnable observer) {
        return known.observe(() -> FxRelay.runOnFxThread(observer));
    }

    /** The answers of the open cluster about permissions. */
    private record RightsAnswer(AppServices services) implements AccessInquiry {

        @Override
        public String openCluster() {
            return services.clusters().get().openContext();
        }

        @Override
        public boolean isAllowed(StepAccess access) throws Failure, InterruptedException {
            return services.clusterServices().planRunner().checkAccess(access).allowed();
        }

        @Override
        public boolean checksUpgradeVerb() throws Failure {
            return services.clusterServices().version().checksCreateForExec();
        }

        /** Who may not list them knows of those alone that are named to be looked into. */
        @Override
        public List<String> namespaces() throws Failure {
            try {
                return services.clusterServices().namespaces();
            } catch (Failure refused) {
                if (refused.problem().kind() == ProblemKind.FORBIDDEN
                        && services.snapshots().get().podScope() instanceof PodScope.NamespacedScope(var seen, var _)) {
                    return List.copyOf(seen);
                }
                throw refused;
            }
        }
    }
}
