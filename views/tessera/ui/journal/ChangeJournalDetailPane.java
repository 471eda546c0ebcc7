package tessera.ui.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;
import tessera.ui.kit.CopyableCommandRowFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Details of one change: intent, steps with results, remaining effects, and undo. */
final class ChangeJournalDetailPane extends VBox {

    private static final PseudoClass BELOW = PseudoClass.getPseudoClass("below");

    private final Function<String, Optional<Runnable>> undoing;

    /** @param undoing how a run is taken back, by its name; empty where that is not to be done from here */
    ChangeJournalDetailPane(Function<String, Optional<Runnable>> undoing) {
        this.undoing = undoing;
        setId("journal-story");
        getStyleClass().add("inspector");
    }

    /** Sets whether the pane is below the table or beside it. */
    void setBelow(boolean below) {
        pseudoClassStateChanged(BELOW, below);
    }

    void show(Optional<ChangeJournalRow> row) {
        setVisible(row.isPresent());
        setManaged(row.isPresent());
        getChildren().setAll(row.map(this::runPage).stream().toList());
    }

    private Node runPage(ChangeJournalRow row) {
        var run = row.run();
        var page = new VBox(
                section(TextLabelFactory.withSign(row.resultSign(), row.resultText(), "strong"),
                        TextLabelFactory.wrapped(row.changeText()),
                        TextLabelFactory.wrapped(factsText(row), "small", "muted")));
        addSection(page, "What went wrong",
                run.mostTellingEntry().detail().isEmpty() ? List.of() : List.of(run.mostTellingEntry().detail()),
                StatusGlyph.BROKEN);
        addSection(page, run.resultWord().equals("running") ? "What it is at" : "Not known whether it was done",
                run.unfinishedSteps().stream().map(ChangeJournalEntry::text).toList(), StatusGlyph.WARNING);
        addSection(page, "What stays changed", run.mostTellingEntry().lastingEffects(), StatusGlyph.INFO);
        if (!run.mostTellingEntry().undo().isEmpty()) {
            page.getChildren().add(undoNode(row));
        }
        var ended = run.steps().stream().filter(step -> step.event() == JournalEvent.STEP_ENDED).toList();
        if (!ended.isEmpty()) {
            var steps = section(TextLabelFactory.label("Steps", "section-title"));
            ended.forEach(step -> steps.getChildren().add(stepNode(step)));
            page.getChildren().add(steps);
        }
        var pane = ScrollPaneFactory.verticalPane(page);
        VBox.setVgrow(pane, Priority.ALWAYS);
        return pane;
    }

    private Node undoNode(ChangeJournalRow row) {
        var section = section(TextLabelFactory.label("The way back", "section-title"),
                TextLabelFactory.withSign(StatusGlyph.INFO, row.run().mostTellingEntry().undo()));
        var action = undoing.apply(row.key()).orElse(null);
        if (action != null) {
            var undo = new Button("Undo…");
            undo.setId("journal-undo");
            undo.setOnAction(event -> action.run());
            section.getChildren().add(undo);
        }
        row.run().undoCommand()
                .ifPresent(command -> section.getChildren().add(CopyableCommandRowFactory.rowFor(command, "small")));
        return section;
    }

    private static String factsText(ChangeJournalRow row) {
        var journalCluster = row.run().startEntry().cluster();
        var facts = new ArrayList<String>();
        facts.add(row.timeText());
        facts.add(row.durationText().isEmpty() ? "" : "took " + row.durationText());
        facts.add(journalCluster.context());
        facts.add(journalCluster.server());
        facts.add(journalCluster.user().isEmpty() ? "" : "as " + journalCluster.user());
        facts.removeIf(String::isEmpty);
        return String.join("   ·   ", facts);
    }

    private static void addSection(VBox page, String title, List<String> lines, StatusGlyph glyph) {
        if (!lines.isEmpty()) {
            var section = section(TextLabelFactory.label(title, "section-title"));
            lines.forEach(line -> section.getChildren().add(TextLabelFactory.withSign(glyph, line)));
            page.getChildren().add(section);
        }
    }

    private static Node stepNode(ChangeJournalEntry step) {
        var glyph = switch (step.result()) {
            case "done" -> StatusGlyph.READY;
            case "failed" -> StatusGlyph.BROKEN;
            default -> StatusGlyph.WARNING;
        };
        var box = new VBox(2, TextLabelFactory.withSign(glyph, step.text()));
        if (!step.detail().isEmpty()) {
            var detail = TextLabelFactory.wrapped(step.detail(), "small", "muted", "told-more");
            box.getChildren().add(detail);
        }
        return box;
    }

    private static VBox section(Node... content) {
        var box = new VBox(8, content);
        box.getStyleClass().add("inspector-section");
        return box;
    }
}
