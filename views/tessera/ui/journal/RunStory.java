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
import tessera.plan.journal.JournalEntry;
import tessera.plan.journal.JournalEntry.JournalEvent;
import tessera.ui.kit.CommandRow;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** One change in full: what was wanted, each step with what came of it, what is so since, and the way back. */
final class RunStory extends VBox {

    private static final PseudoClass BELOW = PseudoClass.getPseudoClass("below");

    private final Function<String, Optional<Runnable>> undoing;

    /** @param undoing how a run is taken back, by its name; empty where that is not to be done from here */
    RunStory(Function<String, Optional<Runnable>> undoing) {
        this.undoing = undoing;
        setId("journal-story");
        getStyleClass().add("inspector");
    }

    /** Whether it is below what it tells of, not beside it. */
    void lieBelow(boolean below) {
        pseudoClassStateChanged(BELOW, below);
    }

    void show(Optional<RunRow> row) {
        setVisible(row.isPresent());
        setManaged(row.isPresent());
        getChildren().setAll(row.map(this::page).stream().toList());
    }

    private Node page(RunRow row) {
        var run = row.run();
        var page = new VBox(
                section(SelectableText.told(row.sign(), row.result(), "strong"), SelectableText.wrapped(row.words()),
                        SelectableText.wrapped(facts(row), "small", "muted")));
        add(page, "What went wrong", run.last().detail().isEmpty() ? List.of() : List.of(run.last().detail()),
                StatusGlyph.BROKEN);
        add(page, run.result().equals("running") ? "What it is at" : "Not known whether it was done",
                run.open().stream().map(JournalEntry::words).toList(), StatusGlyph.WARNING);
        add(page, "What stays changed", run.last().leaves(), StatusGlyph.INFO);
        if (!run.last().undo().isEmpty()) {
            page.getChildren().add(back(row));
        }
        var ended = run.steps().stream().filter(step -> step.event() == JournalEvent.STEP_ENDED).toList();
        if (!ended.isEmpty()) {
            var steps = section(SelectableText.label("Steps", "section-title"));
            ended.forEach(step -> steps.getChildren().add(step(step)));
            page.getChildren().add(steps);
        }
        var pane = ScrolledPage.down(page);
        VBox.setVgrow(pane, Priority.ALWAYS);
        return pane;
    }

    private Node back(RunRow row) {
        var section = section(SelectableText.label("The way back", "section-title"),
                SelectableText.told(StatusGlyph.INFO, row.run().last().undo()));
        undoing.apply(row.key()).ifPresent(action -> {
            var undo = new Button("Undo…");
            undo.setId("journal-undo");
            undo.setOnAction(event -> action.run());
            section.getChildren().add(undo);
        });
        row.run().undoCommand().ifPresent(command -> section.getChildren().add(CommandRow.of(command, "small")));
        return section;
    }

    private static String facts(RunRow row) {
        var place = row.run().begun().place();
        var facts = new ArrayList<String>();
        facts.add(row.at());
        facts.add(row.took().isEmpty() ? "" : "took " + row.took());
        facts.add(place.context());
        facts.add(place.server());
        facts.add(place.user().isEmpty() ? "" : "as " + place.user());
        facts.removeIf(String::isEmpty);
        return String.join("   ·   ", facts);
    }

    private static void add(VBox page, String title, List<String> lines, StatusGlyph sign) {
        if (!lines.isEmpty()) {
            var section = section(SelectableText.label(title, "section-title"));
            lines.forEach(line -> section.getChildren().add(SelectableText.told(sign, line)));
            page.getChildren().add(section);
        }
    }

    private static Node step(JournalEntry step) {
        var sign = switch (step.result()) {
            case "done" -> StatusGlyph.READY;
            case "failed" -> StatusGlyph.BROKEN;
            default -> StatusGlyph.WARNING;
        };
        var box = new VBox(2, SelectableText.told(sign, step.words()));
        if (!step.detail().isEmpty()) {
            var detail = SelectableText.wrapped(step.detail(), "small", "muted", "told-more");
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
