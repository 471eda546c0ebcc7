package tessera.ui.kit;

import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import tessera.ui.kit.AlignedCellRow.AlignedCell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Cells of a row share its width, whatever there is of it. */
class AlignedCellRowTest {

    private final Region name = filling();
    private final Region number = filling();
    private final AlignedCellRow row = new AlignedCellRow("row",
            List.of(new AlignedCell(name, 200, 1, HPos.LEFT), new AlignedCell(number, 100, 0, HPos.LEFT)));

    private static Region filling() {
        var region = new Region();
        region.setMaxWidth(Double.MAX_VALUE);
        region.setPrefWidth(1000);
        return region;
    }

    private void lay(double width) {
        row.resize(width, 20);
        row.layout();
    }

    @Test
    void whatIsLeftOrALittleThatIsMissingIsForThoseThatAreToTakeIt() {
        lay(412);
        assertThat(List.of(name.getWidth(), number.getWidth())).containsExactly(300.0, 100.0);
        lay(262);
        assertThat(List.of(name.getWidth(), number.getWidth())).containsExactly(150.0, 100.0);
    }

    @Test
    void whereMuchIsMissingAllGiveWaySoThatNoneGoesAltogether() {
        lay(102);
        assertThat(name.getWidth()).isCloseTo(60, within(1.0));
        assertThat(number.getWidth()).isCloseTo(30, within(1.0));
    }
}
