package tessera.ui.change;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunner;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.model.MigLayoutEffect;
import tessera.ui.AppServices;
import tessera.ui.change.mig.CurrentMigGpuTileReader;

/**
 * A preview with the plan runner that made it and alone can apply it.
 *
 * @param layoutEffects how it divides GPUs, which are drawn as the inspector draws them
 */
record RunnerBoundChangePreview(PlanRunner planner, PlanPreview preview, List<MigLayoutEffect> layoutEffects) {

    /**
     * Computes the preview of an intent in the open cluster; waits for it.
     *
     * @param bound who rehearsed before; what belongs to one cluster is never planned for another that was opened since
     */
    static RunnerBoundChangePreview compute(ChangeIntent changeIntent, AppServices services, @Nullable PlanRunner bound)
            throws ProblemException, InterruptedException {
        var open = services.clusterServices().planRunner();
        if (bound != null && !bound.equals(open)) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFLICT, "Another cluster was opened, or this one anew")
                            .withRemedy("Begin again there if it is meant."));
        }
        var preview = open.preview(changeIntent);
        return new RunnerBoundChangePreview(open, preview,
                CurrentMigGpuTileReader.replaceBefore(services, preview.effects().migLayouts()));
    }

    /** Returns the time of the preview and its result as text. */
    String summaryText(ZoneId zone) {
        return (preview.isRefused() ? "Refused at %s; nothing was changed."
                : preview.nothingToDo() ? "Looked at %s." : "Dry run passed at %s. Nothing was changed yet.")
                .formatted(HaltedChangeRunActions.CLOCK.format(preview.createdAt().atZone(zone)));
    }
}
