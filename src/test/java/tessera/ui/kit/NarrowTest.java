package tessera.ui.kit;

import java.util.List;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;
import tessera.ui.kit.AlignedCellRow.AlignedCell;

import static org.assertj.core.api.Assertions.assertThat;

/** What gives way where there is little room beside something else. */
class NarrowTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private final Label sentence = new Label("what is wrong");
    private final Label value = new Label("how much");
    private final Label age = new Label("since when");

    private void lay(double width) {
        Stage.fx(() -> {
            var row = new AlignedCellRow("row",
                    List.of(new AlignedCell(new StackPane(sentence), 100, 1, HPos.LEFT),
                            new AlignedCell(new StackPane(value), 100, 0, HPos.LEFT, 400),
                            new AlignedCell(new StackPane(age), 50, 0, HPos.RIGHT)));
            row.resize(width, 30);
            row.layout();
            return row;
        });
    }

    @Test
    void aNarrowRowLeavesOutWhatMattersLeastAndGivesItsRoomToTheRest() {
        lay(400);
        assertThat(value.getParent().isVisible()).isTrue();
        assertThat(sentence.getParent().getBoundsInParent().getWidth()).isEqualTo(400 - 100 - 50 - 2 * 12);

        lay(399);
        assertThat(value.getParent().isVisible()).isFalse();
        assertThat(sentence.getParent().getBoundsInParent().getWidth()).isEqualTo(399 - 50 - 12);
        assertThat(age.getParent().getBoundsInParent().getMaxX()).isEqualTo(399);
    }

    @Test
    void whatHasNoRoomIsCutAtItsRightAndNotLaidOverWhatStandsBeforeIt() {
        var rail = new Region();
        rail.setMinWidth(70);
        var screen = new Region();
        screen.setMinSize(900, 100);
        var clippedPane = Stage.fx(ClippedPane::new);
        Stage.fx(() -> clippedPane.getChildren().add(screen));
        var frame = Stage.fx(() -> {
            var both = new BorderPane(clippedPane);
            both.setLeft(rail);
            return both;
        });

        Stage.draw(frame, ColorTheme.DARK, 500, 300);
        assertThat(screen.localToScene(screen.getBoundsInLocal()).getMinX()).isEqualTo(70);
        assertThat(clippedPane.localToScene(clippedPane.getBoundsInLocal()).getMaxX()).as("with what is cut off")
                .isEqualTo(500);
        assertThat(clippedPane.contains(600, 50)).isFalse();
    }

    @Test
    void aPaneBesideATableGoesBelowItWhereTheTableWouldLoseItsColumns() {
        var table = new Region();
        var pane = new StackPane();
        var both = Stage.fx(() -> new SidePaneLayout(table, pane));

        Stage.draw(both, ColorTheme.DARK, 1840, 800);
        assertThat(table.getWidth()).isEqualTo(1840 - 360);
        assertThat(pane.getHeight()).isEqualTo(800);

        resize(both, 1204);
        assertThat(table.getWidth()).as("the pane gives way first").isEqualTo(1204 - 312);

        resize(both, 935);
        assertThat(table.getWidth()).isEqualTo(935);
        assertThat(table.getHeight()).isEqualTo(480);
        assertThat(pane.getWidth()).isEqualTo(935);
    }

    private static void resize(Region both, double width) {
        Stage.fx(() -> {
            both.resize(width, 800);
            both.layout();
            return both;
        });
    }

    private final Label text = new Label("The GPU slows itself down, and switches itself off if it gets hotter");
    private final Region control = new Region();
    private final ResponsiveSplit abreast = new ResponsiveSplit(text, control, Pos.TOP_LEFT, 12, 280);

    private void layAbreast(double width) {
        text.setWrapText(true);
        control.setMinSize(140, 30);
        control.setMaxSize(140, 30);
        control.setPrefSize(140, 30);
        Stage.draw(new StackPane(abreast), ColorTheme.DARK, (int) width, 300);
        Stage.fx(() -> {
            abreast.resize(width, abreast.prefHeight(width));
            abreast.layout();
            return abreast;
        });
    }

    @Test
    void whatIsDoneStandsBesideWordsOrBelowThemWhereTheyCouldNotBeReadBesideIt() {
        layAbreast(500);
        assertThat(text.getWidth()).isEqualTo(500 - 140 - 12);
        assertThat(control.getBoundsInParent().getMaxX()).isEqualTo(500);

        layAbreast(400);
        assertThat(text.getWidth()).as("no narrower than its least").isEqualTo(400);
        assertThat(control.getBoundsInParent().getMinY()).isGreaterThanOrEqualTo(text.getBoundsInParent().getMaxY());
        assertThat(control.getBoundsInParent().getMaxY()).isLessThanOrEqualTo(abreast.getHeight());
    }

    @Test
    void whatIsNotThereLeavesItsRoomToTheWords() {
        control.setManaged(false);
        layAbreast(400);
        assertThat(text.getWidth()).isEqualTo(400);
    }

    private static String prompt(int width) {
        var filter = Stage.fx(() -> new FilterField("pods-filter", "Filter pods, for example ns:research wants:mig"));
        Stage.draw(new StackPane(filter.node()), ColorTheme.DARK, width, 48);
        return Stage.fx(() -> ((TextField) filter.node().lookup("#pods-filter")).getPromptText());
    }

    @Test
    void aNarrowFilterGivesFewerExamplesRatherThanHalfAnExample() {
        assertThat(prompt(600)).isEqualTo("Filter pods, for example ns:research wants:mig");
        assertThat(prompt(360)).isEqualTo("Filter pods, for example ns:research");
        assertThat(prompt(240)).isEqualTo("Filter pods");
    }
}
