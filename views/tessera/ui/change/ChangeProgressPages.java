package tessera.ui.change;

import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunState;
import tessera.plan.PlanRunState.RunPhase;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.ScrollPaneFactory;

/** The page that shows a running change until it has ended. FX thread. */
final class ChangeProgressPages {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeProgressPages.class);

    private final ChangeDialogFrame dialogFrame;
    private final HaltedChangeRunActions halt;
    private final Consumer<String> onStatus;
    private final Consumer<PlanRunReceipt> onFinished;
    private @Nullable PlanRun run;
    private HaltedChangeRunActions.@Nullable RunHaltPhaseAndTime haltState;
    private ChangeProgressPane pane = new ChangeProgressPane();
    private LatestValue.@Nullable ObserverRegistration observerRegistration;

    /**
     * One that shows nothing yet.
     *
     * @param onStatus  is told what is to be known wherever the user is
     * @param onFinished is told what became of it
     */
    ChangeProgressPages(ChangeDialogFrame dialogFrame, HaltedChangeRunActions halt, Consumer<String> onStatus,
            Consumer<PlanRunReceipt> onFinished) {
        this.dialogFrame = dialogFrame;
        this.halt = halt;
        this.onStatus = onStatus;
        this.onFinished = onFinished;
    }

    void followRun(PlanRun planRun) {
        run = planRun;
        haltState = null;
        pane = new ChangeProgressPane();
        observerRegistration = planRun.state().observe(() -> relayProgress(planRun));
        showProgress(planRun);
    }

    private void relayProgress(PlanRun planRun) {
        JavaFxThreadRelay.runOnFxThread(() -> showProgress(planRun));
    }

    void forget() {
        run = null;
    }

    private void showProgress(PlanRun planRun) {
        if (!planRun.equals(run)) {
            return;
        }
        var state = planRun.state().get();
        var receipt = state.receipt();
        if (receipt != null) {
            showReceipt(receipt);
            return;
        }
        onStatus.accept(
                state.phase() == RunPhase.HALTED ? MESSAGES.text("status.halted") : MESSAGES.text("status.running"));
        dialogFrame.markStage(ChangeStageBar.stageOf(state), false);
        pane.show(state);
        var tells = HaltedChangeRunActions.RunHaltPhaseAndTime.of(state);
        if (tells.equals(haltState)) {
            return;
        }
        haltState = tells;
        dialogFrame.show(pane.node());
        dialogFrame.setButtons();
        switch (state.phase()) {
            case RUNNING -> {
                dialogFrame.setHint(MESSAGES.text("run.stopKeeps"));
                dialogFrame.addButtons(InputControlFactory.button(MESSAGES.text("run.stop"), planRun::cancel));
            }
            case CANCELLING -> dialogFrame.setHint(MESSAGES.text("run.stopping"));
            case HALTED -> halt.show(planRun, state);
            case ENDED -> {
                // the receipt follows
            }
        }
    }

    private void showReceipt(PlanRunReceipt receipt) {
        run = null;
        if (observerRegistration != null) {
            observerRegistration.close();
            observerRegistration = null;
        }
        onFinished.accept(receipt);
    }

    /** A change while it runs. */
    private static final class ChangeProgressPane {

        private final ProgressBar bar = new ProgressBar(0);
        private final VBox content = ChangePageBlockFactory.section();
        private final ScrollPane node = ScrollPaneFactory.fullHeightPane(content);

        ChangeProgressPane() {
            bar.setMaxWidth(Double.MAX_VALUE);
            bar.getStyleClass().add("run-bar");
        }

        Node node() {
            return node;
        }

        void show(PlanRunState state) {
            bar.setProgress(state.steps().isEmpty() ? 1 : (double) state.countDone() / state.steps().size());
            content.getChildren().setAll(PlanStepListRenderer.progressLabel(state.steps()), bar,
                    PlanStepListRenderer.runningSteps(state.steps()));
        }
    }
}
