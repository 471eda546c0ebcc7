package tessera.ui.kit;

import java.util.List;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.TableCell;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.ui.Stage;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;

/** What a cell of a table tells whoever rests on it. */
class DataTableCellTest {

    private static final String LONG = "Copy /tmp/checkpoints to serving/llm-serve-tdvnsgt4wc-zbkgw:/models";

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static Optional<String> told(DataTableColumn<String> column, String row) {
        var store = new StillDesk(new Sample().snapshot()).layoutMemory();
        return Stage.fx(() -> {
            var table = new DataTable<>("runs", List.of(column), each -> each, store, each -> {});
            table.show(List.of(row));
            var root = new Pane(table.node());
            ColorTheme.DARK.applyTo(new Scene(root, 240, 200));
            table.node().resize(240, 200);
            root.getScene().snapshot(null);
            var cell = root.lookupAll(".table-cell").stream().map(TableCell.class::cast)
                    .filter(each -> row.equals(each.getItem())).findFirst().orElseThrow();
            cell.fireEvent(new MouseEvent(MouseEvent.MOUSE_ENTERED, 0, 0, 0, 0, null, 0, false, false, false, false,
                    false, false, false, false, false, false, null));
            return Optional.ofNullable(cell.getTooltip()).map(tip -> tip.getText());
        });
    }

    @Test
    void wordsThatAreCutAreToldInWholeWrittenOrDrawn() {
        assertThat(told(DataTableColumn.text("words", "What", 120, text -> text), LONG)).contains(LONG);
        assertThat(told(DataTableColumn.<String>text("words", "What", 120, text -> text)
                .withDrawing(TextLabelFactory::shrinkable), LONG)).contains(LONG);
    }

    @Test
    void wordsThatAreReadAnywayAreNotToldTwice() {
        assertThat(told(DataTableColumn.text("words", "What", 120, text -> text), "Copied")).isEmpty();
        assertThat(told(DataTableColumn.<String>text("words", "What", 120, text -> text)
                .withDrawing(TextLabelFactory::shrinkable), "Copied")).isEmpty();
    }
}
