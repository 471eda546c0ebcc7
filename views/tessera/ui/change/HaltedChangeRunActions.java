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
import tessera.plan.PlanRunState;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;

/** The actions for a halted run: retry the step, plan again, stop. For the FX thread. */
final class HaltedChangeRunActions {

    static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final AppServices services;
    private final ChangeDialogFrame dialogFrame;
    private final ZoneId zone;
    private final BackgroundQuery<PlanRun> reaching = new BackgroundQuery<>(PlanRun::retry, this::showUnreachable);
    private Button retryButton = new Button();
    /** The place of the step that was tried again; none where it is negative. */
    private int retriedStep = -1;
    private boolean anew;

    HaltedChangeRunActions(AppServices services, ChangeDialogFrame dialogFrame, ZoneId zone) {
        this.services = services;
        this.dialogFrame = dialogFrame;
        this.zone = zone;
    }

    /** The halt that the foot of the dialog is about; a run may halt twice without being seen to go on between. */
    record RunHaltPhaseAndTime(RunPhase phase, Optional<Instant> haltedAt) {

        static RunHaltPhaseAndTime of(PlanRunState state) {
            return new RunHaltPhaseAndTime(state.phase(), haltTime(state));
        }
    }

    /** Returns the time of the failure that halted the run; the last one if the step was retried. */
    private static Optional<Instant> haltTime(PlanRunState state) {
        return state.phase() == RunPhase.HALTED
                ? state.steps().stream().map(PlanStepState::endedAt).filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                : Optional.empty();
    }

    /** Returns the index of the last step that was begun. */
    private static int failedStepIndex(PlanRunState state) {
        return (int) state.steps().stream().filter(step -> step.startedAt() != null).count() - 1;
    }

    /** Shows the actions; where the plan's basis has changed, planning again comes first, because a retry would fail again. */
    void show(PlanRun run, PlanRunState state) {
        anew = false;
        dialogFrame.addButtons(ChangeDialogFrame.plainButton("Stop here", run::cancel));
        int failed = failedStepIndex(state);
        var before = failed == retriedStep
                ? haltTime(state).map(at -> "Tried again at %s, and it went wrong again: "
                        .formatted(CLOCK.format(at.atZone(zone)))).orElse("")
                : "";
        if (isOutdated(state)) {
            showHint(before, "plan again from how things are now, or stop here.");
            retryButton = ChangeDialogFrame.plainButton("Try the step again", () -> retryStep(run, failed));
            dialogFrame.addButtons(retryButton, ChangeDialogFrame.primaryButton("Plan again", "accent", () -> {
                anew = true;
                run.cancel();
            }));
        } else {
            showHint(before, "try the step again, or stop here.");
            retryButton = ChangeDialogFrame.primaryButton("Try the step again", "accent", () -> retryStep(run, failed));
            dialogFrame.addButtons(retryButton);
        }
    }

    private void showHint(String before, String text) {
        dialogFrame.setHint((before.isEmpty() ? "It waits for you: " : before) + text);
    }

    private void retryStep(PlanRun run, int failed) {
        retriedStep = failed;
        retryButton.setDisable(true);
        if (PreChangeReconnect.isNeeded(services)) {
            dialogFrame.setHint("Reaching the cluster again, to try the step there…");
            reaching.submit(() -> {
                PreChangeReconnect.reconnect(services);
                return run;
            });
        } else {
            dialogFrame.setHint("Trying the step again…");
            run.retry();
        }
    }

    private void showUnreachable(Problem problem) {
        retryButton.setDisable(false);
        dialogFrame.setHint("Not tried, as the cluster is not reached at %s: %s".formatted(
                CLOCK.format(LocalTime.now(zone)),
                problem.headline()));
    }

    private static boolean isOutdated(PlanRunState state) {
        return state.steps().stream().map(PlanStepState::problem)
                .anyMatch(problem -> problem != null && problem.kind() == Problem.OperationProblemKind.CONFLICT);
    }

    /** Plans again, if the run was stopped for that. */
    void onEnded(Runnable planning) {
        reaching.cancel();
        retriedStep = -1;
        if (anew) {
            anew = false;
            planning.run();
        }
    }
}
