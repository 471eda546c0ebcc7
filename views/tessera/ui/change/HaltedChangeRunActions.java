package tessera.ui.change;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.Button;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunState;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanStepState;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.InputControlFactory;

/** The actions for a halted run: retry the step, plan again, stop. For the FX thread. */
final class HaltedChangeRunActions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HaltedChangeRunActions.class);

    static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final OpenClusterSource services;
    private final ChangeDialogFrame dialogFrame;
    private final ZoneId zone;
    private final BackgroundQuery<PlanRun> reaching = new BackgroundQuery<>(PlanRun::retry, this::showUnreachable);
    private Button retryButton = new Button();
    /** The place of the step that was tried again; none where it is negative. */
    private int retriedStep = -1;
    private boolean anew;

    HaltedChangeRunActions(OpenClusterSource services, ChangeDialogFrame dialogFrame, ZoneId zone) {
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
        if (state.phase() == RunPhase.HALTED) {
            return state.steps().stream().map(PlanStepState::endedAt).filter(Objects::nonNull)
                    .max(Comparator.naturalOrder());
        }
        return Optional.empty();
    }

    /** Returns the index of the last step that was begun. */
    private static int failedStepIndex(PlanRunState state) {
        return (int) state.steps().stream().filter(step -> step.startedAt() != null).count() - 1;
    }

    /** Shows the actions; where the plan's basis has changed, planning again comes first, because a retry would fail again. */
    void show(PlanRun run, PlanRunState state) {
        anew = false;
        dialogFrame.addButtons(InputControlFactory.button(MESSAGES.text("halt.stop"), run::cancel));
        int failed = failedStepIndex(state);
        var failedAgain = failed == retriedStep ? haltTime(state).map(at -> CLOCK.format(at.atZone(zone)))
                : Optional.<String>empty();
        if (isOutdated(state)) {
            dialogFrame.setHint(failedAgain.map(at -> MESSAGES.text("halt.failedAgainReplan", at))
                    .orElseGet(() -> MESSAGES.text("halt.replanOrStop")));
            retryButton = InputControlFactory.button(MESSAGES.text("halt.retry"), () -> retryStep(run, failed));
            dialogFrame.addButtons(retryButton,
                    ChangeDialogFrame.primaryButton(MESSAGES.text("dialog.planAgain"), "accent", () -> {
                        anew = true;
                        run.cancel();
                    }));
        } else {
            dialogFrame.setHint(failedAgain.map(at -> MESSAGES.text("halt.failedAgainRetry", at))
                    .orElseGet(() -> MESSAGES.text("halt.retryOrStop")));
            retryButton = ChangeDialogFrame.primaryButton(MESSAGES.text("halt.retry"), "accent",
                    () -> retryStep(run, failed));
            dialogFrame.addButtons(retryButton);
        }
    }

    private void retryStep(PlanRun run, int failed) {
        retriedStep = failed;
        retryButton.setDisable(true);
        if (PreChangeReconnect.isNeeded(services)) {
            dialogFrame.setHint(MESSAGES.text("halt.reconnecting"));
            reaching.submit(() -> {
                PreChangeReconnect.reconnect(services);
                return run;
            });
        } else {
            dialogFrame.setHint(MESSAGES.text("halt.retrying"));
            run.retry();
        }
    }

    private void showUnreachable(Problem problem) {
        retryButton.setDisable(false);
        dialogFrame.setHint(MESSAGES.text("halt.unreachable", CLOCK.format(LocalTime.now(zone)), problem.headline()));
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

    /** Reconnects to the cluster before a change is sent, because its address may have changed. */
    private static final class PreChangeReconnect {

        private static final Duration PATIENCE = Duration.ofSeconds(10);

        private PreChangeReconnect() {}

        /** Returns whether there is a connection to wait for. */
        static boolean isNeeded(OpenClusterSource services) {
            return connectionProblem(services.snapshots().get().connection()).isPresent();
        }

        /** Waits for the cluster; not for the FX thread. */
        static void reconnect(OpenClusterSource services) throws ProblemException, InterruptedException {
            var before = services.snapshots().get().connection();
            services.retryConnection();
            var settled = new CountDownLatch(1);
            try (var _ = services.snapshots().observe(() -> {
                var now = services.snapshots().get().connection();
                if (connectionProblem(now).isEmpty() || (hasGivenUp(now) && !now.equals(before))) {
                    settled.countDown();
                }
            })) {
                boolean _ = settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
            var lost = connectionProblem(services.snapshots().get().connection());
            if (lost.isPresent()) {
                throw new ProblemException(lost.get());
            }
        }

        /** Returns whether the attempt has ended; other states may still recover by themselves. */
        private static boolean hasGivenUp(SessionConnectionStatus state) {
            return state instanceof SessionConnectionStatus.UnreachableCluster
                    || state instanceof SessionConnectionStatus.UnauthenticatedConnection;
        }

        /** Returns why nothing can be sent; empty where it can be tried, even with few permissions. */
        private static Optional<Problem> connectionProblem(SessionConnectionStatus state) {
            return switch (state) {
                case SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.RefusedConnection _ ->
                    Optional.empty();
                case SessionConnectionStatus.InterruptedConnection(var problem, var _, var _, var _) ->
                    Optional.of(problem);
                case SessionConnectionStatus.StaleConnection(var problem, var _, var _, var _) -> Optional.of(problem);
                case SessionConnectionStatus.UnreachableCluster(var problem, var _, var _) -> Optional.of(problem);
                case SessionConnectionStatus.UnauthenticatedConnection(var problem) -> Optional.of(problem);
                case SessionConnectionStatus.PendingConnection(var step, var _) ->
                    unreachableProblem(MESSAGES.reason("halt.pending", step));
                case SessionConnectionStatus.NoConnection _ -> unreachableProblem(MESSAGES.reason("halt.disconnected"));
            };
        }

        private static Optional<Problem> unreachableProblem(Reason reason) {
            return Optional.of(Problem.of(OperationProblemKind.UNREACHABLE, reason));
        }
    }
}
