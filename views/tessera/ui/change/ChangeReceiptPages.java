package tessera.ui.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanStepState;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * The receipts of changes that were made one after the other. While one of them is planned again, what was done
 * until then can still be read, and be undone. FX thread.
 */
final class ChangeReceiptPages {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeReceiptPages.class);

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
        dialogFrame.setHint(receipt.problems().isEmpty() ? MESSAGES.text("result.journaled") : "");
        dialogFrame.setButtons();
        if (which > 0) {
            dialogFrame.addButtons(
                    InputControlFactory.button(MESSAGES.text("result.previous"), () -> showReceipt(which - 1)));
        }
        if (which + 1 < receipts.size()) {
            dialogFrame
                    .addButtons(InputControlFactory.button(MESSAGES.text("result.next"), () -> showReceipt(which + 1)));
        }
        var undo = receipt.undo().orElse(null);
        if (undo != null) {
            dialogFrame.addButtons(
                    InputControlFactory.button(MESSAGES.text("result.undo"), () -> actions.undo().accept(undo)));
        }
        if (!done) {
            dialogFrame.addButtons(InputControlFactory.button(MESSAGES.text("dialog.planAgain"),
                    () -> actions.replan().accept(receipt.intent())));
        }
        var close = ChangeDialogFrame.primaryButton(MESSAGES.text("dialog.close"), "accent", actions.close());
        dialogFrame.addButtons(close);
        if (done) {
            dialogFrame.focusIfInSheet(close);
        }
    }

    /** Returns a button to the last receipt with an effect; empty where there is none. */
    Optional<Button> backButton() {
        return receipts.stream().filter(ChangeReceiptPages::didSomething).reduce((_, last) -> last)
                .map(receipts::lastIndexOf).map(this::receiptButton);
    }

    private Button receiptButton(Integer which) {
        return InputControlFactory.button(MESSAGES.text("result.show"), () -> showReceipt(which));
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

    /** Renders a receipt: result of a change, steps done and not done, and what remains changed. */
    private static final class ChangeReceiptPaneFactory {

        private ChangeReceiptPaneFactory() {}

        /** @param next what can be looked at now */
        static Node paneOf(PlanRunReceipt receipt, ObservableValue<List<OfferedChange>> next) {
            var box = new VBox(ChangePageBlockFactory.section(resultLine(receipt)));
            if (!next.getValue().isEmpty()) {
                box.getChildren().add(ChangePageBlockFactory.section(linksRow(next)));
            }
            if (!receipt.stepsUnknown().isEmpty()) {
                box.getChildren().add(stepsSection(MESSAGES.text("result.stepsUnknown"), receipt.stepsUnknown()));
            }
            if (!receipt.stepsNotDone().isEmpty()) {
                box.getChildren().add(stepsSection(MESSAGES.text("result.stepsNotDone"), receipt.stepsNotDone()));
            }
            if (!receipt.lastingEffects().isEmpty()) {
                var since = ChangePageBlockFactory
                        .section(ChangePageBlockFactory.sectionHead(MESSAGES.text("result.stillChanged"), ""));
                receipt.lastingEffects()
                        .forEach(text -> since.getChildren().add(TextLabelFactory.withSign(StatusGlyph.INFO, text)));
                box.getChildren().add(since);
            }
            if (!receipt.stepsDone().isEmpty()) {
                box.getChildren().add(stepsSection(MESSAGES.text("result.stepsDone"), receipt.stepsDone()));
            }
            if (!receipt.problems().isEmpty()) {
                var more = ChangePageBlockFactory
                        .section(ChangePageBlockFactory.sectionHead(MESSAGES.text("result.otherProblems"), ""));
                receipt.problems()
                        .forEach(problem -> more.getChildren().add(ChangePageBlockFactory.problemBox(problem)));
                box.getChildren().add(more);
            }
            return ScrollPaneFactory.fullHeightPane(box);
        }

        /** Returns links that follow the offers for as long as the row is in the scene. */
        private static Node linksRow(ObservableValue<List<OfferedChange>> next) {
            var row = new HBox(16);
            next.when(row.sceneProperty().map(Objects::nonNull).orElse(false)).subscribe(offers -> row.getChildren()
                    .setAll(offers.stream().map(ChangeReceiptPaneFactory::offerLink).toList()));
            return row;
        }

        private static Node offerLink(OfferedChange offeredChange) {
            var link = InputControlFactory.link(ClusterChangeMenu.offerLabel(offeredChange),
                    () -> offeredChange.begin().run());
            link.setDisable(offeredChange.reason().isPresent());
            return link;
        }

        private static Node stepsSection(String title, List<PlanStepState> steps) {
            return ChangePageBlockFactory.section(
                    ChangePageBlockFactory.sectionHead(title, MESSAGES.text("result.stepCount", steps.size())),
                    PlanStepListRenderer.runningSteps(steps));
        }

        private static Node resultLine(PlanRunReceipt receipt) {
            var took = Duration.between(receipt.startedAt(), receipt.endedAt()).toSeconds();
            var line = TextLabelFactory.withSign(switch (receipt.ending()) {
                case DONE -> StatusGlyph.READY;
                case FAILED, REFUSED -> StatusGlyph.BROKEN;
                case CANCELLED, UNKNOWN -> StatusGlyph.WARNING;
            }, resultText(receipt, took), "verdict");
            line.setId("change-verdict");
            return line;
        }

        private static String resultText(PlanRunReceipt receipt, long seconds) {
            var all = receipt.steps().size();
            var done = receipt.stepsDone().size();
            return switch (receipt.ending()) {
                case DONE -> receipt.steps().stream()
                        .anyMatch(step -> step.planned().step() instanceof PlanStep.AwaitClusterStateStep)
                                ? MESSAGES.text("result.verified", seconds)
                                : MESSAGES.text("result.done", seconds);
                case CANCELLED -> MESSAGES.text("result.stopped", done, all, seconds);
                case FAILED -> MESSAGES.text("result.failed", done, all, seconds);
                case UNKNOWN -> MESSAGES.text("result.unknown", done, all, seconds);
                case REFUSED -> MESSAGES.text("result.refused");
            };
        }
    }
}
