package tessera.ui.change;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Button;
import tessera.model.Problem;
import tessera.plan.PlanRun;
import tessera.plan.RunState;
import tessera.plan.RunState.RunPhase;
import tessera.plan.StepState;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;

/** What can be done where a run waits for its user. For the FX thread. */
final class HaltActions {

    static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final AppServices desk;
    private final SheetFrame sheet;
    private final ZoneId zone;
    private final AsyncQuery<PlanRun> reaching = new AsyncQuery<>(PlanRun::retry, this::unreached);
    private Button again = new Button();
    /** The place of the step that was tried again; none where it is negative. */
    private int tried = -1;
    private boolean anew;

    HaltActions(AppServices desk, SheetFrame sheet, ZoneId zone) {
        this.desk = desk;
        this.sheet = sheet;
        this.zone = zone;
    }

    /** What the foot of a sheet is about; a run may halt twice without being seen to go on between. */
    record HaltSubject(RunPhase phase, Optional<Instant> halted) {

        static HaltSubject of(RunState state) {
            return new HaltSubject(state.phase(), since(state));
        }
    }

    /** When the step went wrong for which a run halts; one that was tried again did so later. */
    private static Optional<Instant> since(RunState state) {
        return state.phase() == RunPhase.HALTED
                ? state.steps().stream().map(StepState::ended).filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                : Optional.empty();
    }

    /** The place of the last step that was begun. */
    private static int failed(RunState state) {
        return (int) state.steps().stream().filter(step -> step.began() != null).count() - 1;
    }

    /** Where what a plan relied on is otherwise by now, trying again comes to the same: that is planned anew. */
    void show(PlanRun run, RunState state) {
        anew = false;
        sheet.addButtons(SheetFrame.plain("Stop here", run::cancel));
        int failed = failed(state);
        var before = failed == tried
                ? since(state).map(at -> "Tried again at %s, and it went wrong again: "
                        .formatted(CLOCK.format(at.atZone(zone)))).orElse("")
                : "";
        if (overtaken(state)) {
            hint(before, "plan again from how things are now, or stop here.");
            again = SheetFrame.plain("Try the step again", () -> retry(run, failed));
            sheet.addButtons(again, SheetFrame.primary("Plan again", "accent", () -> {
                anew = true;
                run.cancel();
            }));
        } else {
            hint(before, "try the step again, or stop here.");
            again = SheetFrame.primary("Try the step again", "accent", () -> retry(run, failed));
            sheet.addButtons(again);
        }
    }

    private void hint(String before, String words) {
        sheet.hint((before.isEmpty() ? "It waits for you: " : before) + words);
    }

    private void retry(PlanRun run, int failed) {
        tried = failed;
        again.setDisable(true);
        if (ClusterReconnect.needed(desk)) {
            sheet.hint("Reaching the cluster again, to try the step there…");
            reaching.ask(() -> {
                ClusterReconnect.again(desk);
                return run;
            });
        } else {
            sheet.hint("Trying the step again…");
            run.retry();
        }
    }

    private void unreached(Problem why) {
        again.setDisable(false);
        sheet.hint("Not tried, as the cluster is not reached at %s: %s".formatted(
                CLOCK.format(LocalTime.now(zone)),
                why.headline()));
    }

    private static boolean overtaken(RunState state) {
        return state.steps().stream().map(StepState::problem)
                .anyMatch(problem -> problem != null && problem.kind() == Problem.ProblemKind.CONFLICT);
    }

    /** Plans again, if the run was stopped for that. */
    void ended(Runnable planning) {
        reaching.cancel();
        tried = -1;
        if (anew) {
            anew = false;
            planning.run();
        }
    }
}
