package tessera.app;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tessera.plan.PlanRun;
import tessera.plan.StepState;
import tessera.plan.StepState.StepProgress;

/** Prints how far a run is, a line for each step that goes on. */
final class ProgressPrinter {

    private final PlanRun run;
    private final PrintWriter out;
    private final Map<Integer, String> printed = new HashMap<>();

    ProgressPrinter(PlanRun run, PrintWriter out) {
        this.run = run;
        this.out = out;
    }

    /** Prints what is new. */
    synchronized void print() {
        var steps = run.state().get().steps();
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var line = line(step);
            boolean told = step.progress() != StepProgress.TO_DO || !step.words().isEmpty();
            if (told && !line.equals(printed.put(i, line))) {
                out.printf("[%d/%d] %s%n", i + 1, steps.size(), line);
            }
        }
        out.flush();
    }

    private static String line(StepState step) {
        var problem = step.problem();
        var words = problem == null ? step.words() : CliErrors.sentence(problem);
        if (step.progress() == StepProgress.TO_DO) {
            return step.planned().words() + ": " + words;
        }
        return step.planned().words() + ": " + step.progress().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (words.isEmpty() ? "" : ". " + words);
    }
}
