package tessera.ui.pods;

import java.util.List;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.SpreadRow;
import tessera.ui.kit.SpreadRow.SpreadCell;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.pods.PodLine.Awaits;

/** Draws a line of the pods screen about something that waits: what it is and why, what it wants, and how long it has waited. */
final class WaitingRow {

    /** In a wider list what is wanted stands above what others hold: far from its reason the eye loses the row. */
    private static final double ROOM_TO_ALIGN = 1240;
    /** Beside a longer name its namespace keeps some room. */
    private static final int LONGEST_NAME = 60;
    private static final double ROOM_FOR_NAMESPACE = 120;

    private static final String IN_VAIN = "Waiting alone does not help";

    private WaitingRow() {}

    /** What is said of something that waits. */
    private record WaitingText(String name, String place, String reason, String wants, String age) {}

    static Node captions() {
        return row("pod-captions",
                List.of(PodCell.sign(new Region()), PodCell.name(PodCell.caption("Pod and why it waits")),
                        wants(PodCell.caption("Wants")), PodCell.age(PodCell.caption("Waiting"))));
    }

    static Node of(PodLine.WaitingLine waiting) {
        return row(
                new WaitingText(waiting.name(), waiting.namespace(), waiting.reason(), waiting.wants(), waiting.age()),
                waiting.awaits());
    }

    static Node of(PodLine.Unmade unmade) {
        return row(new WaitingText(unmade.work().name(), unmade.work().kind() + " · " + unmade.work().namespace(),
                unmade.reason(), unmade.wants(), unmade.age()), Awaits.WORD);
    }

    /** In a narrow list the reason goes below what is wanted as well: beside it, it would be cut. */
    private static Node row(WaitingText line, Awaits awaits) {
        var words = new VBox(2, title(line), PodCell.lines(line.reason(), "small"));
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        var sign = PodCell.sign(signOf(awaits));
        var wants = wants(SelectableText.yielding(line.wants(), "mono"));
        var age = PodCell.age(SelectableText.yielding(line.age(), "small"));
        var beside = List.of(sign, PodCell.name(words), wants, age);
        return new SpreadRow("pod-waiting", List.of(sign, PodCell.name(title(line)), wants, age))
                .over(PodCell.lines(line.reason(), "small"), PodCell.ROOM_FOR_MIDDLE)
                .wide(PodCell.ROOM_FOR_MIDDLE, beside).wide(ROOM_TO_ALIGN, aligned(beside));
    }

    private static HBox title(WaitingText line) {
        var namespace = SelectableText.yielding(line.place(), "small", "muted");
        if (line.name().length() > LONGEST_NAME) {
            namespace.setMinWidth(ROOM_FOR_NAMESPACE);
        }
        var title = new HBox(8, SelectableText.named(line.name(), "pod-name"), namespace);
        title.setAlignment(Pos.BASELINE_LEFT);
        title.setMinWidth(0);
        return title;
    }

    private static SpreadRow row(String style, List<SpreadCell> cells) {
        return new SpreadRow(style, cells).wide(ROOM_TO_ALIGN, aligned(cells));
    }

    private static List<SpreadCell> aligned(List<SpreadCell> cells) {
        return List.of(cells.getFirst(),
                cells.get(1).joined(PodCell.MIDDLE, 1).joined(PodCell.MIDDLE, 1).joined(PodCell.COUNT, 0),
                PodCell.holds(cells.get(2).node()), cells.getLast().joined(PodCell.BUSY, 1));
    }

    private static Node signOf(Awaits awaits) {
        return switch (awaits) {
            case ROOM -> StatusGlyph.WAITING.node();
            case WORD -> StatusGlyph.WAITING.node("muted");
            case CHANGE -> {
                var sign = StatusGlyph.WARNING.node();
                sign.setAccessibleText(IN_VAIN);
                Tooltip.install(sign, new Tooltip(IN_VAIN));
                yield sign;
            }
        };
    }

    private static SpreadCell wants(Label label) {
        return new SpreadCell(label, PodCell.HOLDS, 0, HPos.LEFT);
    }
}
