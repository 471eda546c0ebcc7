package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import tessera.stack.ChainLink;
import tessera.stack.StackComponent;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorState.ChainRow;

/** The columns of the matrix: a node, its links in the order in which they start, the driver it has. */
final class ChainColumns {

    private static final double LINK = 76;
    /** Of one whose title has more letters than fit there. */
    private static final double LONG = 90;
    private static final int LETTERS = 10;

    private ChainColumns() {}

    static List<DataColumn<ChainRow>> allColumns() {
        var columns = new ArrayList<DataColumn<ChainRow>>();
        columns.add(DataColumn.text("node", "Node", 160, ChainRow::name).withDrawing(ChainColumns::nameCell));
        for (var component : StackComponent.values()) {
            columns.add(DataColumn.<ChainRow>text(component.name(), component.title(),
                    component.title().length() > LETTERS ? LONG : LINK,
                    row -> linkText(row.chain().linkOf(component)))
                    .withDrawing(row -> linkCell(row.chain().linkOf(component)))
                    .orderedBy(row -> Optional
                            .of(row.chain().linkOf(component).state().compareTo(ChainLink.LinkState.BROKEN))));
        }
        columns.add(
                DataColumn.<ChainRow>text("driver-version", "Driver version", 96, ChainColumns::driverText)
                        .hiddenWhenNarrow(1)
                        .withDrawing(ChainColumns::versionCell));
        return columns;
    }

    private static Node nameCell(ChainRow row) {
        var cell = new HBox(8, row.sign() == StatusGlyph.READY ? ChainLinkGlyphs.dotNode() : row.sign().node(),
                SelectableText.shrinkableName(row.name(), "strong"));
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    private static String linkText(ChainLink link) {
        return link.text().isEmpty() ? link.state().stateText() : link.text();
    }

    private static Node linkCell(ChainLink link) {
        var cell = new HBox(5, ChainLinkGlyphs.linkNode(link.state()));
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!link.brief().isEmpty()) {
            var text = SelectableText.shrinkable(link.brief(), "link-words", ChainLinkGlyphs.textStyle(link.state()));
            if (link.state() == ChainLink.LinkState.BROKEN) {
                text.getStyleClass().add("link-broken");
            }
            cell.getChildren().add(text);
        }
        return cell;
    }

    static String driverText(ChainRow row) {
        if (!row.chain().driverVersion().isEmpty()) {
            return row.chain().driverVersion();
        }
        return switch (row.chain().linkOf(StackComponent.DRIVER).state()) {
            case UNKNOWN -> "no data";
            case BROKEN, WAITS, STARTING, PAUSED -> "not loaded";
            case LOOK, READY, ABSENT -> "not told";
        };
    }

    private static Node versionCell(ChainRow row) {
        return SelectableText.shrinkable(driverText(row), "small",
                row.chain().driverVersion().isEmpty() ? "strong" : "muted");
    }
}
