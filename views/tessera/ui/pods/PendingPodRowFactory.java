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
import tessera.ui.kit.AlignedCellRow;
import tessera.ui.kit.AlignedCellRow.AlignedCell;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.pods.PodListLine.PendingPodAwaitedEvent;

/** Draws a pending line of the pods screen: name and reason, requests, waiting time. */
final class PendingPodRowFactory {

    /** In a wider list what is wanted stands above what others hold: far from its reason the eye loses the row. */
    private static final double ROOM_TO_ALIGN = 1240;
    /** Beside a longer name its namespace keeps some room. */
    private static final int LONGEST_NAME = 60;
    private static final double ROOM_FOR_NAMESPACE = 120;

    private static final String IN_VAIN = "Waiting alone does not help";

    private PendingPodRowFactory() {}

    /** Texts of a pending item. */
    private record PendingPodTexts(String name, String namespace, String reason, String requests, String age) {}

    static Node captionRow() {
        return spreadRow("pod-captions",
                List.of(PodListLineRenderer.signCell(new Region()),
                        PodListLineRenderer.nameCell(PodListLineRenderer.captionLabel("Pod and why it waits")),
                        requestCell(PodListLineRenderer.captionLabel("Wants")),
                        PodListLineRenderer.ageCell(PodListLineRenderer.captionLabel("Waiting"))));
    }

    static Node waitingRow(PodListLine.PendingPodLine pendingLine) {
        return createRow(
                new PendingPodTexts(pendingLine.name(), pendingLine.namespace(), pendingLine.reason(),
                        pendingLine.requests(),
                        pendingLine.age()),
                pendingLine.awaits());
    }

    static Node workloadRow(PodListLine.PodlessWorkloadLine unmade) {
        return createRow(
                new PendingPodTexts(unmade.workloadRef().name(),
                        unmade.workloadRef().kind() + " · " + unmade.workloadRef().namespace(),
                        unmade.reason(), unmade.requests(), unmade.age()),
                PendingPodAwaitedEvent.WORD);
    }

    /** Lays the reason below the requests in a narrow list: beside them it would be truncated. */
    private static Node createRow(PendingPodTexts texts, PendingPodAwaitedEvent awaits) {
        var words = new VBox(2, titleRow(texts), PodListLineRenderer.wrappingLabel(texts.reason(), "small"));
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        var signCell = PodListLineRenderer.signCell(signFor(awaits));
        var requestsCell = requestCell(TextLabelFactory.shrinkable(texts.requests(), "mono"));
        var age = PodListLineRenderer.ageCell(TextLabelFactory.shrinkable(texts.age(), "small"));
        var beside = List.of(signCell, PodListLineRenderer.nameCell(words), requestsCell, age);
        return new AlignedCellRow("pod-waiting",
                List.of(signCell, PodListLineRenderer.nameCell(titleRow(texts)), requestsCell, age))
                .addBelow(PodListLineRenderer.wrappingLabel(texts.reason(), "small"),
                        PodListLineRenderer.ROOM_FOR_MIDDLE)
                .whenWide(PodListLineRenderer.ROOM_FOR_MIDDLE, beside).whenWide(ROOM_TO_ALIGN, alignCells(beside));
    }

    private static HBox titleRow(PendingPodTexts texts) {
        var namespace = TextLabelFactory.shrinkable(texts.namespace(), "small", "muted");
        if (texts.name().length() > LONGEST_NAME) {
            namespace.setMinWidth(ROOM_FOR_NAMESPACE);
        }
        var title = new HBox(8, TextLabelFactory.shrinkableName(texts.name(), "pod-name"), namespace);
        title.setAlignment(Pos.BASELINE_LEFT);
        title.setMinWidth(0);
        return title;
    }

    private static AlignedCellRow spreadRow(String style, List<AlignedCell> cells) {
        return new AlignedCellRow(style, cells).whenWide(ROOM_TO_ALIGN, alignCells(cells));
    }

    private static List<AlignedCell> alignCells(List<AlignedCell> cells) {
        return List.of(cells.getFirst(),
                cells.get(1).joinedWith(PodListLineRenderer.MIDDLE, 1).joinedWith(PodListLineRenderer.MIDDLE, 1)
                        .joinedWith(PodListLineRenderer.COUNT, 0),
                PodListLineRenderer.holdsCell(cells.get(2).node()),
                cells.getLast().joinedWith(PodListLineRenderer.BUSY, 1));
    }

    private static Node signFor(PendingPodAwaitedEvent awaits) {
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

    private static AlignedCell requestCell(Label label) {
        return new AlignedCell(label, PodListLineRenderer.HOLDS, 0, HPos.LEFT);
    }
}
