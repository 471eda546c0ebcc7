package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.metrics.history.FixedStepSeries;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;
import tessera.ui.wall.WallPageState.TrendTileState;
import tessera.ui.wall.WallPageState.TrendsWallState;
import tessera.ui.wall.WallPageState.WallTrendLineState;

import static org.assertj.core.api.Assertions.assertThat;

/** Six numbers, to be read from afar. */
class WallTrendsPageTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static TrendTileState tile(FleetTotalKind kind, String number, String unit) {
        var none = new WallTrendLineState(new FixedStepSeries(Instant.EPOCH, Duration.ofMinutes(1), new float[0]), 0,
                1);
        return new TrendTileState(kind, "Allocated", number, unit, "of 500 GPUs", none, "trend begins now", null);
    }

    private static Bounds place(Node node) {
        return node.localToScene(node.getLayoutBounds());
    }

    @ParameterizedTest
    @CsvSource({"≤ 444, ≤ 88 %", "≥ 44.4, kW", "444, 88 %", "'4,444', 88 %", "'≥ 4,444', ≥ 88 %", "'≤ 44,444', ≤ 88 %"})
    void aNumberAndItsShareStayInTheirTile(String number, String unit) {
        var page = Stage.fx(() -> {
            var made = new WallTrendsPage();
            made.show(new TrendsWallState(
                    Stream.of(FleetTotalKind.values()).map(each -> tile(each, number, unit)).toList(), false));
            var root = new StackPane(made.node());
            ColorTheme.DARK.applyTo(new Scene(root, WallDisplay.WIDTH, WallDisplay.HEIGHT));
            root.applyCss();
            root.layout();
            return root;
        });

        for (var tile : List.copyOf(page.lookupAll(".wall-tile"))) {
            assertThat(Stage.fx(() -> place(tile.lookup(".wall-tile-unit")).getMaxX())).as(number + " " + unit)
                    .isLessThan(Stage.fx(() -> place(tile).getMaxX()) - 20);
        }
    }
}
