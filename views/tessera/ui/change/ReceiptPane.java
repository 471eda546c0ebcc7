package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.plan.RunReceipt;
import tessera.plan.StepState;
import tessera.plan.step.PlanStep;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** What became of a change: what was done, what was not, what is so since. */
final class ReceiptPane {

    private ReceiptPane() {}

    /** @param next what can be looked at now */
    static Node of(RunReceipt receipt, ObservableValue<List<ChangeOffer>> next) {
        var box = new VBox(TextPieces.section(verdict(receipt)));
        if (!next.getValue().isEmpty()) {
            box.getChildren().add(TextPieces.section(links(next)));
        }
        if (!receipt.unknown().isEmpty()) {
            box.getChildren().add(steps("Done or not: the answer never came", receipt.unknown()));
        }
        if (!receipt.notDone().isEmpty()) {
            box.getChildren().add(steps("Not done", receipt.notDone()));
        }
        if (!receipt.leaves().isEmpty()) {
            var since = TextPieces.section(TextPieces.head("What stays changed", ""));
            receipt.leaves().forEach(words -> since.getChildren().add(SelectableText.told(StatusGlyph.INFO, words)));
            box.getChildren().add(since);
        }
        if (!receipt.done().isEmpty()) {
            box.getChildren().add(steps("Done", receipt.done()));
        }
        if (!receipt.problems().isEmpty()) {
            var more = TextPieces.section(TextPieces.head("What else went wrong", ""));
            receipt.problems().forEach(problem -> more.getChildren().add(TextPieces.problem(problem)));
            box.getChildren().add(more);
        }
        return ScrolledPage.whole(box);
    }

    /** They follow what can be looked at for as long as they are in sight. */
    private static Node links(ObservableValue<List<ChangeOffer>> next) {
        var row = new HBox(16);
        next.when(row.sceneProperty().map(Objects::nonNull).orElse(false)).subscribe(
                offers -> row.getChildren().setAll(offers.stream().map(ReceiptPane::link).toList()));
        return row;
    }

    private static Node link(ChangeOffer offer) {
        var link = new Hyperlink(offer.title() + offer.reason().map(" (%s)"::formatted).orElse(""));
        link.setDisable(offer.reason().isPresent());
        link.setOnAction(event -> offer.begin().run());
        return link;
    }

    private static Node steps(String title, List<StepState> steps) {
        return TextPieces.section(TextPieces.head(title, NumberText.of(steps.size(), "step")), StepList.running(steps));
    }

    private static Node verdict(RunReceipt receipt) {
        var took = Duration.between(receipt.began(), receipt.ended()).toSeconds();
        var line = SelectableText.told(switch (receipt.ending()) {
            case DONE -> StatusGlyph.READY;
            case FAILED, REFUSED -> StatusGlyph.BROKEN;
            case CANCELLED, UNKNOWN -> StatusGlyph.WARNING;
        }, words(receipt) + (took > 0 ? ", after %d s".formatted(took) : ""), "verdict");
        line.setId("change-verdict");
        return line;
    }

    private static String words(RunReceipt receipt) {
        var all = NumberText.of(receipt.steps().size(), "step");
        var some = "%s of %s".formatted(NumberText.count(receipt.done().size()), all);
        return switch (receipt.ending()) {
            case DONE -> receipt.steps().stream().anyMatch(step -> step.planned().step() instanceof PlanStep.Await)
                    ? "Done, and the cluster shows it"
                    : "Done, as the server says";
            case CANCELLED -> "Stopped when %s were done".formatted(some);
            case FAILED -> "It went wrong when %s were done".formatted(some);
            case UNKNOWN -> "%s were done, and of another it is not known".formatted(some);
            case REFUSED -> "Refused: nothing was sent";
        };
    }
}
