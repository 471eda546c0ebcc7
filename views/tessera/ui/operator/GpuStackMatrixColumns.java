package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.stack.GpuStackComponent;
import tessera.stack.NodeGpuStackComponent;
import tessera.text.MessageCatalog;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsRow;

/** The columns of the matrix: a node, its components in the order in which they start, the driver it has. */
final class GpuStackMatrixColumns {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackMatrixColumns.class);
    private static final double LINK = 76;
    /** Of one whose title has more letters than fit there. */
    private static final double LONG = 90;
    private static final int LETTERS = 10;

    private GpuStackMatrixColumns() {}

    static List<DataTableColumn<NodeComponentsRow>> allColumns() {
        var columns = new ArrayList<DataTableColumn<NodeComponentsRow>>();
        columns.add(DataTableColumn.text("node", MESSAGES.text("column.node"), 160, NodeComponentsRow::name)
                .withDrawing(GpuStackMatrixColumns::nameCell));
        for (var component : GpuStackComponent.values()) {
            columns.add(DataTableColumn.<NodeComponentsRow>text(component.name(), component.title(),
                    component.title().length() > LETTERS ? LONG : LINK, row -> linkText(row.chain().linkOf(component)))
                    .withDrawing(row -> linkCell(row.chain().linkOf(component)))
                    .orderedBy(row -> Optional.of(row.chain().linkOf(component).state()
                            .compareTo(NodeGpuStackComponent.NodeComponentState.BROKEN))));
        }
        columns.add(DataTableColumn
                .<NodeComponentsRow>text("driver-version", MESSAGES.text("column.driver"), 96,
                        GpuStackMatrixColumns::driverText)
                .hiddenWhenNarrow(1).withDrawing(GpuStackMatrixColumns::versionCell));
        return columns;
    }

    private static Node nameCell(NodeComponentsRow row) {
        return LayoutBoxFactory.row(8,
                row.glyph() == StatusGlyph.READY ? GpuStackComponentGlyphFactory.dotNode() : row.glyph().node(),
                TextLabelFactory.shrinkableName(row.name(), "strong"));
    }

    private static String linkText(NodeGpuStackComponent stackComponent) {
        if (stackComponent.text().isEmpty()) {
            return stackComponent.state().stateText();
        }
        return stackComponent.text();
    }

    private static Node linkCell(NodeGpuStackComponent stackComponent) {
        var cell = LayoutBoxFactory.row(5, GpuStackComponentGlyphFactory.linkNode(stackComponent.state()));
        if (!stackComponent.summary().isEmpty()) {
            var text = TextLabelFactory.shrinkable(stackComponent.summary(), "link-words",
                    GpuStackComponentGlyphFactory.textStyle(stackComponent.state()));
            if (stackComponent.state() == NodeGpuStackComponent.NodeComponentState.BROKEN) {
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
            case UNKNOWN -> MESSAGES.text("driver.noData");
            case BROKEN, WAITS, STARTING, PAUSED -> MESSAGES.text("driver.notLoaded");
            case LOOK, READY, ABSENT -> MESSAGES.text("driver.unknown");
        };
    }

    private static Node versionCell(NodeComponentsRow row) {
        boolean unloaded = row.chain().driverVersion().isEmpty()
                && switch (row.chain().linkOf(GpuStackComponent.DRIVER).state()) {
                    case BROKEN, WAITS, STARTING, PAUSED -> true;
                    case UNKNOWN, LOOK, READY, ABSENT -> false;
                };
        return TextLabelFactory.shrinkable(driverText(row), "small", unloaded ? "strong" : "muted");
    }
}
