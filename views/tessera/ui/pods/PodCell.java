package tessera.ui.pods;

import java.util.List;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.SpreadRow;
import tessera.ui.kit.SpreadRow.Cell;
import tessera.ui.kit.Texts;

/** Draws a line of the pods screen. */
final class PodCell {

    private static final double SIGN = 12;
    private static final double NAME = 180;
    private static final double NARROW = 90;
    private static final double WIDE = 140;
    private static final double HOLDS = 160;
    /** By how much the pods of an owner are set in. */
    private static final double INDENT = 24;

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
        return row("pod-heading", heading.sign().node(), Texts.yielding(heading.title(), "section-title"),
                Texts.yielding(heading.detail(), "small", "muted"));
    }

    private static Node captions() {
        return new SpreadRow("pod-captions", List.of(sign(new Region()), name(Texts.yielding("Owner", "caption")),
                middle(Texts.yielding("Kind", "caption")), middle(Texts.yielding("Namespace", "caption")),
                number(Texts.yielding("Pods", "caption")), holds(Texts.yielding("Hold", "caption")),
                number(Texts.yielding("Since", "caption"))));
    }

    private static Node waiting(PodLine.Waiting line) {
        var first = new HBox(8, Texts.yielding(line.name(), "pod-name"),
                Texts.yielding(line.namespace(), "small", "muted"));
        first.setAlignment(Pos.BASELINE_LEFT);
        var words = new VBox(2, first, Texts.yielding(line.reason(), "small"));
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        var sign = line.gated() ? Glyph.WAITING.node("muted") : Glyph.WAITING.node();
        return new SpreadRow("pod-waiting",
                List.of(sign(sign), name(words).joined(WIDE, 1).joined(WIDE, 1).joined(NARROW, 0),
                        holds(Texts.yielding(line.wants(), "mono")), number(Texts.yielding(line.age(), "small"))));
    }

    private static Node owned(PodLine.Owned line) {
        var broken = Texts.yielding(line.broken() == 0 ? "" : Numbers.count(line.broken()) + " not running", "small",
                "warn-text");
        broken.setMinWidth(Region.USE_PREF_SIZE);
        var name = new HBox(12, Texts.yielding(line.title(), "pod-name"), broken);
        name.setAlignment(Pos.CENTER_LEFT);
        return new SpreadRow("pod-owned", List.of(sign(Texts.yielding(line.opened() ? "▾" : "▸", "muted", "pod-arrow")),
                name(name),
                middle(Texts.yielding(line.owner().exists() ? line.owner().kind() : "Pod", "small", "muted")),
                middle(Texts.yielding(line.namespace(), "small", "muted")),
                number(Texts.yielding(line.pods(), "small")),
                holds(Texts.yielding(line.holds(), "mono")), number(Texts.yielding(line.since(), "small", "muted"))));
    }

    private static Node placed(PodLine.Placed line) {
        var detail = Texts.yielding(line.detail(), "small", "muted");
        var name = new HBox(12, Texts.yielding(line.name(), "small"), detail);
        name.setAlignment(Pos.CENTER_LEFT);
        var status = Texts.yielding(line.status(), "small",
                "danger".equals(line.sign().tone()) ? "danger-text" : "muted");
        return new SpreadRow("pod-placed", List.of(sign(line.sign().node()),
                new Cell(name, NAME - INDENT, 1, HPos.LEFT), middle(status),
                middle(Texts.yielding(line.node(), "small")),
                number(Texts.yielding("", "small")), holds(Texts.yielding(line.holds(), "mono")),
                number(Texts.yielding(line.age(), "small", "muted"))));
    }

    private static Cell sign(Node node) {
        return new Cell(node, SIGN, 0, HPos.CENTER);
    }

    private static Cell name(Node node) {
        return new Cell(node, NAME, 1, HPos.LEFT);
    }

    private static Cell middle(Label label) {
        return new Cell(label, WIDE, 1, HPos.LEFT);
    }

    private static Cell holds(Label label) {
        return new Cell(label, HOLDS, 1, HPos.LEFT);
    }

    private static Cell number(Label label) {
        return new Cell(label, NARROW, 0, HPos.RIGHT);
    }

    private static HBox row(String style, Node... cells) {
        var row = new HBox(12, cells);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add(style);
        return row;
    }
}
