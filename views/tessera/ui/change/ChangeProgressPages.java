package tessera.ui.change;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunState.RunPhase;
import tessera.ui.JavaFxThreadRelay;

/** The page that shows a running change until it has ended. FX thread. */
final class ChangeProgressPages {

    private final ChangeDialogFrame sheet;
    private final HaltedRunActions halt;
    private final Consumer<String> news;
    private final Consumer<PlanRunReceipt> ended;
    private @Nullable PlanRun run;
    private HaltedRunActions.@Nullable RunHaltPhaseAndTime told;
    private ChangeProgressPane pane = new ChangeProgressPane();
    private LatestValue.@Nullable ObserverRegistration observerRegistration;

    /**
     * One that shows nothing yet.
     *
     * @param news  is told what is to be known wherever the user is
     * @param ended is told what became of it
     */
    ChangeProgressPages(ChangeDialogFrame sheet, HaltedRunActions halt, Consumer<String> news,
            Consumer<PlanRunReceipt> ended) {
        this.sheet = sheet;
        this.halt = halt;
        this.news = news;
        this.ended = ended;
    }

    void followRun(PlanRun begun) {
        run = begun;
        told = null;
        pane = new ChangeProgressPane();
        observerRegistration = begun.state().observe(() -> JavaFxThreadRelay.runOnFxThread(() -> showProgress(begun)));
        showProgress(begun);
    }

    void forget() {
        run = null;
    }

    private void showProgress(PlanRun begun) {
        if (!begun.equals(run)) {
            return;
        }
        var state = begun.state().get();
        var receipt = state.receipt();
        if (receipt != null) {
            showReceipt(receipt);
            return;
        }
        news.accept(state.phase() == RunPhase.HALTED ? "A change waits for you ▸" : "A change is under way ▸");
        sheet.markStage(ChangeStageBar.stageOf(state), false);
        pane.show(state);
        var tells = HaltedRunActions.RunHaltPhaseAndTime.of(state);
        if (tells.equals(told)) {
            return;
        }
        told = tells;
        sheet.show(pane.node());
        sheet.setButtons();
        switch (state.phase()) {
            case RUNNING -> {
                sheet.setHint("What was done stays done when you stop.");
                sheet.addButtons(ChangeDialogFrame.plainButton("Stop", begun::cancel));
            }
            case CANCELLING -> sheet.setHint("Stopping after the step that is under way…");
            case HALTED -> halt.show(begun, state);
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
        ended.accept(receipt);
    }
}
