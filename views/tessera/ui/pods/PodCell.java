package tessera.ui.pods;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;

/** Draws a line of the pods screen. */
final class PodCell {

    private static final double NARROW = 90;
    private static final double WIDE = 150;
    private static final double HOLDS = 170;

    private PodCell() {}

    static Node draw(PodLine line) {
        return switch (line) {
            case PodLine.Heading heading -> heading(heading);
            case PodLine.Captions captions -> captions();
            case PodLine.Waiting waiting -> waiting(waiting);
            case PodLine.Owned owned -> owned(owned);
            case PodLine.Placed placed -> placed(placed);
        };
    }

    private static Node heading(PodLine.Heading heading) {
        return row("pod-heading", heading.sign().node(), label(heading.title(), "section-title"),
                label(heading.detail(), "small", "muted"));
    }

    private static Node captions() {
        var owner = label("Owner", "caption");
        HBox.setHgrow(owner, Priority.ALWAYS);
        owner.setMaxWidth(Double.MAX_VALUE);
        return row("pod-captions", fixed(label(""), 12, Pos.CENTER), owner,
                fixed(label("Kind", "caption"), WIDE, Pos.CENTER_LEFT),
                fixed(label("Namespace", "caption"), WIDE, Pos.CENTER_LEFT),
                fixed(label("Pods", "caption"), NARROW, Pos.CENTER_RIGHT),
                fixed(label("Hold", "caption"), HOLDS, Pos.CENTER_LEFT),
                fixed(label("Since", "caption"), NARROW, Pos.CENTER_RIGHT));
    }

    private static Node waiting(PodLine.Waiting line) {
        var first = new HBox(8, label(line.name(), "pod-name"), label(line.namespace(), "small", "muted"));
        first.setAlignment(Pos.BASELINE_LEFT);
        var words = new VBox(2, first, label(line.reason(), "small"));
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        var sign = line.gated() ? toned(Glyph.WAITING, "muted") : Glyph.WAITING.node();
        return row("pod-waiting", sign, words, fixed(label(line.wants(), "mono"), HOLDS, Pos.CENTER_LEFT),
                fixed(label(line.age(), "small"), NARROW, Pos.CENTER_RIGHT));
    }

    private static Node toned(Glyph glyph, String tone) {
        var node = glyph.node();
        node.getChildren().forEach(shape -> shape.getStyleClass().setAll("glyph", tone));
        return node;
    }

    private static Node owned(PodLine.Owned line) {
        var arrow = label(line.opened() ? "▾" : "▸", "muted", "pod-arrow");
        var name = label(line.title(), "pod-name");
        HBox.setHgrow(name, Priority.ALWAYS);
        name.setMaxWidth(Double.MAX_VALUE);
        var broken = label(line.broken() == 0 ? "" : Numbers.count(line.broken()) + " not running", "small",
                "warn-text");
        return row("pod-owned", arrow, name, broken,
                fixed(label(line.owner().exists() ? line.owner().kind() : "Pod", "small", "muted"), WIDE,
                        Pos.CENTER_LEFT),
                fixed(label(line.namespace(), "small", "muted"), WIDE, Pos.CENTER_LEFT),
                fixed(label(line.pods(), "small"), NARROW, Pos.CENTER_RIGHT),
                fixed(label(line.holds(), "mono"), HOLDS, Pos.CENTER_LEFT),
                fixed(label(line.since(), "small", "muted"), NARROW, Pos.CENTER_RIGHT));
    }

    private static Node placed(PodLine.Placed line) {
        var name = label(line.name(), "small");
        HBox.setHgrow(name, Priority.ALWAYS);
        name.setMaxWidth(Double.MAX_VALUE);
        var detail = label(line.detail(), "small", "muted");
        detail.setMaxWidth(260);
        return row("pod-placed", line.sign().node(), name, detail,
                fixed(label(line.status(), "small", "danger".equals(line.sign().tone()) ? "danger-text" : "muted"),
                        WIDE,
                        Pos.CENTER_LEFT),
                fixed(label(line.node(), "small"), WIDE, Pos.CENTER_LEFT),
                fixed(label("", "small"), NARROW, Pos.CENTER_RIGHT),
                fixed(label(line.holds(), "mono"), HOLDS, Pos.CENTER_LEFT),
                fixed(label(line.age(), "small", "muted"), NARROW, Pos.CENTER_RIGHT));
    }

    private static HBox row(String style, Node... cells) {
        var row = new HBox(12, cells);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add(style);
        return row;
    }

    private static Label label(String text, String... styles) {
        var label = new Label(text);
        label.getStyleClass().addAll(styles);
        label.setMinWidth(0);
        return label;
    }

    private static Label fixed(Label label, double width, Pos alignment) {
        label.setMinWidth(width);
        label.setPrefWidth(width);
        label.setMaxWidth(width);
        label.setAlignment(alignment);
        return label;
    }
}
