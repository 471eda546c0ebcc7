package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import tessera.stack.GpuStackComponent;
import tessera.stack.NodeStackComponent;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorScreenState.NodeComponentsRow;

/** The columns of the matrix: a node, its components in the order in which they start, the driver it has. */
final class ComponentMatrixColumns {

    private static final double LINK = 76;
    /** Of one whose title has more letters than fit there. */
    private static final double LONG = 90;
    private static final int LETTERS = 10;

    private ComponentMatrixColumns() {}

    static List<DataColumn<NodeComponentsRow>> allColumns() {
        var columns = new ArrayList<DataColumn<NodeComponentsRow>>();
        columns.add(DataColumn.text("node", "Node", 160, NodeComponentsRow::name)
                .withDrawing(ComponentMatrixColumns::nameCell));
        for (var component : GpuStackComponent.values()) {
            columns.add(DataColumn.<NodeComponentsRow>text(component.name(), component.title(),
                    component.title().length() > LETTERS ? LONG : LINK,
                    row -> linkText(row.chain().linkOf(component)))
                    .withDrawing(row -> linkCell(row.chain().linkOf(component)))
                    .orderedBy(row -> Optional
                            .of(row.chain().linkOf(component).state()
                                    .compareTo(NodeStackComponent.NodeComponentState.BROKEN))));
        }
        columns.add(
                DataColumn
                        .<NodeComponentsRow>text("driver-version", "Driver version", 96,
                                ComponentMatrixColumns::driverText)
                        .hiddenWhenNarrow(1)
                        .withDrawing(ComponentMatrixColumns::versionCell));
        return columns;
    }

    private static Node nameCell(NodeComponentsRow row) {
        var cell = new HBox(8, row.sign() == StatusGlyph.READY ? ComponentStatusGlyphs.dotNode() : row.sign().node(),
                SelectableText.shrinkableName(row.name(), "strong"));
        cell.setAlignment(Pos.CENTER_LEFT);
        return cell;
    }

    private static String linkText(NodeStackComponent link) {
        return link.text().isEmpty() ? link.state().stateText() : link.text();
    }

    private static Node linkCell(NodeStackComponent link) {
        var cell = new HBox(5, ComponentStatusGlyphs.linkNode(link.state()));
        cell.setAlignment(Pos.CENTER_LEFT);
        if (!link.brief().isEmpty()) {
            var text = SelectableText.shrinkable(link.brief(), "link-words",
                    ComponentStatusGlyphs.textStyle(link.state()));
            if (link.state() == NodeStackComponent.NodeComponentState.BROKEN) {
                text.getStyleClass().add("link-broken");
            }
            cell.getChildren().add(text);
        }
        return cell;
    }

    static String driverText(NodeComponentsRow row) {
        if (!row.chain().driverVersion().isEmpty()) {
            return row.chain().driverVersion();
        }
        return switch (row.chain().linkOf(GpuStackComponent.DRIVER).state()) {
            case UNKNOWN -> "no data";
            case BROKEN, WAITS, STARTING, PAUSED -> "not loaded";
            case LOOK, READY, ABSENT -> "not told";
        };
    }

    private static Node versionCell(NodeComponentsRow row) {
        return SelectableText.shrinkable(driverText(row), "small",
                row.chain().driverVersion().isEmpty() ? "strong" : "muted");
    }
}
