package tessera.ui.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import tessera.plan.PlanRunReceipt;
import tessera.plan.intent.ChangeIntent;

/**
 * The receipts of changes that were made one after the other. While one of them is planned again, what was done
 * until then can still be read, and be undone. FX thread.
 */
final class ChangeReceiptPages {

    /**
     * The actions of a receipt.
     *
     * @param undo  plans what takes the change back
     * @param replan plans the change from how things are by now
     */
    record ReceiptActions(Consumer<ChangeIntent> undo, Consumer<ChangeIntent> replan, Runnable close) {}

    private final ChangeDialogFrame dialogFrame;
    private final FinishedChangeHandler next;
    private final ReceiptActions actions;
    private final List<PlanRunReceipt> receipts = new ArrayList<>();
    private final Map<String, ChangeIntent> undos = new HashMap<>();

    ChangeReceiptPages(ChangeDialogFrame dialogFrame, FinishedChangeHandler next, ReceiptActions actions) {
        this.dialogFrame = dialogFrame;
        this.next = next;
        this.actions = actions;
    }

    /** Adds the receipt of a change that ended. */
    void add(PlanRunReceipt receipt) {
        receipts.removeIf(before -> !didSomething(before));
        receipts.add(receipt);
        if (receipt.ending() == PlanRunReceipt.PlanRunEnding.DONE) {
            undos.values().removeIf(receipt.intent()::equals);
        }
        receipt.undo().ifPresent(undo -> undos.put(receipt.run(), undo));
        next.onEnded(receipt);
        showReceipt(receipts.size() - 1);
    }

    private static boolean didSomething(PlanRunReceipt receipt) {
        return !receipt.stepsDone().isEmpty() || !receipt.stepsUnknown().isEmpty();
    }

    private void showReceipt(int which) {
        var receipt = receipts.get(which);
        boolean done = receipt.ending() == PlanRunReceipt.PlanRunEnding.DONE;
        dialogFrame.markStage(ChangeStageBar.stageOf(receipt), done);
        dialogFrame.show(ChangeReceiptPaneFactory.paneOf(receipt, next.offers(receipt)));
        dialogFrame.setHint(receipt.problems().isEmpty() ? "Noted in the journal of changes." : "");
        dialogFrame.setButtons();
        if (which > 0) {
            dialogFrame.addButtons(ChangeDialogFrame.plainButton("What was done before", () -> showReceipt(which - 1)));
        }
        if (which + 1 < receipts.size()) {
            dialogFrame.addButtons(ChangeDialogFrame.plainButton("What was done since", () -> showReceipt(which + 1)));
        }
        receipt.undo().ifPresent(
                undo -> dialogFrame
                        .addButtons(ChangeDialogFrame.plainButton("Undo…", () -> actions.undo().accept(undo))));
        if (!done) {
            dialogFrame.addButtons(
                    ChangeDialogFrame.plainButton("Plan again", () -> actions.replan().accept(receipt.intent())));
        }
        var close = ChangeDialogFrame.primaryButton("Close", "accent", actions.close());
        dialogFrame.addButtons(close);
        if (done) {
            dialogFrame.focusIfInSheet(close);
        }
    }

    /** Returns a button to the last receipt with an effect; empty where there is none. */
    Optional<Button> backButton() {
        return receipts.stream().filter(ChangeReceiptPages::didSomething).reduce((_, last) -> last)
                .map(receipts::lastIndexOf)
                .map(which -> ChangeDialogFrame.plainButton("What was done", () -> showReceipt(which)));
    }

    /** Returns the intent that undoes a run of this window in the open cluster, until it is undone. */
    Optional<ChangeIntent> undoIntent(String run) {
        return Optional.ofNullable(undos.get(run));
    }

    void leaveCluster() {
        undos.clear();
    }

    void forget() {
        receipts.clear();
    }
}
