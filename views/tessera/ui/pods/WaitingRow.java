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
import tessera.ui.pods.PodLine.AwaitedEvent;

/** Draws a pending line of the pods screen: name and reason, requests, waiting time. */
final class WaitingRow {

    /** In a wider list what is wanted stands above what others hold: far from its reason the eye loses the row. */
    private static final double ROOM_TO_ALIGN = 1240;
    /** Beside a longer name its namespace keeps some room. */
    private static final int LONGEST_NAME = 60;
    private static final double ROOM_FOR_NAMESPACE = 120;

    private static final String IN_VAIN = "Waiting alone does not help";

    private WaitingRow() {}

    /** Texts of a pending item. */
    private record WaitingText(String name, String place, String reason, String wants, String age) {}

    static Node captionRow() {
        return spreadRow("pod-captions",
                List.of(PodCell.signCell(new Region()), PodCell.nameCell(PodCell.captionLabel("Pod and why it waits")),
                        requestCell(PodCell.captionLabel("Wants")), PodCell.ageCell(PodCell.captionLabel("Waiting"))));
    }

    static Node waitingRow(PodLine.WaitingLine waiting) {
        return createRow(
                new WaitingText(waiting.name(), waiting.namespace(), waiting.reason(), waiting.wants(), waiting.age()),
                waiting.awaits());
    }

    static Node workloadRow(PodLine.WorkloadLine unmade) {
        return createRow(new WaitingText(unmade.work().name(), unmade.work().kind() + " · " + unmade.work().namespace(),
                unmade.reason(), unmade.wants(), unmade.age()), AwaitedEvent.WORD);
    }

    /** Lays the reason below the requests in a narrow list: beside them it would be truncated. */
    private static Node createRow(WaitingText line, AwaitedEvent awaits) {
        var words = new VBox(2, titleRow(line), PodCell.wrappingLabel(line.reason(), "small"));
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        var sign = PodCell.signCell(signFor(awaits));
        var wants = requestCell(SelectableText.shrinkable(line.wants(), "mono"));
        var age = PodCell.ageCell(SelectableText.shrinkable(line.age(), "small"));
        var beside = List.of(sign, PodCell.nameCell(words), wants, age);
        return new SpreadRow("pod-waiting", List.of(sign, PodCell.nameCell(titleRow(line)), wants, age))
                .addBelow(PodCell.wrappingLabel(line.reason(), "small"), PodCell.ROOM_FOR_MIDDLE)
                .whenWide(PodCell.ROOM_FOR_MIDDLE, beside).whenWide(ROOM_TO_ALIGN, alignCells(beside));
    }

    private static HBox titleRow(WaitingText line) {
        var namespace = SelectableText.shrinkable(line.place(), "small", "muted");
        if (line.name().length() > LONGEST_NAME) {
            namespace.setMinWidth(ROOM_FOR_NAMESPACE);
        }
        var title = new HBox(8, SelectableText.shrinkableName(line.name(), "pod-name"), namespace);
        title.setAlignment(Pos.BASELINE_LEFT);
        title.setMinWidth(0);
        return title;
    }

    private static SpreadRow spreadRow(String style, List<SpreadCell> cells) {
        return new SpreadRow(style, cells).whenWide(ROOM_TO_ALIGN, alignCells(cells));
    }

    private static List<SpreadCell> alignCells(List<SpreadCell> cells) {
        return List.of(cells.getFirst(),
                cells.get(1).joinedWith(PodCell.MIDDLE, 1).joinedWith(PodCell.MIDDLE, 1).joinedWith(PodCell.COUNT, 0),
                PodCell.holdsCell(cells.get(2).node()), cells.getLast().joinedWith(PodCell.BUSY, 1));
    }

    private static Node signFor(AwaitedEvent awaits) {
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

    private static SpreadCell requestCell(Label label) {
        return new SpreadCell(label, PodCell.HOLDS, 0, HPos.LEFT);
    }
}
