package tessera.ui.operator;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.stack.GpuStackComponent;
import tessera.stack.NodeGpuStackComponent;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsRow;

/**
 * Column headers of the matrix: start order of the components as a line, broken components by their ground. FX thread.
 */
final class GpuStackMatrixColumnHeaders {

    private static final String CHAIN = "chain-column";
    private static final String FAILING = "failing-column";
    private static final GpuStackComponent LAST = List.of(GpuStackComponent.values()).getLast();
    /** So much of a column's width is not its head's. */
    private static final double EDGES = 10;

    private final TableView<?> table;
    private final Function<TableColumn<?, ?>, Optional<GpuStackComponent>> components;

    /** @param components which components a column shows; empty where it shows something else */
    GpuStackMatrixColumnHeaders(TableView<?> table,
            Function<TableColumn<?, ?>, Optional<GpuStackComponent>> components) {
        this.table = table;
        this.components = components;
        for (var column : table.getColumns()) {
            components.apply(column).ifPresent(component -> {
                column.getStyleClass().add(CHAIN);
                column.setGraphic(headerNode(column, component));
            });
        }
    }

    private static Node headerNode(TableColumn<?, ?> column, GpuStackComponent component) {
        var ring = new Region();
        ring.getStyleClass().add("chain-ring");
        var line = new Region();
        line.getStyleClass().add("chain-line");
        line.setVisible(component != LAST);
        HBox.setHgrow(line, Priority.ALWAYS);
        var step = new HBox(ring, line);
        step.setAlignment(Pos.CENTER_LEFT);
        var head = new VBox(4, TextLabelFactory.shrinkable(column.getText(), "chain-title"), step);
        head.setAlignment(Pos.CENTER_LEFT);
        head.setMinWidth(0);
        head.prefWidthProperty().bind(column.widthProperty().subtract(EDGES));
        return head;
    }

    /** Tints the columns in which a component of these is broken. */
    void show(List<NodeComponentsRow> rows) {
        var broken = rows.stream().flatMap(row -> row.chain().links().stream())
                .filter(stackComponent -> stackComponent.state() == NodeGpuStackComponent.NodeComponentState.BROKEN)
                .map(NodeGpuStackComponent::component)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(GpuStackComponent.class)));
        for (var column : table.getColumns()) {
            boolean failing = components.apply(column).filter(broken::contains).isPresent();
            if (failing != column.getStyleClass().contains(FAILING)) {
                if (failing) {
                    column.getStyleClass().add(FAILING);
                } else {
                    column.getStyleClass().remove(FAILING);
                }
            }
        }
    }
}
