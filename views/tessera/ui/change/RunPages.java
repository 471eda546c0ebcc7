package tessera.ui.change;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.plan.PlanRun;
import tessera.plan.RunReceipt;
import tessera.plan.RunState.RunPhase;
import tessera.ui.FxRelay;

/** The page that shows a running change until it has ended. FX thread. */
final class RunPages {

    private final SheetFrame sheet;
    private final HaltActions halt;
    private final Consumer<String> news;
    private final Consumer<RunReceipt> ended;
    private @Nullable PlanRun run;
    private HaltActions.@Nullable HaltSubject told;
    private RunPane pane = new RunPane();
    private LatestValue.@Nullable Observation observation;

    /**
     * One that shows nothing yet.
     *
     * @param news  is told what is to be known wherever the user is
     * @param ended is told what became of it
     */
    RunPages(SheetFrame sheet, HaltActions halt, Consumer<String> news, Consumer<RunReceipt> ended) {
        this.sheet = sheet;
        this.halt = halt;
        this.news = news;
        this.ended = ended;
    }

    void followRun(PlanRun begun) {
        run = begun;
        told = null;
        pane = new RunPane();
        observation = begun.state().observe(() -> FxRelay.runOnFxThread(() -> showProgress(begun)));
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
        sheet.markStage(StepTrail.stageOf(state), false);
        pane.show(state);
        var tells = HaltActions.HaltSubject.of(state);
        if (tells.equals(told)) {
            return;
        }
        told = tells;
        sheet.show(pane.node());
        sheet.setButtons();
        switch (state.phase()) {
            case RUNNING -> {
                sheet.setHint("What was done stays done when you stop.");
                sheet.addButtons(SheetFrame.plainButton("Stop", begun::cancel));
            }
            case CANCELLING -> sheet.setHint("Stopping after the step that is under way…");
            case HALTED -> halt.show(begun, state);
            case ENDED -> {
                // the receipt follows
            }
        }
    }

    private void showReceipt(RunReceipt receipt) {
        run = null;
        if (observation != null) {
            observation.close();
            observation = null;
        }
        ended.accept(receipt);
    }
}
