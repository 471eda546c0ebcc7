package tessera.ui.change;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunner;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.model.MigLayoutEffect;
import tessera.ui.AppServices;
import tessera.ui.change.mig.PresentGpus;

/**
 * A preview, and who made it and alone can apply it.
 *
 * @param divisions how it divides GPUs, which are drawn as the inspector draws them
 */
record RehearsedPreview(PlanRunner planner, PlanPreview preview, List<MigLayoutEffect> divisions) {

    /**
     * Rehearses a wish in the cluster that is open; waits for it.
     *
     * @param bound who rehearsed before; what belongs to one cluster is never planned for another that was opened since
     */
    static RehearsedPreview of(ChangeIntent wanted, AppServices desk, @Nullable PlanRunner bound)
            throws Failure, InterruptedException {
        var open = desk.reached().planner();
        if (bound != null && !bound.equals(open)) {
            throw new Failure(Problem.of(ProblemKind.CONFLICT, "Another cluster was opened, or this one anew")
                    .withRemedy("Begin again there if it is meant."));
        }
        var preview = open.preview(wanted);
        return new RehearsedPreview(open, preview, PresentGpus.before(desk, preview.effects().divisions()));
    }

    /** When it was looked at, and with what result. */
    String words(ZoneId zone) {
        return (preview.refused() ? "Refused at %s; nothing was changed."
                : preview.nothingToDo() ? "Looked at %s." : "Dry run passed at %s. Nothing was changed yet.")
                .formatted(HaltActions.CLOCK.format(preview.at().atZone(zone)));
    }
}
