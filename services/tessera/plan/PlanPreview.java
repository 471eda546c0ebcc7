package tessera.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.StaleSnapshot;
import tessera.plan.step.StepAccess;

/**
 * A plan that was rehearsed: all there is to see before saying yes. Only {@link PlanRunner} makes one, so that nothing can
 * be done that could not be seen.
 */
public final class PlanPreview {

    private final ChangePlan plan;
    private final List<ObjectChange> changes;
    private final List<StepAccess.AccessAnswer> access;
    private final List<Problem> reasons;
    private final PreviewOrigin origin;
    private final AtomicBoolean applied = new AtomicBoolean();

    /**
     * Where a preview comes from.
     *
     * @param runner   who made it and alone will do it
     * @param at       when, by this machine's clock
     * @param user     who the server takes us for
     * @param standing why nothing at all may be changed at present
     */
    record PreviewOrigin(String runner, Instant at, String user, Optional<Problem> standing) {}

    PlanPreview(ChangePlan plan, List<ObjectChange> changes, List<StepAccess.AccessAnswer> access,
            PreviewOrigin origin) {
        this.plan = plan;
        this.changes = List.copyOf(changes);
        this.access = List.copyOf(access);
        this.origin = origin;
        var found = new ArrayList<>(plan.refusals());
        access.stream().filter(answer -> !answer.allowed())
                .map(answer -> new Problem(ProblemKind.FORBIDDEN, "You may not " + answer.access().words(),
                        answer.reason(),
                        "Ask for a role that allows it."))
                .forEach(found::add);
        // What may not be done at all need not be said again for every object.
        changes.forEach(change -> change.problem()
                .filter(problem -> problem.kind() != ProblemKind.FORBIDDEN || found.isEmpty())
                .ifPresent(found::add));
        reasons = StaleSnapshot.last(found.stream().distinct().toList());
    }

    public ChangePlan plan() {
        return plan;
    }

    public ChangeIntent intent() {
        return plan.intent();
    }

    /** Every object that would be another, in the order of the steps. */
    public List<ObjectChange> changes() {
        return changes;
    }

    /** What one must be allowed to do, and whether one is. */
    public List<StepAccess.AccessAnswer> access() {
        return access;
    }

    public PlanEffects effects() {
        return plan.effects();
    }

    /** When it was made, by this machine's clock. */
    public Instant at() {
        return origin.at();
    }

    /** Who the server takes us for; empty when it did not say. */
    public String user() {
        return origin.user();
    }

    /** Whether the cluster is as wanted already. */
    public boolean nothingToDo() {
        return plan.steps().isEmpty();
    }

    /** Whether it cannot be done as it is. */
    public boolean refused() {
        return !reasons.isEmpty();
    }

    /** Why it cannot be done; empty when it can. */
    public List<Problem> reasons() {
        return reasons;
    }

    /** Why nothing at all may be changed at present, such as read-only mode, whatever is wanted; empty when it may. */
    public Optional<Problem> standing() {
        return origin.standing();
    }

    boolean madeBy(String runner) {
        return origin.runner().equals(runner);
    }

    /** Whether this is the first time that it is applied. */
    boolean spend() {
        return applied.compareAndSet(false, true);
    }
}
