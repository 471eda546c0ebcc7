package tessera.ui.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import tessera.plan.RunReceipt;
import tessera.plan.intent.ChangeIntent;

/**
 * The pages that tell what became of changes that were made one after the other. While one of them is planned again, what was done
 * until then can still be read, and be undone. FX thread.
 */
final class ReceiptPages {

    /**
     * Where one can go from a receipt.
     *
     * @param undo  plans what takes the change back
     * @param again plans the change from how things are by now
     */
    record ReceiptLinks(Consumer<ChangeIntent> undo, Consumer<ChangeIntent> again, Runnable close) {}

    private final SheetFrame sheet;
    private final AfterChange next;
    private final ReceiptLinks ways;
    private final List<RunReceipt> receipts = new ArrayList<>();
    private final Map<String, ChangeIntent> undos = new HashMap<>();

    ReceiptPages(SheetFrame sheet, AfterChange next, ReceiptLinks ways) {
        this.sheet = sheet;
        this.next = next;
        this.ways = ways;
    }

    /** Tells of a change that ended. */
    void add(RunReceipt receipt) {
        receipts.removeIf(before -> !didSomething(before));
        receipts.add(receipt);
        if (receipt.ending() == RunReceipt.RunEnding.DONE) {
            undos.values().removeIf(receipt.intent()::equals);
        }
        receipt.undo().ifPresent(undo -> undos.put(receipt.run(), undo));
        next.ended(receipt);
        show(receipts.size() - 1);
    }

    private static boolean didSomething(RunReceipt receipt) {
        return !receipt.done().isEmpty() || !receipt.unknown().isEmpty();
    }

    private void show(int which) {
        var receipt = receipts.get(which);
        boolean done = receipt.ending() == RunReceipt.RunEnding.DONE;
        sheet.mark(StepTrail.reached(receipt), done);
        sheet.show(ReceiptPane.of(receipt, next.offers(receipt)));
        sheet.hint(receipt.problems().isEmpty() ? "Noted in the journal of changes." : "");
        sheet.buttons();
        if (which > 0) {
            sheet.addButtons(SheetFrame.plain("What was done before", () -> show(which - 1)));
        }
        if (which + 1 < receipts.size()) {
            sheet.addButtons(SheetFrame.plain("What was done since", () -> show(which + 1)));
        }
        receipt.undo().ifPresent(
                undo -> sheet.addButtons(SheetFrame.plain("Undo…", () -> ways.undo().accept(undo))));
        if (!done) {
            sheet.addButtons(SheetFrame.plain("Plan again", () -> ways.again().accept(receipt.intent())));
        }
        var close = SheetFrame.primary("Close", "accent", ways.close());
        sheet.addButtons(close);
        if (done) {
            sheet.goTo(close);
        }
    }

    /** Leads back to what was done last; empty where nothing was. */
    Optional<Button> back() {
        return receipts.stream().filter(ReceiptPages::didSomething).reduce((_, last) -> last)
                .map(receipts::lastIndexOf).map(which -> SheetFrame.plain("What was done", () -> show(which)));
    }

    /** What takes back a run that this window made in the cluster that is open, until it is taken back. */
    Optional<ChangeIntent> undo(String run) {
        return Optional.ofNullable(undos.get(run));
    }

    void leaveCluster() {
        undos.clear();
    }

    void forget() {
        receipts.clear();
    }
}
