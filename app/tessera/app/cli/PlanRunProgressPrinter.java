package tessera.app.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tessera.plan.PlanRun;
import tessera.plan.PlanStepState;
import tessera.plan.PlanStepState.StepProgress;

/** Prints the progress of a run, a line for each step. */
final class PlanRunProgressPrinter {

    private final PlanRun run;
    private final PrintWriter out;
    private final Map<Integer, String> printed = new HashMap<>();

    PlanRunProgressPrinter(PlanRun run, PrintWriter out) {
        this.run = run;
        this.out = out;
    }

    /** Prints the steps that changed. */
    synchronized void printNew() {
        var steps = run.state().get().steps();
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var line = stepLine(step);
            boolean told = step.progress() != StepProgress.TO_DO || !step.text().isEmpty();
            if (told && !line.equals(printed.put(i, line))) {
                out.printf("[%d/%d] %s%n", i + 1, steps.size(), line);
            }
        }
        out.flush();
    }

    private static String stepLine(PlanStepState step) {
        var problem = step.problem();
        var text = problem == null ? step.text() : problem.singleLine();
        if (step.progress() == StepProgress.TO_DO) {
            return step.planned().text() + ": " + text;
        }
        return step.planned().text() + ": " + step.progress().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (text.isEmpty() ? "" : ". " + text);
    }
}
