package tessera.ui.inspect;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.EventFacts;
import tessera.model.ObjectRef;
import tessera.model.PodSight;
import tessera.model.Resources;
import tessera.ui.inspect.InspectorState.Fact;
import tessera.ui.inspect.InspectorState.Line;
import tessera.ui.inspect.InspectorState.Residents;
import tessera.ui.inspect.InspectorState.Use;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;

/** The parts of which the inspector's pages are made. */
final class Sections {

    private static final double NAMES = 104;
    private static final double LONGEST_NAME = 240;

    private Sections() {}

    static VBox section(String title, Node... content) {
        var box = new VBox(8);
        box.getStyleClass().add("inspector-section");
        if (!title.isEmpty()) {
            box.getChildren().add(label(title, "section-title"));
        }
        box.getChildren().addAll(content);
        return box;
    }

    static Label label(String text, String... styles) {
        var label = new Label(text);
        label.getStyleClass().addAll(styles);
        return label;
    }

    static Label wrapped(String text, String... styles) {
        var label = label(text, styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    static GridPane facts(List<Fact> facts) {
        var grid = new GridPane(12, 6);
        for (int row = 0; row < facts.size(); row++) {
            var name = wrapped(facts.get(row).name(), "small", "muted");
            name.setMinWidth(NAMES);
            name.setMaxWidth(LONGEST_NAME);
            GridPane.setValignment(name, VPos.TOP);
            var value = wrapped(facts.get(row).value(), "small");
            value.setMinWidth(NAMES);
            GridPane.setHgrow(value, Priority.ALWAYS);
            grid.addRow(row, name, value);
        }
        return grid;
    }

    static GridPane uses(List<Use> uses) {
        var grid = new GridPane(12, 6);
        int row = 0;
        for (var use : uses) {
            var name = label(use.resource(), "mono");
            GridPane.setHgrow(name, Priority.ALWAYS);
            var bar = new ProgressBar(use.held() < 0 || use.offered() == 0
                    ? 0
                    : Math.min(1, (double) use.held() / use.offered()));
            bar.getStyleClass().add("use-bar");
            var numbers = label(use.held() < 0
                    ? "? of " + amount(use, use.offered())
                    : (use.all() ? "" : "≥ ") + amount(use, use.held()) + " of " + amount(use, use.offered()), "small");
            numbers.setMinWidth(Region.USE_PREF_SIZE);
            GridPane.setHalignment(numbers, HPos.RIGHT);
            grid.addRow(row++, name, bar, numbers);
            if (!use.note().isEmpty()) {
                grid.add(label(use.note(), "small", "danger-text"), 0, row++, 3, 1);
            }
        }
        return grid;
    }

    private static String amount(Use use, long number) {
        return switch (use.resource()) {
            case Resources.CPU -> Numbers.cores(number);
            case Resources.MEMORY -> Numbers.bytes(number);
            default -> Numbers.count(number);
        };
    }

    static GridPane conditions(List<Line> conditions) {
        var grid = new GridPane(8, 6);
        int row = 0;
        for (var condition : conditions) {
            var name = label(condition.name(), "small");
            name.setTooltip(new Tooltip(condition.message()));
            GridPane.setHgrow(name, Priority.ALWAYS);
            grid.addRow(row++, condition.sign().node(), name, label(condition.value(), "small", "muted"),
                    label(condition.age(), "small", "muted"));
            if (condition.sign() != Glyph.READY && !condition.message().isEmpty()) {
                grid.add(wrapped(condition.message(), "small", "muted"), 1, row++, 3, 1);
            }
        }
        return grid;
    }

    static String count(Residents pods) {
        return pods.sight() == PodSight.NONE ? "–"
                : Numbers.atLeast(pods.seen().size(), pods.sight() == PodSight.ALL);
    }

    static VBox holders(Residents pods, Consumer<ObjectRef> open) {
        var box = new VBox(4);
        for (var pod : pods.seen()) {
            var link = new Hyperlink(pod.pod().name());
            link.setOnAction(event -> open.accept(pod.pod()));
            link.setMinWidth(0);
            var name = new VBox(label(pod.pod().namespace(), "caption"));
            name.getChildren().addFirst(link);
            HBox.setHgrow(name, Priority.ALWAYS);
            name.setMinWidth(0);
            var right = new VBox(label(pod.holds().isEmpty() ? "no GPU" : pod.holds(), "mono"),
                    label(pod.status(), "caption"));
            right.setAlignment(Pos.TOP_RIGHT);
            right.setMinWidth(Region.USE_PREF_SIZE);
            var row = new HBox(8, pod.sign().node(), name, right);
            row.getStyleClass().add("inspector-row");
            box.getChildren().add(row);
        }
        if (pods.seen().isEmpty()) {
            box.getChildren().add(wrapped(switch (pods.sight()) {
                case ALL -> "No pod runs here";
                case SOME -> "No pod is seen here; not all pods are known";
                case NONE -> "Which pods run here is not known";
            }, "small", "muted"));
        }
        return box;
    }

    static VBox events(List<EventFacts> events, Function<EventFacts, String> age) {
        var box = new VBox(0);
        for (var event : events) {
            var when = label(age.apply(event), "caption");
            when.setMinWidth(Region.USE_PREF_SIZE);
            var reason = label(event.reason() + (event.count() > 1 ? " × " + event.count() : ""), "strong", "small");
            HBox.setHgrow(reason, Priority.ALWAYS);
            reason.setMaxWidth(Double.MAX_VALUE);
            var sign = (event.isWarning() ? Glyph.WARNING : Glyph.NONE).node();
            var words = new VBox(2, new HBox(8, reason, when), wrapped(event.message(), "small"),
                    label(event.source(), "caption"));
            HBox.setHgrow(words, Priority.ALWAYS);
            var row = new HBox(8, sign, words);
            row.getStyleClass().add("inspector-row");
            box.getChildren().add(row);
        }
        if (events.isEmpty()) {
            box.getChildren().add(wrapped("No events. A cluster forgets them after about an hour.", "small", "muted"));
        }
        return box;
    }
}
