package tessera.ui.change;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.CommandTarget;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.step.StepAccess;
import tessera.ui.change.mig.GeometryPane;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** All there is to see of a change before it is made: what it brings at the left, how it goes at the right. */
final class PreviewPane {

    private final PlanPreview preview;
    private final List<MigLayoutEffect> divisions;
    private final CommandTarget cluster;
    private final TextField typed = new TextField();
    private final SidedPage node;

    /** @param divisions how GPUs are divided, as they are drawn elsewhere too */
    PreviewPane(PlanPreview preview, List<MigLayoutEffect> divisions, CommandTarget cluster) {
        this.preview = preview;
        this.divisions = divisions;
        this.cluster = cluster;
        typed.setId("change-confirm");
        node = new SidedPage(scrolling(left()));
        var how = right();
        if (!how.getChildren().isEmpty()) {
            var right = new BorderPane(scrolling(how));
            right.getStyleClass().add("change-side");
            if (dangerous() && !preview.refused()) {
                right.setBottom(confirmation());
            }
            node.setRight(right);
        }
    }

    private static ScrollPane scrolling(VBox content) {
        return ScrolledPage.whole(content);
    }

    Node node() {
        return node;
    }

    /** Whether the user has to type something before it may be done. */
    boolean dangerous() {
        return !preview.plan().confirm().isEmpty();
    }

    /** Whether it may be done as far as the user is concerned. */
    ObservableValue<Boolean> confirmed() {
        return typed.textProperty().map(text -> !dangerous() || text.trim().equals(preview.plan().confirm()));
    }

    /** What is typed before it may be done, or else what there is to read: no key that comes too soon does anything. */
    void focus() {
        if (dangerous()) {
            typed.requestFocus();
        } else {
            node.getCenter().requestFocus();
        }
    }

    private VBox left() {
        var box = new VBox();
        if (preview.refused()) {
            var section = TextPieces.section(TextPieces.head("This cannot be done", ""));
            preview.reasons().forEach(reason -> section.getChildren().add(TextPieces.problem(reason)));
            box.getChildren().add(section);
        } else if (preview.nothingToDo()) {
            box.getChildren()
                    .add(TextPieces.section(
                            SelectableText.told(StatusGlyph.READY, "All is as wanted already: nothing would be sent",
                                    "strong")));
        }
        if (!divisions.isEmpty()) {
            box.getChildren().add(
                    TextPieces.section(
                            TextPieces.head("Geometry", "one column a GPU, its memory to scale; pods as they may lie",
                                    GeometryPane.legend()),
                            GeometryPane.of(divisions)));
        }
        box.getChildren().addAll(EffectsPane.of(preview.effects(), preview.refused()));
        // Where there is something to think of, not all that is touched may be known.
        if (preview.effects().leaving().isEmpty() && preview.plan().warnings().isEmpty() && !preview.refused()
                && !preview.nothingToDo()) {
            box.getChildren().add(
                    TextPieces.section(SelectableText.told(StatusGlyph.READY, "No running pod is touched", "strong")));
        }
        if (!preview.plan().warnings().isEmpty()) {
            var warnings = TextPieces.section(TextPieces.head(preview.refused() ? "If it were done" : "Warnings", ""));
            preview.plan().warnings()
                    .forEach(words -> warnings.getChildren().add(SelectableText.told(StatusGlyph.WARNING, words)));
            box.getChildren().add(warnings);
        }
        // Why it is refused stands above already.
        var changes = preview.changes().stream()
                .filter(change -> change.problem().filter(preview.reasons()::contains).isEmpty()).toList();
        if (!changes.isEmpty()) {
            box.getChildren().add(DiffLines.of(changes));
        }
        return box;
    }

    private VBox right() {
        var box = new VBox();
        var steps = preview.plan().steps();
        boolean offered = !preview.refused();
        if (offered && !steps.isEmpty()) {
            box.getChildren().add(TextPieces.section(TextPieces.head("Steps", NumberText.count(steps.size())),
                    StepList.planned(steps, preview.plan().commands().isEmpty())));
            box.getChildren().add(TextPieces.section(TextPieces.head("Undo", ""),
                    SelectableText.wrapped(wayBack(), "small", "muted")));
        }
        if (offered && !preview.plan().commands().isEmpty()) {
            var byHand = preview.plan().commands().stream().map(cluster::of).collect(Collectors.joining("\n"));
            box.getChildren()
                    .add(TextPieces.section(TextPieces.head("The same by hand", "", TextPieces.copy("Copy", byHand)),
                            TextPieces.shown(byHand)));
        }
        if (!preview.access().isEmpty()) {
            box.getChildren().add(TextPieces.section(TextPieces.head("Permissions", "asked of the API server just now"),
                    permissions()));
        }
        return box;
    }

    private String wayBack() {
        var ways = preview.plan().steps().stream().flatMap(step -> step.undo().stream()).map(ChangeIntent::words)
                .distinct()
                .toList();
        if (ways.isEmpty()) {
            return "This cannot be undone.";
        }
        return "Offered afterwards: " + putBack(ways)
                + (preview.effects().leaving().isEmpty() ? "." : ". Pods that went are not brought back by it.");
    }

    private String putBack(List<String> ways) {
        if (ways.size() > 1) {
            return "what was there before is put back, and what was not is removed";
        }
        // An edit is taken back by another, which is called the same.
        return ways.getFirst().equals(preview.intent().words()) ? "what was there before is put back" : ways.getFirst();
    }

    private GridPane permissions() {
        var places = new LinkedHashMap<List<Object>, Set<String>>();
        for (var answer : preview.access()) {
            places.computeIfAbsent(List.of(answer.allowed(), answer.access().verb(), what(answer.access())),
                    _ -> new LinkedHashSet<>()).add(answer.access().namespace());
        }
        var grid = new GridPane(12, 6);
        var grows = new ColumnConstraints();
        grows.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().setAll(new ColumnConstraints(), new ColumnConstraints(), grows);
        int row = 0;
        for (var entry : places.entrySet()) {
            var sign = (entry.getKey().getFirst().equals(true) ? StatusGlyph.READY : StatusGlyph.BROKEN).node();
            GridPane.setValignment(sign, VPos.CENTER);
            grid.addRow(row++, sign, SelectableText.label(entry.getKey().get(1).toString(), "mono"),
                    SelectableText.label(entry.getKey().get(2).toString(), "small"),
                    SelectableText.label(where(entry.getValue()), "small", "muted"));
        }
        return grid;
    }

    private static String what(StepAccess access) {
        return access.resource() + (access.subresource().isEmpty() ? "" : "/" + access.subresource());
    }

    private static String where(Set<String> namespaces) {
        var first = namespaces.iterator().next();
        if (first.isEmpty()) {
            return "cluster";
        }
        return namespaces.size() == 1 ? first : NumberText.of(namespaces.size(), "namespace");
    }

    private Node confirmation() {
        var words = preview.plan().confirm();
        typed.setAccessibleText("Type %s to confirm".formatted(words));
        var asked = new HBox(6, StatusGlyph.WARNING.node(), SelectableText.label("Type"),
                SelectableText.label(words, "mono", "strong"),
                SelectableText.label("to confirm"));
        asked.setAlignment(Pos.CENTER_LEFT);
        var box = TextPieces.section(asked, typed);
        box.getStyleClass().add("change-confirmation");
        return box;
    }
}
