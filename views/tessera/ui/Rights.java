package tessera.ui;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tessera.flow.Latest;
import tessera.model.Failure;
import tessera.model.PodScope;
import tessera.model.Problem.Kind;
import tessera.plan.right.KnownRights;
import tessera.plan.right.KnownRights.Inquiry;
import tessera.plan.right.Right;
import tessera.plan.step.Access;

/**
 * Whether the user may do what is offered: not in read-only mode, and not where the server says that they may not. What the
 * server has not said yet is offered. Any thread; nothing waits.
 */
public final class Rights {

    private final Desk desk;
    private final KnownRights known;

    public Rights(Desk desk, Clock clock) {
        this.desk = desk;
        known = new KnownRights(new Asked(desk), clock);
    }

    /** Why something cannot be begun as things stand, in a few words; empty where it can, as far as is known. */
    public Optional<String> against(Right right) {
        return desk.clusters().get().refusal().or(() -> known.against(right));
    }

    /** Runs the observer on the FX thread whenever more is known. */
    public Latest.Observation observe(Runnable observer) {
        return known.observe(() -> Relay.show(observer));
    }

    /** What the cluster that is open says. */
    private record Asked(Desk desk) implements Inquiry {

        @Override
        public String place() {
            return desk.clusters().get().open();
        }

        @Override
        public boolean may(Access access) throws Failure, InterruptedException {
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
                if (refused.problem().kind() == Kind.FORBIDDEN
                        && desk.snapshots().get().podScope() instanceof PodScope.Only(var seen, var _)) {
                    return List.copyOf(seen);
                }
                throw refused;
            }
        }
    }
}
