package tessera.ui.change;

import tessera.model.Problem;
import tessera.plan.Run;
import tessera.plan.RunState;
import tessera.plan.StepState;

/** What can be done where a run waits for its user. For the FX thread. */
final class Halt {

    private boolean anew;

    /** Where what a plan relied on is otherwise by now, trying again comes to the same: that is planned anew. */
    void show(SheetFrame sheet, Run run, RunState state) {
        anew = false;
        sheet.addButtons(SheetFrame.plain("Stop here", run::cancel));
        if (overtaken(state)) {
            sheet.hint("It waits for you: plan again from how things are now, or stop here.");
            sheet.addButtons(SheetFrame.plain("Try the step again", run::retry),
                    SheetFrame.primary("Plan again", "accent", () -> {
                        anew = true;
                        run.cancel();
                    }));
        } else {
            sheet.hint("It waits for you: try the step again, or stop here.");
            sheet.addButtons(SheetFrame.primary("Try the step again", "accent", run::retry));
        }
    }

    private static boolean overtaken(RunState state) {
        return state.steps().stream().map(StepState::problem)
                .anyMatch(problem -> problem != null && problem.kind() == Problem.Kind.CONFLICT);
    }

    /** Plans again, if the run was stopped for that. */
    void ended(Runnable planning) {
        if (anew) {
            anew = false;
            planning.run();
        }
    }
}
