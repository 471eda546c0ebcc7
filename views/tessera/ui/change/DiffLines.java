package tessera.ui.change;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import tessera.plan.ObjectChange;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** What becomes of objects, line by line, as the server says it. */
final class DiffLines {

    private static final int MOST_OBJECTS = 12;
    private static final int MOST_LINES = 200;

    private DiffLines() {}

    private static String source(List<ObjectChange> changes) {
        long unasked = changes.stream().filter(change -> !change.asked()).count();
        return ", from its own dry run" + (unasked == 0 ? ""
                : "; %d as %s sent".formatted(unasked,
                        unasked == 1 ? "it is" : "they are"));
    }

    static Node of(List<ObjectChange> changes) {
        var box = TextPieces
                .section(TextPieces.head("What the server would make of it", NumberText.of(changes.size(), "object")
                        + source(changes)));
        changes.stream().limit(MOST_OBJECTS).map(DiffLines::object).forEach(box.getChildren()::add);
        if (changes.size() > MOST_OBJECTS) {
            box.getChildren().add(rest(changes.size() - MOST_OBJECTS,
                    () -> changes.stream().skip(MOST_OBJECTS).map(DiffLines::object)));
        }
        return box;
    }

    /** What is not drawn before somebody wants it. */
    private static Node rest(int count, Supplier<Stream<Node>> parts) {
        var all = new Hyperlink("Show %s more".formatted(NumberText.count(count)));
        var box = new VBox(8, all);
        all.setOnAction(event -> box.getChildren().setAll(parts.get().toList()));
        return box;
    }

    private static Node object(ObjectChange change) {
        var box = new VBox(SelectableText.label(change.object().toString(), "mono", "diff-object"));
        box.getStyleClass().add("diff");
        if (change.problem().isPresent()) {
            box.getChildren().add(TextPieces.problem(change.problem().get()));
            return box;
        }
        var lines = change.diff().lines().skip(2).toList();
        if (lines.isEmpty()) {
            box.getChildren().add(SelectableText.label("stays as it is", "small", "muted"));
        }
        lines.stream().limit(MOST_LINES).map(DiffLines::line).forEach(box.getChildren()::add);
        if (lines.size() > MOST_LINES) {
            box.getChildren()
                    .add(rest(lines.size() - MOST_LINES, () -> lines.stream().skip(MOST_LINES).map(DiffLines::line)));
        }
        change.conflicts()
                .forEach(conflict -> box.getChildren().add(SelectableText.wrapped(conflict, "small", "warn-text")));
        return box;
    }

    private static Label line(String text) {
        var label = SelectableText.label(text, "mono", "diff-line");
        label.setMaxWidth(Double.MAX_VALUE);
        switch (text.isEmpty() ? ' ' : text.charAt(0)) {
            case '+' -> label.getStyleClass().add("added");
            case '-' -> label.getStyleClass().add("removed");
            case '@' -> label.getStyleClass().add("muted");
            default -> {
                // what stays
            }
        }
        return label;
    }
}
