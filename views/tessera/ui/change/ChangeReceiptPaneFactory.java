package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanStepState;
import tessera.plan.step.PlanStep;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders a receipt: result of a change, steps done and not done, and what remains changed. */
final class ChangeReceiptPaneFactory {

    private ChangeReceiptPaneFactory() {}

    /** @param next what can be looked at now */
    static Node paneOf(PlanRunReceipt receipt, ObservableValue<List<OfferedChange>> next) {
        var box = new VBox(ChangePageBlockFactory.section(resultLine(receipt)));
        if (!next.getValue().isEmpty()) {
            box.getChildren().add(ChangePageBlockFactory.section(linksRow(next)));
        }
        if (!receipt.stepsUnknown().isEmpty()) {
            box.getChildren().add(stepsSection("Done or not: the answer never came", receipt.stepsUnknown()));
        }
        if (!receipt.stepsNotDone().isEmpty()) {
            box.getChildren().add(stepsSection("Not done", receipt.stepsNotDone()));
        }
        if (!receipt.lastingEffects().isEmpty()) {
            var since = ChangePageBlockFactory.section(ChangePageBlockFactory.sectionHead("What stays changed", ""));
            receipt.lastingEffects()
                    .forEach(text -> since.getChildren().add(TextLabelFactory.withSign(StatusGlyph.INFO, text)));
            box.getChildren().add(since);
        }
        if (!receipt.stepsDone().isEmpty()) {
            box.getChildren().add(stepsSection("Done", receipt.stepsDone()));
        }
        if (!receipt.problems().isEmpty()) {
            var more = ChangePageBlockFactory.section(ChangePageBlockFactory.sectionHead("What else went wrong", ""));
            receipt.problems().forEach(problem -> more.getChildren().add(ChangePageBlockFactory.problemBox(problem)));
            box.getChildren().add(more);
        }
        return ScrollPaneFactory.fullHeightPane(box);
    }

    /** Returns links that follow the offers for as long as the row is in the scene. */
    private static Node linksRow(ObservableValue<List<OfferedChange>> next) {
        var row = new HBox(16);
        next.when(row.sceneProperty().map(Objects::nonNull).orElse(false)).subscribe(
                offers -> row.getChildren().setAll(offers.stream().map(ChangeReceiptPaneFactory::offerLink).toList()));
        return row;
    }

    private static Node offerLink(OfferedChange offeredChange) {
        var link = new Hyperlink(offeredChange.title() + offeredChange.reason().map(" (%s)"::formatted).orElse(""));
        link.setDisable(offeredChange.reason().isPresent());
        link.setOnAction(event -> offeredChange.begin().run());
        return link;
    }

    private static Node stepsSection(String title, List<PlanStepState> steps) {
        return ChangePageBlockFactory.section(
                ChangePageBlockFactory.sectionHead(title, GroupedNumberFormatter.withNoun(steps.size(), "step")),
                PlanStepListRenderer.runningSteps(steps));
    }

    private static Node resultLine(PlanRunReceipt receipt) {
        var took = Duration.between(receipt.startedAt(), receipt.endedAt()).toSeconds();
        var line = TextLabelFactory.withSign(switch (receipt.ending()) {
            case DONE -> StatusGlyph.READY;
            case FAILED, REFUSED -> StatusGlyph.BROKEN;
            case CANCELLED, UNKNOWN -> StatusGlyph.WARNING;
        }, resultText(receipt) + (took > 0 ? ", after %d s".formatted(took) : ""), "verdict");
        line.setId("change-verdict");
        return line;
    }

    private static String resultText(PlanRunReceipt receipt) {
        var all = GroupedNumberFormatter.withNoun(receipt.steps().size(), "step");
        var some = "%s of %s".formatted(GroupedNumberFormatter.count(receipt.stepsDone().size()), all);
        return switch (receipt.ending()) {
            case DONE ->
                receipt.steps().stream()
                        .anyMatch(step -> step.planned().step() instanceof PlanStep.AwaitClusterStateStep)
                                ? "Done, and the cluster shows it"
                                : "Done, as the server says";
            case CANCELLED -> "Stopped when %s were done".formatted(some);
            case FAILED -> "It went wrong when %s were done".formatted(some);
            case UNKNOWN -> "%s were done, and of another it is not known".formatted(some);
            case REFUSED -> "Refused: nothing was sent";
        };
    }
}
