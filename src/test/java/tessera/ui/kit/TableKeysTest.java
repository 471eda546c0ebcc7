package tessera.ui.kit;

import java.util.List;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import tessera.gpu.Sample;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;

/** A table whose selection is moved by keys. */
@ExtendWith(ApplicationExtension.class)
class TableKeysTest {

    private DataTable<String> table;

    @Start
    void open(Stage stage) {
        var store = new StillDesk(new Sample().snapshot()).layoutMemory();
        table = new DataTable<>("names-table", List.of(DataTableColumn.text("name", "Name", 120, name -> name)),
                name -> name, store, name -> {});
        table.show(List.of("a", "b", "c", "d"));
        stage.setScene(new Scene(table.node(), 400, 300));
        stage.show();
        table.node().requestFocus();
    }

    private List<String> after(FxRobot robot, KeyCode... keys) {
        robot.push(keys);
        return table.pickedProperty().get();
    }

    @Test
    void jAndKMoveTheSelectionFromRowToRow(FxRobot robot) {
        assertThat(after(robot, KeyCode.J)).containsExactly("a");
        assertThat(after(robot, KeyCode.J)).containsExactly("b");
        assertThat(after(robot, KeyCode.J)).containsExactly("c");
        assertThat(table.selectedProperty().get()).contains("c");
        assertThat(after(robot, KeyCode.K)).containsExactly("b");
        assertThat(table.selectedProperty().get()).contains("b");
    }

    @Test
    void theSelectionStaysAtTheEnds(FxRobot robot) {
        robot.interact(() -> table.mark("d"));
        assertThat(after(robot, KeyCode.J)).containsExactly("d");
        robot.interact(() -> table.mark("a"));
        assertThat(after(robot, KeyCode.K)).containsExactly("a");
    }

    @Test
    void jAndTheArrowsMoveTheSameSelection(FxRobot robot) {
        robot.interact(() -> table.mark("a"));
        assertThat(after(robot, KeyCode.J)).containsExactly("b");
        assertThat(after(robot, KeyCode.DOWN)).containsExactly("c");
        assertThat(after(robot, KeyCode.K)).containsExactly("b");
    }

    @Test
    void shiftAddsTheNextRow(FxRobot robot) {
        robot.interact(() -> table.mark("b"));
        assertThat(after(robot, KeyCode.SHIFT, KeyCode.J)).containsExactly("b", "c");
    }
}
