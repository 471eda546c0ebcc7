package tessera.ui.change;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.flow.Latest;
import tessera.plan.Receipt;
import tessera.plan.Run;
import tessera.plan.RunState.Phase;
import tessera.ui.Relay;

/** The page that shows a change being made, until it has ended. FX thread. */
final class RunPages {

    private final SheetFrame sheet;
    private final Halt halt;
    private final Consumer<String> news;
    private final Consumer<Receipt> ended;
    private @Nullable Run run;
    private Halt.@Nullable Told told;
    private RunPane pane = new RunPane();
    private Latest.@Nullable Observation observation;

    /**
     * One that shows nothing yet.
     *
     * @param news  is told what is to be known wherever the user is
     * @param ended is told what became of it
     */
    RunPages(SheetFrame sheet, Halt halt, Consumer<String> news, Consumer<Receipt> ended) {
        this.sheet = sheet;
        this.halt = halt;
        this.news = news;
        this.ended = ended;
    }

    void follow(Run begun) {
        run = begun;
        told = null;
        pane = new RunPane();
        observation = begun.state().observe(() -> Relay.show(() -> progress(begun)));
        progress(begun);
    }

    void forget() {
        run = null;
    }

    private void progress(Run begun) {
        if (!begun.equals(run)) {
            return;
        }
        var state = begun.state().get();
        var receipt = state.receipt();
        if (receipt != null) {
            end(receipt);
            return;
        }
        news.accept(state.phase() == Phase.HALTED ? "A change waits for you ▸" : "A change is under way ▸");
        sheet.mark(StepTrail.reached(state), false);
        pane.show(state);
        var tells = Halt.Told.of(state);
        if (tells.equals(told)) {
            return;
        }
        told = tells;
        sheet.show(pane.node());
        sheet.buttons();
        switch (state.phase()) {
            case RUNNING -> {
                sheet.hint("What was done stays done when you stop.");
                sheet.addButtons(SheetFrame.plain("Stop", begun::cancel));
            }
            case CANCELLING -> sheet.hint("Stopping after the step that is under way…");
            case HALTED -> halt.show(begun, state);
            case ENDED -> {
                // the receipt follows
            }
        }
    }

    private void end(Receipt receipt) {
        run = null;
        if (observation != null) {
            observation.close();
            observation = null;
        }
        ended.accept(receipt);
    }
}
