package tessera.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.RequiredPermission;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.StaleSnapshotProblemFactory;

/**
 * A dry-run plan with all there is to review before approval. Only {@link PlanRunner} makes one, so that nothing can
 * be done that could not be seen.
 */
public final class PlanPreview {

    private final ChangePlan plan;
    private final List<ObjectChangePreview> changes;
    private final List<RequiredPermission.PermissionAnswer> permissionAnswers;
    private final List<Problem> reasons;
    private final PlanPreviewOrigin origin;
    private final AtomicBoolean applied = new AtomicBoolean();

    /**
     * The origin of a preview: runner, time, user, and a general block of changes.
     *
     * @param runner   who made it and alone will do it
     * @param at       when, by this machine's clock
     * @param user     who the server takes us for
     * @param changeBlock why nothing at all may be changed at present
     */
    record PlanPreviewOrigin(String runner, Instant at, String user, Optional<Problem> changeBlock) {}

    PlanPreview(ChangePlan plan, List<ObjectChangePreview> changes,
            List<RequiredPermission.PermissionAnswer> permissionAnswers, PlanPreviewOrigin origin) {
        this.plan = plan;
        this.changes = List.copyOf(changes);
        this.permissionAnswers = List.copyOf(permissionAnswers);
        this.origin = origin;
        var found = new ArrayList<>(plan.refusals());
        permissionAnswers.stream().filter(answer -> !answer.allowed())
                .map(answer -> Problem
                        .of(OperationProblemKind.FORBIDDEN,
                                new PlanRunProblem.ChangeForbidden(answer.permission().accessText()))
                        .withDetail(answer.reason()))
                .forEach(found::add);
        // What may not be done at all need not be said again for every object.
        for (var change : changes) {
            change.problem().filter(problem -> problem.kind() != OperationProblemKind.FORBIDDEN || found.isEmpty())
                    .ifPresent(found::add);
        }
        reasons = StaleSnapshotProblemFactory.sortLast(found.stream().distinct().toList());
    }

    public ChangePlan plan() {
        return plan;
    }

    public ChangeIntent intent() {
        return plan.intent();
    }

    /** Returns every object that would change, in step order. */
    public List<ObjectChangePreview> changes() {
        return changes;
    }

    /** Returns the required permissions, and whether the user has them. */
    public List<RequiredPermission.PermissionAnswer> access() {
        return permissionAnswers;
    }

    public PlanEffects effects() {
        return plan.effects();
    }

    /** Returns the creation time by this machine's clock. */
    public Instant createdAt() {
        return origin.at();
    }

    /** Returns the user name as the server knows it; empty if unknown. */
    public String user() {
        return origin.user();
    }

    /** Returns whether the cluster already has the requested state. */
    public boolean nothingToDo() {
        return plan.steps().isEmpty();
    }

    /** Returns whether the plan cannot be applied. */
    public boolean isRefused() {
        return !reasons.isEmpty();
    }

    /** Returns why the plan cannot be applied; empty if it can. */
    public List<Problem> refusalReasons() {
        return reasons;
    }

    /** Returns why all changes are blocked at present, such as by read-only mode; empty if they are not. */
    public Optional<Problem> changeBlock() {
        return origin.changeBlock();
    }

    boolean isMadeBy(String runner) {
        return origin.runner().equals(runner);
    }

    /** Marks the preview as applied; returns whether this was the first time. */
    boolean markApplied() {
        return applied.compareAndSet(false, true);
    }
}
