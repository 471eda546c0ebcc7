package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.plan.Receipt;
import tessera.plan.StepState;
import tessera.plan.step.Step;
import tessera.ui.change.NodeChanges.Offer;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Texts;

/** What became of a change: what was done, what was not, what is so since. */
final class ReceiptPane {

    private ReceiptPane() {}

    /** @param next what can be looked at now */
    static Node of(Receipt receipt, ObservableValue<List<Offer>> next) {
        var box = new VBox(Lines.section(verdict(receipt)));
        if (!next.getValue().isEmpty()) {
            box.getChildren().add(Lines.section(links(next)));
        }
        if (!receipt.unknown().isEmpty()) {
            box.getChildren().add(steps("Done or not: the answer never came", receipt.unknown()));
        }
        if (!receipt.notDone().isEmpty()) {
            box.getChildren().add(steps("Not done", receipt.notDone()));
        }
        if (!receipt.leaves().isEmpty()) {
            var since = Lines.section(Lines.head("What stays changed", ""));
            receipt.leaves().forEach(words -> since.getChildren().add(Texts.told(Glyph.INFO, words)));
            box.getChildren().add(since);
        }
        if (!receipt.done().isEmpty()) {
            box.getChildren().add(steps("Done", receipt.done()));
        }
        if (!receipt.problems().isEmpty()) {
            var more = Lines.section(Lines.head("What else went wrong", ""));
            receipt.problems().forEach(problem -> more.getChildren().add(Lines.problem(problem)));
            box.getChildren().add(more);
        }
        return Scrolled.whole(box);
    }

    /** They follow what can be looked at for as long as they are in sight. */
    private static Node links(ObservableValue<List<Offer>> next) {
        var row = new HBox(16);
        next.when(row.sceneProperty().map(Objects::nonNull).orElse(false)).subscribe(
                offers -> row.getChildren().setAll(offers.stream().map(ReceiptPane::link).toList()));
        return row;
    }

    private static Node link(Offer offer) {
        var link = new Hyperlink(offer.title() + offer.reason().map(" (%s)"::formatted).orElse(""));
        link.setDisable(offer.reason().isPresent());
        link.setOnAction(event -> offer.begin().run());
        return link;
    }

    private static Node steps(String title, List<StepState> steps) {
        return Lines.section(Lines.head(title, Numbers.of(steps.size(), "step")), StepList.running(steps));
    }

    private static Node verdict(Receipt receipt) {
        var took = Duration.between(receipt.began(), receipt.ended()).toSeconds();
        var line = Texts.told(switch (receipt.ending()) {
            case DONE -> Glyph.READY;
            case FAILED, REFUSED -> Glyph.BROKEN;
            case CANCELLED, UNKNOWN -> Glyph.WARNING;
        }, words(receipt) + (took > 0 ? ", after %d s".formatted(took) : ""), "verdict");
        line.setId("change-verdict");
        return line;
    }

    private static String words(Receipt receipt) {
        var all = Numbers.of(receipt.steps().size(), "step");
        var some = "%s of %s".formatted(Numbers.count(receipt.done().size()), all);
        return switch (receipt.ending()) {
            case DONE -> receipt.steps().stream().anyMatch(step -> step.planned().step() instanceof Step.Await)
                    ? "Done, and the cluster shows it"
                    : "Done, as the server says";
            case CANCELLED -> "Stopped when %s were done".formatted(some);
            case FAILED -> "It went wrong when %s were done".formatted(some);
            case UNKNOWN -> "%s were done, and of another it is not known".formatted(some);
            case REFUSED -> "Refused: nothing was sent";
        };
    }
}
