package tessera.ui.change;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.PlanRunner;
import tessera.plan.Preview;
import tessera.plan.intent.Intent;
import tessera.ui.Desk;

/** A preview, and who made it and alone can apply it. */
record Rehearsed(PlanRunner planner, Preview preview) {

    /**
     * Rehearses a wish in the cluster that is open; waits for it.
     *
     * @param bound who rehearsed before; what belongs to one cluster is never planned for another that was opened since
     */
    static Rehearsed of(Intent wanted, Desk desk, @Nullable PlanRunner bound) throws Failure, InterruptedException {
        var open = desk.reached().planner();
        if (bound != null && !bound.equals(open)) {
            throw new Failure(Problem.of(Kind.CONFLICT, "Another cluster was opened, or this one anew")
                    .withRemedy("Begin again there if it is meant."));
        }
        return new Rehearsed(open, open.preview(wanted));
    }

    /** When it was looked at, and with what result. */
    String words(ZoneId zone) {
        return (preview.refused() ? "Refused at %s; nothing was changed."
                : preview.nothingToDo() ? "Looked at %s." : "Dry run passed at %s. Nothing was changed yet.")
                .formatted(Halt.CLOCK.format(preview.at().atZone(zone)));
    }
}
