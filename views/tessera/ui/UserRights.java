package tessera.ui;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tessera.flow.LatestValue;
import tessera.model.Failure;
import tessera.model.PodScope;
import tessera.model.Problem.ProblemKind;
import tessera.plan.authorization.KnownRights;
import tessera.plan.authorization.KnownRights.Inquiry;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.step.StepAccess;

/**
 * Whether the user may do what is offered: not in read-only mode, and not where the server says that they may not. What the
 * server has not said yet is offered. Any thread; nothing waits.
 */
public final class UserRights {

    private final AppServices desk;
    private final KnownRights known;

    public UserRights(AppServices desk, Clock clock) {
        this.desk = desk;
        known = new KnownRights(new RightsAnswer(desk), clock);
    }

    /** Why something cannot be begun as things stand, in a few words; empty where it can, as far as is known. */
    public Optional<String> against(RequiredAccess right) {
        return desk.clusters().get().refusal().or(() -> known.against(right));
    }

    /** Runs the observer on the FX thread whenever more is known. */
    public LatestValue.Observation observe(Runnable observer) {
        return known.observe(() -> FxRelay.show(observer));
    }

    /** What the cluster that is open says. */
    private record RightsAnswer(AppServices desk) implements Inquiry {

        @Override
        public String place() {
            return desk.clusters().get().open();
        }

        @Override
        public boolean may(StepAccess access) throws Failure, InterruptedException {
            return desk.reached().planner().may(access).allowed();
        }

        @Override
        public boolean asksTwice() throws Failure {
            return desk.reached().version().asksTwice();
        }

        /** Who may not list them knows of those alone that are named to be looked into. */
        @Override
        public List<String> namespaces() throws Failure {
            try {
                return desk.reached().namespaces();
            } catch (Failure refused) {
                if (refused.problem().kind() == ProblemKind.FORBIDDEN
                        && desk.snapshots().get().podScope() instanceof PodScope.NamespacedScope(var seen, var _)) {
                    return List.copyOf(seen);
                }
                throw refused;
            }
        }
    }
}
